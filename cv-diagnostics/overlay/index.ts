/** Annotated pictures of a judged clip: what was read, and what broke which rule where. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Scene } from "../../core/schema/scene.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { toPng } from "../../tasks/scene/surface.ts";
import { decodeFrames, type SampledClip, type SourceFrame } from "../frames/index.ts";
import type { AnyJudge, Observation } from "../judge.ts";
import { drawFrame, type OverlayFrame } from "./frame.ts";
import { chooseSamples, drawStrip } from "./strip.ts";

/** Everything an overlay is drawn from. */
export type OverlaySource = {
  readonly clip: SampledClip;
  readonly observations: readonly Observation<unknown>[];
  readonly verdict: Verdict;
  readonly judge: AnyJudge;
  /** The board's box in board units. */
  readonly extent: Scene["extent"];
  readonly grid: Scene["grid"];
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
  const chosen = chooseSamples(source);
  const samples = allFrames ? source.clip.frames.map((_, sample) => sample) : chosen;
  const frames = await overlayFrames(source, samples);
  const strip = drawStrip(
    source,
    chosen.flatMap((sample) => frames.get(sample) ?? []),
  );
  await writeFileAtomic(join(folder, "strip.png"), toPng(strip));
  if (!allFrames) return;
  for (const [sample, frame] of frames) {
    const name = `frame-${String(sample).padStart(2, "0")}.png`;
    await writeFileAtomic(join(folder, name), toPng(drawFrame(source, frame)));
  }
}

/** The samples again, larger than they were read: people look at these. */
async function overlayFrames(
  source: OverlaySource,
  samples: readonly number[],
): Promise<ReadonlyMap<number, OverlayFrame>> {
  const { clip } = source;
  const indexOf = (sample: number): number => clip.frames[sample]?.index ?? 0;
  const wanted = [...new Set(samples.map(indexOf))].sort((a, b) => a - b);
  const decoded = new Map<number, SourceFrame>(
    (await decodeFrames(clip.path, clip.info, wanted)).map((frame) => [frame.index, frame]),
  );
  const observed = source.observations.filter((observation) => observation.sampled);
  const frames = new Map<number, OverlayFrame>();
  for (const sample of samples) {
    const frame = decoded.get(indexOf(sample));
    if (!frame) continue;
    const analysedWidth = clip.frames[sample]?.image.widthPx ?? frame.image.widthPx;
    frames.set(sample, {
      sample,
      frame,
      observation: observed[sample],
      analysedScale: frame.image.widthPx / analysedWidth,
    });
  }
  return frames;
}
