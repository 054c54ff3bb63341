/**
 * What the judge read in a clip, to be drawn over its frames without the verdict. Verdicts keep a
 * rounded description of each state, which cannot be drawn; so the clip is read again and must give
 * the same descriptions.
 */
import { readFile } from "node:fs/promises";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { compose, scaleThenShift } from "../../core/geometry/homography.ts";
import { canonicalJson } from "../../core/hash/canonical-json.ts";
import { instanceSchema } from "../../core/schema/instance.ts";
import { sceneSchema } from "../../core/schema/scene.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";
import { readingSize } from "../../cv-diagnostics/diagnose.ts";
import { openClip, type SourceFrame } from "../../cv-diagnostics/frames/index.ts";
import { createSearchBudget, observeFrames } from "../../cv-diagnostics/observe.ts";
import { DIAGNOSTICS_VERSION } from "../../cv-diagnostics/thresholds.ts";
import type { Candidate } from "./candidates.ts";

/** Draws the reading of a frame over it, the frame's own corner at (`left`, `top`). */
export type DrawReading = (
  context: SKRSContext2D,
  frame: SourceFrame,
  left: number,
  top: number,
) => void;

/**
 * @param clip path of the clip
 * @returns undefined when the judge is another version or the run has lost its geometry: there is then
 * no telling what was read
 */
export async function readAgain(
  candidate: Candidate,
  clip: string,
): Promise<DrawReading | undefined> {
  const { verdict, runPath, instanceId, task } = candidate;
  if (verdict.diagnosticsVersion !== DIAGNOSTICS_VERSION) return undefined;
  const readJson = async (file: string): Promise<unknown> => {
    const text = await readFile(inRun(runPath, episodePath(instanceId, file)), "utf8").catch(
      () => "null",
    );
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  const instance = instanceSchema.safeParse(await readJson(ARTEFACTS.instance));
  const scene = sceneSchema.safeParse(await readJson(ARTEFACTS.scene));
  if (!instance.success || !scene.success) return undefined;
  const judge = judgeRegistry.get(task);
  const source = await openClip(clip, {
    count: verdict.sampling.frames,
    longSidePx: readingSize(scene.data),
  });
  const observed = observeFrames(
    source.clip.frames,
    judge.createReader(instance.data, scene.data),
    { sampled: true, budget: createSearchBudget() },
  ).map((tracked) => tracked.observation);
  const isSame = verdict.frames.every((frame, i) => {
    const again = observed[i];
    if (again?.label !== frame.label) return false;
    if (again.state === undefined) return frame.state === undefined;
    return canonicalJson(judge.describeState(again.state)) === canonicalJson(frame.state);
  });
  if (!isSame) return undefined;
  const byIndex = new Map(observed.map((observation) => [observation.index, observation]));
  const analysedWidth = source.clip.frames[0]?.image.widthPx ?? 1;
  return (context, frame, left, top) => {
    const observation = byIndex.get(frame.index);
    if (observation?.state === undefined || observation.boardToPixel === undefined) return;
    const k = frame.image.widthPx / analysedWidth;
    const toPixel = compose(scaleThenShift(k, k, left, top), observation.boardToPixel);
    judge.drawState(context, observation.state, toPixel);
  };
}
