/** Reads whole One Stroke frames: patches, edges, vertices and diagonals on the followed plane. */
import { localScale } from "../../../core/geometry/homography.ts";
import type { Rgb, RgbaImage } from "../../../core/image.ts";
import { parseHexColour } from "../../../core/image.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import { patchTopColour, seenColours } from "../../../tasks/one-stroke/colours.ts";
import { oneStrokeTask } from "../../../tasks/one-stroke/index.ts";
import { CELL_COLOURS, type LatticeEdge } from "../../../tasks/one-stroke/state.ts";
import { cameraOfScene } from "../../../tasks/one-stroke/views.ts";
import { createSurface, toRgba } from "../../../tasks/scene/surface.ts";
import type { Alignment } from "../../board/align.ts";
import {
  type BoardReference,
  createBoardReference,
  flatten,
  referenceScene,
} from "../../board/reference.ts";
import { samplePoints } from "../../image/resample.ts";
import { atLevel, levelForPitch, type WorkingFrame } from "../../image/working-frame.ts";
import type { FrameReader, FrameReading, ReaderMemory } from "../../judge.ts";
import { labelByReadRatio } from "../../label.ts";
import { STROKE_READ_THRESHOLDS } from "../../thresholds.ts";
import { expectStrokeBoard } from "./expect-board.ts";
import { type LatticeSize, latticeCells, latticeEdges, latticeVertices } from "./lattice.ts";
import { type HiddenBins, readEdge } from "./read-edge.ts";
import { createStrokeSamples, EDGE_BINS, type Range, type StrokeSamples } from "./sample-points.ts";
import type { EdgeReading, PatchColour, StrokeFrameState, VertexMark } from "./state.ts";

/** Samples that one board unit is worth: the tube is a sixth of a unit wide. */
const SAMPLES_PER_UNIT = 32;

/** Everything about a scene that reading needs, computed once. */
type StrokeLook = {
  readonly samples: StrokeSamples;
  readonly edges: readonly LatticeEdge[];
  readonly hidden: readonly HiddenBins[];
  /** Colours that each cell's patch may have, as the light shows them there. */
  readonly patches: readonly (readonly { readonly name: PatchColour; readonly colour: Rgb }[])[];
  readonly slab: Rgb;
  readonly strokeAlongX: Rgb;
  readonly strokeAlongY: Rgb;
  /** Share of stroke that each corner of each cell seems to have when nothing is drawn. */
  readonly bareCorners: readonly number[];
};

export function createStrokeReader(
  instance: Instance,
  scene: Scene,
): FrameReader<StrokeFrameState> {
  const initial = oneStrokeTask.initialState(instance);
  const small = referenceScene(scene);
  const surface = createSurface(small.widthPx, small.heightPx);
  oneStrokeTask.draw(surface.context, small, oneStrokeTask.poseOf(initial));
  const picture = toRgba(surface);
  const reference = createBoardReference(picture, small);
  const look = withBareCorners(describeLook(scene, initial), picture, small);
  const start: ReaderMemory<StrokeFrameState> = {
    state: undefined,
    points: expectStrokeBoard(reference.template, look.samples.size, undefined),
    learnt: undefined,
  };
  return {
    reference,
    start,
    anchors: start.points,
    read: (frame, fix, memory) => readStrokeFrame(frame, fix, memory, look, reference),
  };
}

function describeLook(scene: Scene, size: LatticeSize): StrokeLook {
  const camera = cameraOfScene(scene);
  const seen = seenColours(camera);
  const { pegBins, jointBins } = STROKE_READ_THRESHOLDS;
  const isPeg = (x: number, y: number): boolean =>
    (x === 0 && y === 0) || (x === size.width - 1 && y === size.height - 1);
  const edges = latticeEdges(size);
  const slab = parseHexColour(scene.palette["slab"] ?? "#171921");
  return {
    samples: createStrokeSamples(scene, size),
    edges,
    hidden: edges.map(([x0, y0, x1, y1]) => ({
      atFirst: isPeg(x0, y0) ? pegBins : jointBins,
      atSecond: isPeg(x1, y1) ? pegBins : jointBins,
    })),
    patches: latticeCells(size).map((cell) => [
      { name: "empty", colour: slab },
      ...CELL_COLOURS.map((name) => ({
        name,
        colour: patchTopColour(camera, size, cell, name),
      })),
    ]),
    slab,
    strokeAlongX: seen.strokeAlongX,
    strokeAlongY: seen.strokeAlongY,
    bareCorners: [],
  };
}

/**
 * Reads the corners off the picture of the first state: in a slanted view a bright patch, or its side,
 * may reach over a corner and look like stroke there.
 */
function withBareCorners(look: StrokeLook, picture: RgbaImage, scene: Scene): StrokeLook {
  const { points, corners, size } = look.samples;
  const rgb = new Float32Array((points.length / 2) * 3);
  const [h0, h1, h2, h3, h4, h5, h6, h7, h8] = scene.boardToPixel;
  samplePoints(flatten(picture), [h0, h1, h2, h3, h4, h5, h6, h7, h8], points, rgb);
  const count = 4 * latticeCells(size).length;
  const bareCorners = Array.from({ length: count }, (_, corner) =>
    strokeShare(medianOf(rgb, corners, corner, 0), look, true),
  );
  return { ...look, bareCorners };
}

