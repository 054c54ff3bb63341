/** Annotated pictures of a judged clip: what was read, and what broke which rule where. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Verdict } from "../../core/schema/verdict.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { toPng } from "../../tasks/scene/surface.ts";
import type { SampledClip } from "../frames/index.ts";
import type { AnyJudge, Observation } from "../judge.ts";
import { drawFrame } from "./frame.ts";
import { drawStrip } from "./strip.ts";

/** Everything an overlay is drawn from. */
export type OverlaySource = {
  readonly clip: SampledClip;
  readonly observations: readonly Observation<unknown>[];
  readonly verdict: Verdict;
  readonly judge: AnyJudge;
};

/**
 * Writes `strip.png`, and with `allFrames` also `frame-00.png` … for every sampled frame.
 * The folder is made; files of the same name are replaced.
 */
export async function writeOverlay(
  folder: string,
  source: OverlaySource,
  allFrames: boolean,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(join(folder, "strip.png"), toPng(drawStrip(source)));
  if (!allFrames) return;
  for (const [i] of source.clip.frames.entries()) {
    const name = `frame-${String(i).padStart(2, "0")}.png`;
    await writeFileAtomic(join(folder, name), toPng(drawFrame(source, i)));
  }
}
