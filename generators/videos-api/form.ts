/** Fields of a multipart request, encoded, and shown to people. Pure. */
import { describePicture } from "../common/describe-picture.ts";
import type { RequestFields } from "../common/merge-fields.ts";

/** The picture goes along as a file: without a type of its own it is taken for bytes, and refused. */
export type FormPicture = { readonly field: string; readonly png: Uint8Array };

/** Can be sent more than once. */
export function encodeForm(fields: RequestFields, picture: FormPicture): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  const file = new Blob([Uint8Array.from(picture.png)], { type: "image/png" });
  form.append(picture.field, file, "first-frame.png");
  return form;
}

/** The same fields for people, the picture as size and hash. */
export function describeForm(fields: RequestFields, picture: FormPicture): RequestFields {
  return { ...fields, [picture.field]: describePicture(picture.png) };
}
