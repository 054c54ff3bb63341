/** `--gen` and its companions -> a generator that the condition can use. */
import { UsageError } from "../core/errors.ts";
import { createRedactor } from "../core/store/redact.ts";
import { BUILTIN_IDS } from "../generators/builtin/index.ts";
import { getScript } from "../generators/builtin/scripts.ts";
import type { Env } from "../generators/host.ts";
import { type ResolvedGenerator, resolveGenerator } from "../generators/resolve.ts";
import type { Condition } from "../probes/conditions/condition.ts";
import type { AnyTask } from "../tasks/task.ts";
import { type GeneratorFiles, readGeneratorFiles } from "./generator-files.ts";

/** Deadlines are given in minutes. */
export const DEADLINE_MINUTE_MS = 60_000;
/** What imagines clips when nobody is named: offline, free, and valid. */
const DEFAULT_GENERATOR = "oracle";

export type GeneratorOptions = GeneratorFiles & {
  readonly gen?: string;
  readonly via?: string;
  readonly crf?: number;
  readonly movesPerSecond?: number;
  /** Longest time of one job at a host, in minutes. */
  readonly deadline: number;
};

/**
 * @returns undefined where the condition uses none
 * @throws UsageError for an unknown name, one too many, or one that makes something else
 * @throws MissingToolError for a generator that cannot be reached
 */
export async function chooseGenerator(
  task: AnyTask,
  condition: Condition,
  options: GeneratorOptions,
  env: Env,
): Promise<ResolvedGenerator | undefined> {
  const { gen } = options;
  if (condition.needs === "nothing") {
    if (gen === undefined) return undefined;
    throw new UsageError(
      `expected no --gen for --condition ${condition.id}, in which nothing is imagined, but received ` +
        `"${gen}". Leave it out, or choose --condition image or video`,
    );
  }
  if (gen === undefined && condition.needs === "image") {
    throw new UsageError(
      `expected an image model for --gen of --condition ${condition.id} but received nothing. ` +
        "Such as gpt-image-2: probe list generators",
    );
  }
  const resolved = await resolveGiven(gen ?? DEFAULT_GENERATOR, options, env);
  const { generator } = resolved;
  if (generator.kind !== condition.needs) {
    throw new UsageError(
      `expected a generator of ${condition.needs}s for --condition ${condition.id} but received ` +
        `${generator.id}, which makes ${generator.kind}s. ` +
        (generator.kind === "image"
          ? "Image models imagine inside agent episodes: --condition image --reasoner MODEL"
          : "See: probe list generators"),
    );
  }
  // A fault of another task would end every episode in an error.
  if (BUILTIN_IDS.includes(generator.id)) getScript(generator.id, task.id);
  return resolved;
}

/** The generator of a `--gen` text, with the files and the host that were given. */
export async function resolveGiven(
  gen: string,
  options: Omit<GeneratorOptions, "gen">,
  env: Env,
): Promise<ResolvedGenerator> {
  const { crf, movesPerSecond, via } = options;
  return resolveGenerator(gen, {
    ...(await readGeneratorFiles(options)),
    ...(crf === undefined ? {} : { crf }),
    ...(movesPerSecond === undefined ? {} : { movesPerSecond }),
    ...(via === undefined ? {} : { via }),
    env,
    deadlineMs: options.deadline * DEADLINE_MINUTE_MS,
    redact: createRedactor(env).text,
  });
}
