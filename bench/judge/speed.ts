/**
 * Time to judge one clip as a ratio to ffmpeg merely decoding it to raw frames, measured in turn in
 * one process so that a change in the machine's speed hits both; and the peak memory of judging.
 */
import { spawnSync } from "node:child_process";
import { findFfmpeg } from "../../core/media/index.ts";
import { drawClip, encodeTo, SIZE_480 } from "./clips.ts";
import { judgeClip } from "./exam.ts";
import type { ExamOptions } from "./groups.ts";

export type Speed = {
  readonly decodeMs: number;
  readonly judgeMs: number;
  /** Median over the rounds of judge / decode within one round. */
  readonly ratio: number;
  readonly rounds: number;
  readonly peakMemoryMb: number;
};

const ROUNDS = 15;

export async function measureSpeed(options: ExamOptions): Promise<Speed> {
  const ffmpeg = await findFfmpeg();
  const drawn = drawClip({
    task: options.exam.id,
    tier: "hard",
    seed: options.seed + 5000,
    generator: "oracle",
    size: SIZE_480,
    ...(options.view === undefined ? {} : { view: options.view }),
  });
  const clip = await encodeTo(options.folder, "speed", drawn.frames, SIZE_480, 23);
  const decodeArgs = ["-nostdin", "-threads", "1", "-i", clip];
  const toNowhere = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-y", "/dev/null"];
  await judgeClip(clip, drawn);
  const decode: number[] = [];
  const judge: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    spawnSync(ffmpeg.path, [...decodeArgs, ...toNowhere], { stdio: "ignore" });
    const middle = performance.now();
    await judgeClip(clip, drawn);
    const end = performance.now();
    decode.push(middle - start);
    judge.push(end - middle);
    ratios.push((end - middle) / (middle - start));
  }
  return {
    decodeMs: median(decode),
    judgeMs: median(judge),
    ratio: median(ratios),
    rounds: ROUNDS,
    peakMemoryMb: process.resourceUsage().maxRSS / 1024,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
