/** A replay needs clips: one that has none for a whole run is refused before the run is there. */
import { UsageError } from "../core/errors.ts";
import { readManifest } from "../core/store/run-store.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import { requestFor } from "./imagine.ts";
import type { SuiteOptions } from "./run-suite.ts";
import type { WorkItem } from "./work-item.ts";

/**
 * Looks for the first clip that is served. Runs that were begun before are taken up as they are, their
 * clips may be gone by now; so are those of generators that make their clips.
 *
 * @throws UsageError with what the generator says of the first puzzle, when not one clip is served
 */
export async function requireClips(
  { runPath, config, signal }: Pick<SuiteOptions, "runPath" | "config" | "signal">,
  generator: Generator<BuiltinRequest>,
  work: readonly WorkItem[],
): Promise<void> {
  const [first] = work;
  if (generator.servedSha256 === undefined || first === undefined) return;
  if ((await readManifest(runPath)) !== null) return;
  for (const { instance } of work) {
    if (signal.aborted || (await generator.servedSha256(instance.id)) !== undefined) return;
  }
  const ignore = async (): Promise<void> => undefined;
  const context = { signal, scratchDir: "", onSubmit: ignore, onRefused: ignore };
  const request = requestFor(first, config.rollout, new Uint8Array());
  const status = await generator.status(await generator.start(request, context), context);
  throw new UsageError(
    `expected a clip of one of the ${work.length} puzzles at least from ${generator.id} but received ` +
      `none. ${first.instance.id}: ${"reason" in status ? status.reason : "no clip"}`,
  );
}