function readStrokeFrame(
  frame: WorkingFrame,
  fix: Alignment,
  memory: ReaderMemory<StrokeFrameState>,
  look: StrokeLook,
  reference: BoardReference,
): FrameReading<StrokeFrameState> {
  const { samples } = look;
  const pitchPx = localScale(fix.boardToPixel, reference.centre);
  const level = levelForPitch(frame, pitchPx, SAMPLES_PER_UNIT);
  const rgb = new Float32Array((samples.points.length / 2) * 3);
  samplePoints(level.rgb, atLevel(fix.boardToPixel, level), samples.points, rgb);
  const { gain, bias } = fix.brightness;
  for (let i = 0; i < rgb.length; i++) rgb[i] = gain * (rgb[i] as number) + bias;
  const { size } = samples;
  const cells = latticeCells(size).map((_, k) => readPatch(rgb, samples.cells, k, look));
  const edges = look.edges.map((_, k) => readEdgeAt(rgb, k, look));
  const vertices = latticeVertices(size).map((_, k) => readVertex(rgb, samples.vertices, k, look));
  const corners = latticeCells(size).map((_, k) => readCorners(rgb, k, look));
  const state: StrokeFrameState = { size, cells, edges, vertices, corners };
  const read =
    cells.filter((cell) => cell !== undefined).length +
    edges.filter((edge) => edge.cover !== "unread").length;
  const confidence = edges.reduce((sum, edge) => sum + edge.confidence, 0) / edges.length;
  return {
    label: labelByReadRatio(read / (cells.length + edges.length)),
    confidence,
    state,
    memory: {
      state,
      points: expectStrokeBoard(reference.template, size, state, memory),
      learnt: undefined,
    },
  };
}

/** Median of one channel over the points of an item; NaN when it lies outside the picture. */
function medianOf(rgb: Float32Array, range: Range, item: number, channel: 0 | 1 | 2): number {
  const values = new Float32Array(range.perItem);
  const first = range.first + item * range.perItem;
  for (let k = 0; k < values.length; k++) values[k] = rgb[3 * (first + k) + channel] as number;
  return values.sort()[values.length >> 1] ?? Number.NaN;
}

function readPatch(
  rgb: Float32Array,
  range: Range,
  item: number,
  look: StrokeLook,
): PatchColour | undefined {
  const seen: Rgb = [
    medianOf(rgb, range, item, 0),
    medianOf(rgb, range, item, 1),
    medianOf(rgb, range, item, 2),
  ];
  const ranked = (look.patches[item] ?? [])
    .map(({ name, colour }) => ({ name, distance: distanceOf(seen, colour) }))
    .sort((a, b) => a.distance - b.distance);
  const [best, second] = ranked;
  if (!best || !second || !(best.distance <= STROKE_READ_THRESHOLDS.maxColourDistance)) {
    return undefined;
  }
  const advantage = (second.distance - best.distance) / Math.max(second.distance, 1);
  return advantage >= STROKE_READ_THRESHOLDS.minColourAdvantage ? best.name : undefined;
}

function distanceOf(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Share of stroke in the red channel, 0 = slab, 1 = stroke. */
function strokeShare(red: number, look: StrokeLook, isAlongX: boolean): number {
  const stroke = isAlongX ? look.strokeAlongX[0] : look.strokeAlongY[0];
  return (red - look.slab[0]) / (stroke - look.slab[0]);
}

const coverage = new Float32Array(EDGE_BINS);

function readEdgeAt(rgb: Float32Array, item: number, look: StrokeLook): EdgeReading {
  const { edges: range } = look.samples;
  const [, y0, , y1] = look.edges[item] ?? [0, 0, 1, 0];
  const perBin = range.perItem / EDGE_BINS;
  for (let bin = 0; bin < EDGE_BINS; bin++) {
    const first = range.first + item * range.perItem + bin * perBin;
    let sum = 0;
    for (let k = first; k < first + perBin; k++) sum += rgb[3 * k] as number;
    coverage[bin] = strokeShare(sum / perBin, look, y0 === y1);
  }
  return readEdge(coverage, look.hidden[item] ?? { atFirst: 1, atSecond: 1 });
}

function readVertex(
  rgb: Float32Array,
  range: Range,
  item: number,
  look: StrokeLook,
): VertexMark | undefined {
  const red = medianOf(rgb, range, item, 0);
  const green = medianOf(rgb, range, item, 1);
  const blue = medianOf(rgb, range, item, 2);
  if (Number.isNaN(red)) return undefined;
  const { pegDifference, drawnShare } = STROKE_READ_THRESHOLDS;
  if (green - Math.max(red, blue) > pegDifference) return "start";
  if (red - Math.max(green, blue) > pegDifference) return "goal";
  return strokeShare(red, look, true) >= drawnShare ? "stroke" : "bare";
}

/** Which corners of a cell a stroke covers, one bit each. */
function readCorners(rgb: Float32Array, item: number, look: StrokeLook): number {
  const { corners } = look.samples;
  let bits = 0;
  for (let corner = 0; corner < 4; corner++) {
    const share = strokeShare(medianOf(rgb, corners, 4 * item + corner, 0), look, true);
    const rise = share - (look.bareCorners[4 * item + corner] ?? 0);
    const { diagonalShare, diagonalRise } = STROKE_READ_THRESHOLDS;
    if (share >= diagonalShare && rise >= diagonalRise) bits |= 1 << corner;
  }
  return bits;
}
