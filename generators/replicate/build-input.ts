/** A rollout request -> the `input` of a prediction, by the model's table row. Pure. */
import { mergeFields, type RequestFields } from "../common/merge-fields.ts";
import type { RolloutRequest } from "../generator.ts";
import { fitRequest } from "../models/fit-request.ts";
import type { Capabilities, Model, ReplicateEntry } from "../models/schema.ts";

export type ReplicateInput = {
  readonly input: RequestFields;
  readonly warnings: readonly string[];
};

/**
 * @param image what stands for the first frame: a data URI, an address, or words for people
 */
export function buildInput(
  model: Pick<Model, "id" | "kind">,
  entry: ReplicateEntry,
  request: RolloutRequest,
  image: string,
): ReplicateInput {
  const { fields, fixed } = entry;
  const who = `${model.id} at replicate`;
  const fitted = fitRequest(who, sendable(entry), request, model.kind);
  const input: Record<string, string | number | boolean> = {
    [fields.prompt]: request.prompt,
    [fields.image]: image,
  };
  const send = (field: string | undefined, value: string | number | undefined): void => {
    if (field !== undefined && value !== undefined) input[field] = value;
  };
  send(fields.frames, fitted.frames);
  send(fields.fps, fitted.fps);
  send(fields.seconds, fitted.seconds);
  send(fields.size, fitted.size?.name);
  send(fields.seed, fitted.seed);
  const { fields: all, warnings } = mergeFields(who, input, fixed);
  return { input: all, warnings: [...fitted.warnings, ...warnings] };
}

/**
 * What can really be asked for: a choice without a field to put it into is none, and fitting has to
 * warn of it. One value only is no choice; it tells what comes anyway.
 */
function sendable({ fields, capabilities }: ReplicateEntry): Capabilities {
  const { frames, fps, seconds, sizes, sizeStep, seed, promptTokens } = capabilities;
  const keepRange = (name: string | undefined, range: typeof frames) =>
    name !== undefined || range?.min === range?.max ? range : undefined;
  return {
    frames: keepRange(fields.frames, frames),
    fps: keepRange(fields.fps, fps),
    seconds: keepRange(fields.seconds, seconds),
    sizes: fields.size !== undefined || sizes?.length === 1 ? sizes : undefined,
    sizeStep: fields.size === undefined ? undefined : sizeStep,
    seed: seed && fields.seed !== undefined,
    promptTokens,
  };
}
