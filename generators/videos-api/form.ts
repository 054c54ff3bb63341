/** Fields of a multipart request: merged with fixed ones, encoded, and shown to people. Pure. */
import { describeValue } from "../../core/errors.ts";
import { describePicture } from "../common/describe-picture.ts";

/** In the order in which they are sent. */
export type FormFields = Readonly<Record<string, string | number | boolean>>;

/** The picture goes along as a file: without a type of its own it is taken for bytes, and refused. */
export type FormPicture = { readonly field: string; readonly png: Uint8Array };

/**
 * Puts fixed fields on top of what is asked. A fixed field wins, with a warning where it says otherwise.
 *
 * @param who names model and host in warnings
 */
export function mergeFields(
  who: string,
  asked: FormFields,
  fixed: FormFields,
): { readonly fields: FormFields; readonly warnings: readonly string[] } {
  const warnings = Object.entries(fixed).flatMap(([name, value]) => {
    const wanted = asked[name];
    return wanted === undefined || wanted === value
      ? []
      : [`${who}: ${name} is fixed at ${value}, ${describeValue(wanted)} is not sent`];
  });
  return { fields: { ...asked, ...fixed }, warnings };
}

/** Can be sent more than once. */
export function encodeForm(fields: FormFields, picture: FormPicture): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  const file = new Blob([Uint8Array.from(picture.png)], { type: "image/png" });
  form.append(picture.field, file, "first-frame.png");
  return form;
}

/** The same fields for people, the picture as size and hash. */
export function describeForm(
  fields: FormFields,
  picture: FormPicture,
): Readonly<Record<string, string | number | boolean>> {
  return { ...fields, [picture.field]: describePicture(picture.png) };
}
