/** Short encoded clips of one move, a tier each: decoded, followed and read. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untangleTask } from "../../tasks/untangle/index.ts";
import { encodeFilm } from "../../tests/helpers/pipe-clips.ts";
import { sampleFrames } from "../frames/index.ts";
import { createSearchBudget, observeFrames } from "../observe.ts";
import { createRopeReader } from "./reader.ts";
import { type BoardName, instanceOf, planOf, stateAfter } from "./testing/boards.ts";
import { mistakesIn, pictureOf, sceneOf, TOLERANCE } from "./testing/pictures.ts";

/** A busy machine gets time. */
const TIMEOUT_MS = 60_000;
/** Shares of the move, one a frame: at rest, carried, settled. */
const SHARES = [0, 0, 0.15, 0.3, 0.45, 0.6, 0.8, 1, 1];
const ENCODED = { ...TOLERANCE, plugged: 0.1, length: 0.3 };
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "topoprobe-rope-clips-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Films the first move of a board, and reads every frame of the clip. */
async function readClip(name: BoardName, crf: number) {
  const instance = instanceOf(name);
  const scene = sceneOf(instance);
  const state = stateAfter(name, 0);
  const [action] = planOf(name);
  if (action === undefined) throw new Error("expected a plan with a move");
  const poses = SHARES.map((share) => untangleTask.poseDuring(state, action, share));
  const pictures = poses.map((pose) => pictureOf(scene, pose));
  const clip = await encodeFilm(folder, `${name}-${crf}`, { pictures, fps: 8 }, crf);
  const { frames } = await sampleFrames(clip, { count: "all" });
  const reader = createRopeReader(instance, scene);
  const tracked = observeFrames(frames, reader, { sampled: true, budget: createSearchBudget() });
  return { poses, observations: tracked.map(({ observation }) => observation) };
}

describe("encoded clips", () => {
  it.each([
    ["easy-1", 35],
    ["medium-201", 28],
    ["hard-401", 23],
  ] as const)(
    "%s at CRF %d: every frame exact, from the first hole to the last",
    async (name, crf) => {
      const { poses, observations } = await readClip(name, crf);
      expect(observations.map(({ label }) => label)).toEqual(SHARES.map(() => "exact"));
      const wrong = observations.flatMap(({ state }, k) => {
        const pose = poses[k];
        return pose ? mistakesIn(pose, state, ENCODED).map((text) => `frame ${k}: ${text}`) : [];
      });
      expect(wrong).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
