/** One pipe board that tests of the server play, its solver's answers, and the line of an episode. */
import { join } from "node:path";
import { expect } from "vitest";
import type { OkEpisode } from "../../../core/schema/episode.ts";
import { readRun } from "../../../core/store/read-run.ts";
import { getTask } from "../../../tasks/registry.ts";

export const pipe = getTask("pipe");
export const PIPE_1 = pipe.generate("easy", 1);
export const plan = pipe.solve(pipe.initialState(PIPE_1)) ?? [];
export const ANSWERS = plan.map((action) => pipe.encodeAnswer(action));
/** An action beyond the board. */
export const ILLEGAL = '{"answer":{"x":99,"y":0}}';

/** The one episode of a run folder, which must have come to its end. */
export async function recordOf(folder: string, name: string): Promise<OkEpisode> {
  const { records, missing } = await readRun(join(folder, name));
  expect(missing).toEqual([]);
  const episode = records[0]?.episode;
  if (episode?.status !== "ok") throw new Error(`expected a record: ${JSON.stringify(records)}`);
  return episode;
}
