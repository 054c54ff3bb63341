/** `--gen` text -> generator, and the list of what there is. Owns names and what each one lacks. */
import { MissingToolError } from "../core/errors.ts";
import { unknownIdError } from "../core/registry.ts";
import { BUILTIN_IDS, createBuiltinGenerator } from "./builtin/index.ts";
import type { BuiltinRequest, Generator } from "./generator.ts";
import { createReplayGenerator } from "./replay/index.ts";

/** Models that are known by name. Reaching one takes a host. */
export const MODEL_IDS = [
  "wan2.2",
  "ltx-2.3",
  "ltx-2.5",
  "cogvideox",
  "gpt-image-2",
  "bagel",
  "thinkmorph",
] as const;

const REPLAY_PREFIX = "replay:";

/** Options of the built-in generators; an option that is left out has the generator's default. */
export type BuiltinOptions = {
  /** Constant rate factor of H.264, 0 (lossless) to 51. */
  readonly crf?: number;
  /** Speed of the animation in moves a second. */
  readonly movesPerSecond?: number;
};

/**
 * Finds the generator of a `--gen` text: a built-in id, `replay:DIR`, or a model.
 *
 * @throws UsageError when nothing has this name
 * @throws MissingToolError when it is a model, as none can be reached yet
 */
export function resolveGenerator(spec: string, options: BuiltinOptions): Generator<BuiltinRequest> {
  if (spec.startsWith(REPLAY_PREFIX)) return createReplayGenerator(spec);
  if (BUILTIN_IDS.includes(spec)) return createBuiltinGenerator(spec, options);
  if (isModel(spec)) {
    throw new MissingToolError(`expected a host that serves ${spec} but received none. ${HOSTS}`, {
      context: { generator: spec },
    });
  }
  throw unknownIdError("generator", spec, [...BUILTIN_IDS, `${REPLAY_PREFIX}DIR`, ...MODEL_IDS]);
}

export type GeneratorEntry = {
  readonly id: string;
  readonly kind: "builtin" | "replay" | "model";
  readonly isReady: boolean;
  /** What is missing, or what it does. */
  readonly note: string;
};

/** Every name that `--gen` takes, in the order in which it is listed. */
export function listGenerators(): readonly GeneratorEntry[] {
  return [
    ...BUILTIN_IDS.map((id) => ({
      id,
      kind: "builtin" as const,
      isReady: true,
      note: describeBuiltin(id),
    })),
    {
      id: `${REPLAY_PREFIX}DIR`,
      kind: "replay",
      isReady: true,
      note: "serves clips from a folder by instance id, or from its manifest",
    },
    ...MODEL_IDS.map((id) => ({
      id,
      kind: "model" as const,
      isReady: false,
      note: "lacks a host, and this version has no adapter for one: use replay:DIR",
    })),
  ];
}

const HOSTS =
  "Three ways will make it work: a Replicate token (REPLICATE_API_TOKEN), a self-hosted " +
  "/v1/videos server (VIDEOS_API_URL), or ComfyUI (COMFYUI_URL). The adapters for these hosts are " +
  "not in this version yet: until they are, make the clips elsewhere and judge them with " +
  "--gen replay:DIR";

function isModel(spec: string): boolean {
  return MODEL_IDS.some((id) => id === spec);
}

function describeBuiltin(id: string): string {
  switch (id) {
    case "oracle":
      return "the solver's plan as a valid animation";
    case "still":
      return "the start state, unchanged";
    case "jump":
      return "cuts to the solved state";
    case "crossfade":
      return "dissolves into the solved state";
    default:
      return id.startsWith("fault:")
        ? "a valid animation with exactly this violation planted"
        : "built in";
  }
}
