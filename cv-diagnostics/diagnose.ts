/**
 * One clip, one verdict: sample, follow and read, look between samples where needed, check. The
 * judge gets the clip and the instance, never the generator's name.
 */

import { compose, scaleThenShift } from "../core/geometry/homography.ts";
import { sha256File } from "../core/hash/sha256.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { Scene } from "../core/schema/scene.ts";
import type { CheckResult, FrameVerdict, Verdict } from "../core/schema/verdict.ts";
import { getTask } from "../tasks/registry.ts";
import { judgeRegistry } from "./checks/registry.ts";
import { type ClipFrames, openClip, type SampledClip } from "./frames/index.ts";
import type { AnyJudge, FrameReader, Observation } from "./judge.ts";
import { createSearchBudget, observeFrames, type SearchBudget, type Tracked } from "./observe.ts";
import { writeOverlay } from "./overlay/index.ts";
import { BOARD_THRESHOLDS, DIAGNOSTICS_VERSION } from "./thresholds.ts";

export type DiagnoseOptions = {
  /** Path of the clip. */
  readonly clip: string;
  readonly instance: Instance;
  /** Geometry of the picture that the generator was given. @default the task's default view at 832x480 */
  readonly scene?: Scene;
  /** Frames to sample. @default 41, as published */
  readonly sampling?: number | "all";
  /** Folder for annotated frames and a strip; nothing is drawn without it. */
  readonly overlayDir?: string;
  /** Write every sampled frame beside `strip.png`. @default true */
  readonly overlayFrames?: boolean;
  /** Name of the clip in the verdict. @default `clip` */
  readonly videoName?: string;
  /** Aborting ends ffmpeg at once, and reading with the frames in hand. */
  readonly signal?: AbortSignal | undefined;
};

/** Published number of sampled frames. */
const PUBLISHED_SAMPLING = 41;
const DEFAULT_PICTURE = { widthPx: 832, heightPx: 480 } as const;

/**
 * @throws MediaError when the clip cannot be read at all
 * @throws the signal's reason when it is aborted
 */
export async function diagnose(options: DiagnoseOptions): Promise<Verdict> {
  const { instance, signal } = options;
  const task = getTask(instance.task);
  const judge = judgeRegistry.get(task.id);
  const scene = options.scene ?? task.scene(task.initialState(instance), DEFAULT_PICTURE);
  const source = await openClip(options.clip, {
    count: options.sampling ?? PUBLISHED_SAMPLING,
    longSidePx: readingSize(scene),
    ...(signal === undefined ? {} : { signal }),
  });
  const { clip } = source;
  const tracked = await observeClip(source, judge, judge.createReader(instance, scene));
  signal?.throwIfAborted();
  const observations = tracked.map((entry) => entry.observation);
  const { checks, terminal, plan } = judge.conclude(observations, instance, scene);
  const processValid = isProcessValid(checks);
  const verdict: Verdict = {
    schema: "topoprobe.verdict/1",
    diagnosticsVersion: DIAGNOSTICS_VERSION,
    video: options.videoName ?? options.clip,
    videoSha256: await sha256File(options.clip),
    task: task.id,
    instanceId: instance.id,
    sampling: {
      frames: clip.frames.length,
      indices: clip.frames.map((frame) => frame.index),
      totalFrames: clip.info.totalFrames,
      fps: clip.info.fps,
      widthPx: clip.info.widthPx,
      heightPx: clip.info.heightPx,
    },
    frames: frameVerdicts(clip, observations, judge),
    terminal,
    checks: [...checks],
    plan,
    processValid,
    processValidSuccess: processValid && terminal.scorable && terminal.outcome === "pass",
  };
  if (options.overlayDir !== undefined) {
    const drawn = { clip, observations, verdict, judge, extent: scene.extent, grid: scene.grid };
    await writeOverlay(options.overlayDir, drawn, options.overlayFrames ?? true);
  }
  return verdict;
}

/**
 * Long side of the frames to decode: that of the scene halved until a board unit would span fewer
 * than `minReadingPitchPx`, whatever the clip's own resolution. Halves scale fastest.
 */
export function readingSize(scene: Scene): number {
  const halvings = Math.floor(Math.log2(scene.pitchPx / BOARD_THRESHOLDS.minReadingPitchPx));
  return Math.round(Math.max(scene.widthPx, scene.heightPx) / 2 ** Math.max(0, halvings));
}

/** Every applicable check passes, and at least one was applicable. */
export function isProcessValid(checks: readonly CheckResult[]): boolean {
  const applicable = checks.filter((check) => check.outcome !== "not_applicable");
  return applicable.length > 0 && applicable.every((check) => check.outcome === "pass");
}

/** Reads the samples, then the frames between those of which one cannot tell what happened. */
async function observeClip<State>(
  source: ClipFrames,
  judge: AnyJudge,
  reader: FrameReader<State>,
): Promise<readonly Tracked<State>[]> {
  const budget = createSearchBudget();
  const samples = observeFrames(source.clip.frames, reader, { sampled: true, budget });
  const gaps = samples.flatMap((after, i) => {
    const before = samples[i - 1];
    if (!before || after.observation.index - before.observation.index < 2) return [];
    return judge.needsFramesBetween(before.observation, after.observation)
      ? [{ before, after }]
      : [];
  });
  if (gaps.length === 0) return samples;
  const between = await readGaps(source, reader, gaps, budget);
  return [...samples, ...between].sort((a, b) => a.observation.index - b.observation.index);
}

async function readGaps<State>(
  source: ClipFrames,
  reader: FrameReader<State>,
  gaps: readonly { readonly before: Tracked<State>; readonly after: Tracked<State> }[],
  budget: SearchBudget,
): Promise<readonly Tracked<State>[]> {
  const wanted: number[] = [];
  for (const { before, after } of gaps) {
    for (let i = before.observation.index + 1; i < after.observation.index; i++) wanted.push(i);
  }
  const frames = await source.framesAt(wanted);
  const read: Tracked<State>[] = [];
  for (const { before, after } of gaps) {
    const inside = frames.filter(
      (frame) => frame.index > before.observation.index && frame.index < after.observation.index,
    );
    read.push(...observeFrames(inside, reader, { sampled: false, from: before, budget }));
  }
  return read;
}

function frameVerdicts<State>(
  clip: SampledClip,
  observations: readonly Observation<State>[],
  judge: AnyJudge,
): FrameVerdict[] {
  const sampled = observations.filter((observation) => observation.sampled);
  const analysed = clip.frames[0]?.image;
  const up = analysed ? clip.info.widthPx / analysed.widthPx : 1;
  return clip.frames.map((frame, i): FrameVerdict => {
    const observation = sampled[i];
    return {
      index: frame.index,
      timeSec: Math.round(frame.timeSec * 1e6) / 1e6,
      ...(frame.repeated ? { repeated: true } : {}),
      label: observation?.label ?? "not_found",
      confidence: Math.round((observation?.confidence ?? 0) * 1000) / 1000,
      ...(observation?.boardToPixel
        ? {
            boardToPixel: compose(scaleThenShift(up, up, 0, 0), observation.boardToPixel).map(
              (value) => Number(value.toPrecision(7)),
            ),
          }
        : {}),
      ...(observation?.state !== undefined
        ? { state: judge.describeState(observation.state) }
        : {}),
    };
  });
}
