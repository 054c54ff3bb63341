/**
 * Where in a clip's pictures the violations lie, for drawing over the player, and on which samples
 * each falls. From the verdict alone: nothing is read again. Pure.
 */
import { z } from "zod";
import {
  applyHomography,
  type Homography,
  localScale,
  type Point,
} from "../../core/geometry/homography.ts";
import { homographySchema, type Scene } from "../../core/schema/scene.ts";
import type { FrameVerdict, Verdict, Violation } from "../../core/schema/verdict.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";

/** Samples, 0-based and inclusive. */
export type SampleSpan = { readonly from: number; readonly to: number };

/** In pixels of the clip. */
export type Mark = SampleSpan & {
  readonly rings: readonly { readonly x: number; readonly y: number; readonly r: number }[];
  readonly lines: readonly (readonly Point[])[];
};

/** Radius of a ring in board units: a little less than a cell. */
const RING_UNITS = 0.47;

/** Samples that are evidence of a violation: it falls on them, or between them and the one before. */
export function spanOf({ frame, toFrame }: Violation, { frames }: Verdict): SampleSpan {
  const last = Math.max(0, frames.length - 1);
  const firstAt = (index: number): number => {
    const at = frames.findIndex((sampled) => sampled.index >= index);
    return at < 0 ? last : at;
  };
  return { from: firstAt(frame), to: firstAt(toFrame ?? frame) };
}

/** @returns a mark for every violation whose place is known, in the order given */
export function marksOf(
  violations: readonly Violation[],
  verdict: Verdict,
  scene: Pick<Scene, "grid">,
): readonly Mark[] {
  return violations.flatMap((violation) => {
    const span = spanOf(violation, verdict);
    const shapes = violation.where
      .split(" and ")
      .map((part) => shapeAt(part, span.from, verdict, scene.grid));
    const rings = shapes.flatMap((shape) => (shape.ring === undefined ? [] : [shape.ring]));
    const lines = shapes.flatMap((shape) => shape.lines);
    return rings.length === 0 && lines.length === 0 ? [] : [{ ...span, rings, lines }];
  });
}

type Shape = {
  readonly ring?: Mark["rings"][number];
  readonly lines: readonly (readonly Point[])[];
};

/** A place that the frame does not show is taken from the last one that showed it. */
function shapeAt(where: string, sample: number, verdict: Verdict, grid: Scene["grid"]): Shape {
  const plane = planeAt(verdict.frames, sample);
  if (plane === undefined) return { lines: [] };
  const fixed = locate(verdict.task, where, grid);
  const place = fixed ?? lastSeen(verdict.frames, sample, (state) => ropePlace(where, state));
  const line = lastSeen(verdict.frames, sample, (state) => ropeLine(where, state));
  const lines = line === undefined ? [] : [line.map((point) => rounded(plane, point))];
  if (place === undefined) return { lines };
  const [x, y] = rounded(plane, place);
  return { ring: { x, y, r: Math.round(RING_UNITS * localScale(plane, place)) }, lines };
}

function locate(task: string, where: string, grid: Scene["grid"]): Point | undefined {
  return judgeRegistry.items.find((judge) => judge.id === task)?.locate(where, grid);
}

function rounded(plane: Homography, point: Point): Point {
  const [x, y] = applyHomography(plane, point);
  return [Math.round(x), Math.round(y)];
}

function planeAt(frames: readonly FrameVerdict[], sample: number): Homography | undefined {
  return lastSeen(frames, sample, (_, frame) => {
    const plane = homographySchema.safeParse(frame.boardToPixel);
    return plane.success ? plane.data : undefined;
  });
}

function lastSeen<T>(
  frames: readonly FrameVerdict[],
  sample: number,
  read: (state: unknown, frame: FrameVerdict) => T | undefined,
): T | undefined {
  for (let at = sample; at >= 0; at--) {
    const frame = frames[at];
    const found = frame === undefined ? undefined : read(frame.state, frame);
    if (found !== undefined) return found;
  }
  return undefined;
}

const pointSchema = z.tuple([z.number(), z.number()]);

/** As much of a described state of ropes as places need. */
const ropesSchema = z.object({
  ropes: z.array(
    z.object({
      colour: z.string(),
      line: z.array(pointSchema).optional(),
      crossings: z.array(z.object({ other: z.number(), at: pointSchema })).optional(),
    }),
  ),
});

function ropeLine(where: string, state: unknown): readonly Point[] | undefined {
  const name = /^rope (\w+)$/.exec(where)?.[1];
  if (name === undefined) return undefined;
  const line = ropesOf(state).find(({ colour }) => colour === name)?.line;
  return line === undefined || line.length < 2 ? undefined : line;
}

function ropePlace(where: string, state: unknown): Point | undefined {
  const [, first, second] = /^crossing (\w+)\/(\w+)$/.exec(where) ?? [];
  if (first === undefined) return undefined;
  const ropes = ropesOf(state);
  const other = ropes.findIndex(({ colour }) => colour === second);
  const rope = ropes.find(({ colour }) => colour === first);
  return rope?.crossings?.find((crossing) => crossing.other === other)?.at;
}

function ropesOf(state: unknown): z.infer<typeof ropesSchema>["ropes"] {
  const parsed = ropesSchema.safeParse(state);
  return parsed.success ? parsed.data.ropes : [];
}
