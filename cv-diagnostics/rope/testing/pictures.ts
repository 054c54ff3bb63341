/** Pictures of peg boards in known poses, read as the judge reads frames, and what is wrong with that. */
import { crossingsOf, type Polyline } from "../../../core/geometry/polyline-crossings.ts";
import type { RgbaImage } from "../../../core/image.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import { createSurface, toRgba } from "../../../tasks/scene/surface.ts";
import { type RopePose, type UntanglePose, untangleTask } from "../../../tasks/untangle/index.ts";
import { ropeName } from "../../../tasks/untangle/names.ts";
import { flatten } from "../../board/reference.ts";
import type { Observation } from "../../judge.ts";
import { createSearchBudget, observeFrames } from "../../observe.ts";
import { distanceBetween, lengthOf } from "../points.ts";
import { createRopeReader } from "../reader.ts";
import type { RopeFrameState, RopeReading } from "../state.ts";

/** As high as a 480p clip, and no wider than the published board needs. */
export const PICTURE = { widthPx: 524, heightPx: 480 } as const;

export function sceneOf(instance: Instance, view = "published"): Scene {
  return untangleTask.scene(untangleTask.initialState(instance), { ...PICTURE, view });
}

export function pictureOf(scene: Scene, pose: UntanglePose): RgbaImage {
  const surface = createSurface(scene.widthPx, scene.heightPx);
  untangleTask.draw(surface.context, scene, pose);
  return toRgba(surface);
}

/** Observes pictures of one board, one after the other. */
export function observe(
  instance: Instance,
  scene: Scene,
  pictures: readonly RgbaImage[],
): readonly Observation<RopeFrameState>[] {
  const frames = pictures.map((picture, index) => {
    return { index, timeSec: index / 8, image: flatten(picture) };
  });
  const reader = createRopeReader(instance, scene);
  const tracked = observeFrames(frames, reader, { sampled: true, budget: createSearchBudget() });
  return tracked.map(({ observation }) => observation);
}

/** How far readings of a rope may be off. Lengths in hole spacings. */
export type Tolerance = {
  /** Ends in holes, and ends in the air, which the viewer sees a little larger and aside. */
  readonly plugged: number;
  readonly inFlight: number;
  /** Of lengths: this share, or this much, whichever is more. */
  readonly lengthRatio: number;
  readonly length: number;
};

/** From straight above. A rope may be shorter by what curls under the two plugs, which nobody sees. */
export const TOLERANCE: Tolerance = {
  plugged: 0.08,
  inFlight: 0.12,
  lengthRatio: 0.03,
  length: 0.17,
};

/**
 * What was read otherwise than it is drawn, in words; empty when all is right. Where over and under
 * is not told, nothing is said of it: see `untoldIn`.
 */
export function mistakesIn(
  { gridSize, ropes }: UntanglePose,
  state: RopeFrameState | undefined,
  tolerance = TOLERANCE,
): readonly string[] {
  if (state === undefined) return ["no reading"];
  const { along } = crossingsOf(ropes.map(({ points }) => points));
  const mistakes = ropes.flatMap((rope, k) => {
    const reading = state.ropes[k];
    const wrong =
      reading?.status === "read"
        ? [
            ...endMistakes(gridSize, rope, reading, tolerance),
            ...lengthMistakes(rope, reading, tolerance),
            ...crossingMistakes(along[k] ?? [], k, reading),
            ...flawsOf(reading),
          ]
        : [`${reading?.status}`];
    return wrong.map((mistake) => `${ropeName(rope.colour)}: ${mistake}`);
  });
  return [...mistakes, ...boardFlawsOf(state)];
}

function endMistakes(
  gridSize: number,
  { ends }: RopePose,
  reading: RopeReading,
  tolerance: Tolerance,
): string[] {
  return ends.flatMap(({ x, y, state }, k) => {
    const end = reading.ends?.[k];
    if (end === undefined) return [`no end ${k}`];
    const off = distanceBetween(end.at, [x, y]);
    const reach = state === "in-flight" ? tolerance.inFlight : tolerance.plugged;
    const place = off > reach ? [`end ${k} is ${off.toFixed(2)} off`] : [];
    const hole = Math.round(x) * gridSize + Math.round(y);
    return state === "plugged" && end.hole !== hole
      ? [...place, `end ${k} in hole ${end.hole} for ${hole}`]
      : place;
  });
}

function lengthMistakes(
  { points }: RopePose,
  { length }: RopeReading,
  tolerance: Tolerance,
): string[] {
  const truth = lengthOf(flat(points));
  const off = Math.abs(length - truth);
  const isRight = off <= Math.max(tolerance.length, tolerance.lengthRatio * truth);
  return isRight ? [] : [`length ${length.toFixed(2)} for ${truth.toFixed(2)}`];
}

function flat(points: Polyline) {
  return points.map(([x, y]) => [x, y] as const);
}

type TrueCrossing = { readonly other: number; readonly isOver: boolean };

function crossingMistakes(
  truth: readonly TrueCrossing[],
  rope: number,
  { crossings }: RopeReading,
): string[] {
  const seen = crossings.filter(({ other }) => other !== rope);
  const isSame =
    seen.length === truth.length &&
    seen.every(({ other, isOver }, k) => {
      return other === truth[k]?.other && (isOver === undefined || isOver === truth[k]?.isOver);
    });
  return isSame ? [] : [`crossings ${describeCrossings(seen)} for ${describeCrossings(truth)}`];
}

function describeCrossings(
  crossings: readonly { readonly other: number; readonly isOver: boolean | undefined }[],
): string {
  const words = crossings.map(({ other, isOver }) => {
    return `${isOver === undefined ? "?" : isOver ? "over" : "under"} ${other}`;
  });
  return `[${words.join(", ")}]`;
}

function flawsOf({ gaps, extra, extraPlugs }: RopeReading): string[] {
  return [
    ...gaps.map(({ at }) => `gap at ${placeName(at)}`),
    ...extra.map(({ at }) => `extra piece at ${placeName(at)}`),
    ...extraPlugs.map((at) => `extra plug at ${placeName(at)}`),
  ];
}

function boardFlawsOf({ foreign, missingHoles, strayHoles }: RopeFrameState): string[] {
  return [
    ...foreign.map(({ at }) => `foreign colour at ${placeName(at)}`),
    ...missingHoles.map((hole) => `hole ${hole} missing`),
    ...strayHoles.map((at) => `stray hole at ${placeName(at)}`),
  ];
}

function placeName([x, y]: readonly [number, number]): string {
  return `(${x.toFixed(1)},${y.toFixed(1)})`;
}

/** Crossings of two ropes of which it is not told which lies over; each counts for both ropes. */
export function untoldIn({ ropes }: RopeFrameState): number {
  return ropes
    .flatMap(({ crossings }, rope) => crossings.filter(({ other }) => other !== rope))
    .filter(({ isOver }) => isOver === undefined).length;
}
