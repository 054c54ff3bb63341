/** A rollout request -> the fields of an image edit, without its picture. Pure. */
import { mergeFields, type RequestFields } from "../common/merge-fields.ts";
import type { RolloutRequest } from "../generator.ts";
import { fitRequest } from "../models/fit-request.ts";
import type { Model, OpenaiEntry } from "../models/schema.ts";
import { fitPictureSize, PICTURE_LIMITS } from "./fit-picture-size.ts";

export type EditFields = {
  readonly fields: RequestFields & {
    readonly model: string;
    readonly prompt: string;
  };
  readonly warnings: readonly string[];
};

/** One picture is asked for; its format is left to the host, for any of them can be read. */
export function buildEdit(
  model: Pick<Model, "id" | "kind">,
  { model: name, capabilities, fixed }: OpenaiEntry,
  request: RolloutRequest,
): EditFields {
  const who = `${model.id} at openai`;
  const { sizes, sizeStep } = capabilities;
  const isFree = sizes === undefined && sizeStep !== undefined;
  const { widthPx, heightPx } = isFree ? fitPictureSize(request, sizeStep) : request;
  const isOther = widthPx !== request.widthPx || heightPx !== request.heightPx;
  const fitted = fitRequest(who, capabilities, { ...request, widthPx, heightPx }, model.kind);
  const sizeWarnings = isOther
    ? [
        `${who}: size ${request.widthPx}x${request.heightPx} is not offered ` +
          `(multiples of ${sizeStep}, ${PICTURE_LIMITS}), asked for ${widthPx}x${heightPx}`,
      ]
    : [];
  const asked = {
    prompt: request.prompt,
    ...(fitted.size === undefined ? {} : { size: fitted.size.name }),
  };
  // The row names its model in a field of its own, which records and keys hold.
  const { model: other = name, ...rest } = fixed;
  const { fields, warnings } = mergeFields(who, asked, rest);
  return {
    fields: { ...fields, prompt: String(fields["prompt"]), model: name },
    warnings: [
      ...sizeWarnings,
      ...fitted.warnings,
      ...warnings,
      ...(other === name ? [] : [`${who}: model is ${name}, ${other} is not sent`]),
    ],
  };
}
