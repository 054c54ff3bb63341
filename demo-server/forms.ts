/** Multipart forms that come in, as plain fields and files. */
import type { DemoRequest } from "./types.ts";

export type FormFile = {
  readonly name: string;
  /** As sent, without parameters; "" when it was not. */
  readonly type: string;
  readonly bytes: Uint8Array;
};

export type Form = {
  /** The last one of each name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, readonly FormFile[]>>;
};

/** @returns undefined when the body is no form that can be read */
export async function readForm(c: DemoRequest): Promise<Form | undefined> {
  if (!/^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "")) return undefined;
  let data: FormData;
  try {
    data = await c.req.formData();
  } catch {
    // Cut short or without its boundary: the caller answers as its provider would.
    return undefined;
  }
  const fields: Record<string, string> = {};
  const files: Record<string, FormFile[]> = {};
  for (const [name, value] of data.entries()) {
    if (typeof value === "string") {
      fields[name] = value;
      continue;
    }
    const file = {
      name: value.name,
      type: value.type.split(";")[0]?.trim() ?? "",
      bytes: new Uint8Array(await value.arrayBuffer()),
    };
    files[name] = [...(files[name] ?? []), file];
  }
  return { fields, files };
}

/** Files of a field that may be called `name` or `name[]`. */
export function filesOf(form: Form, name: string): readonly FormFile[] {
  return [...(form.files[name] ?? []), ...(form.files[`${name}[]`] ?? [])];
}

/** For the records: fields as they are, files as name, type and length. */
export function describeForm(form: Form): Readonly<Record<string, unknown>> {
  const files = Object.entries(form.files).map(([name, list]) => [
    name,
    list.map(({ name: file, type, bytes }) => ({ file, type, bytes: bytes.length })),
  ]);
  return { ...form.fields, ...Object.fromEntries(files) };
}
