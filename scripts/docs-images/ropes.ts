/** Reading ropes: a frame, the label of each of its samples, the lines, and a board that two rules take differently. */
import { encodeTo } from "../../bench/judge/clips.ts";
import {
  applyHomography,
  compose,
  type Homography,
  localScale,
  type Point,
  scaleThenShift,
} from "../../core/geometry/homography.ts";
import { parseHexColour } from "../../core/image.ts";
import type { Tier } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { untangleJudge } from "../../cv-diagnostics/checks/untangle/index.ts";
import { linesSolved } from "../../cv-diagnostics/checks/untangle/straight-line-rule.ts";
import { type SourceFrame, sampleFrames } from "../../cv-diagnostics/frames/index.ts";
import {
  atLevel,
  createWorkingFrame,
  levelForPitch,
} from "../../cv-diagnostics/image/working-frame.ts";
import { createSearchBudget, observeFrames } from "../../cv-diagnostics/observe.ts";
import {
  chromaOf,
  colourTable,
  FIRST_ROPE,
  FOREIGN,
  MIXED,
} from "../../cv-diagnostics/rope/colours.ts";
import { createRaster, SAMPLES_PER_UNIT } from "../../cv-diagnostics/rope/raster.ts";
import { segment } from "../../cv-diagnostics/rope/segment.ts";
import type { RopeFrameState } from "../../cv-diagnostics/rope/state.ts";
import { createSurface, type Surface, toRgba } from "../../tasks/scene/surface.ts";
import { parallaxMap, type UntangleState, untangleTask } from "../../tasks/untangle/index.ts";
import { createPanel, letter, PANEL } from "./canvas.ts";

const TILE_PX = 300;
const GAP_PX = 10;
const CAPTION_PX = 34;
const CRF = 26;
const SIZE = { widthPx: 480, heightPx: 480 };
/** As few frames as a clip is sampled at. */
const FRAMES = 41;

/** A board that was read off an encoded frame. */
type ReadBoard = {
  readonly state: UntangleState;
  readonly scene: Scene;
  readonly frame: SourceFrame;
  readonly reading: RopeFrameState;
  /** Board to pixels of the frame. */
  readonly toPixel: Homography;
};

/** The published picture of a tangle, what each sample of it shows, the lines, and a part of them. */
export async function drawRopeReading(work: string): Promise<Surface> {
  const board = await readBoard(work, "hard", 407, 0);
  const { gridSize } = board.state;
  const whole = windowOf(gridSize);
  const panel = createTiles(4);
  tile(panel, 0, "a frame", board, whole);
  tile(panel, 1, "what each sample shows", board, { ...whole, what: "labels" });
  tile(panel, 2, "what was read", board, { ...whole, what: "reading" });
  tile(panel, 3, "a line breaks where it lies under", board, {
    ...{ x: 1.55, y: 1.6, size: 2.5, what: "reading" },
  });
  return panel;
}

/** Two ropes that hook into each other between four plugs; and the same with straight lines. */
export async function drawStraightRule(work: string): Promise<Surface> {
  const board = await readBoard(work, "hard", 408, 3);
  const { gridSize, ropes } = board.state;
  const pegs = ropes.map(({ ends }) =>
    ends.map((hole): Point => [Math.floor(hole / gridSize), hole % gridSize]),
  );
  const lines = pegs.map(([from = [0, 0], to = [0, 0]]) => [from, to] as const);
  const crossings = board.reading.ropes.flatMap((rope) => rope.crossings);
  if (!linesSolved(lines) || crossings.length === 0) {
    throw new Error("expected ropes that cross between pegs whose straight lines do not");
  }
  const panel = createTiles(3);
  const window = windowOf(gridSize);
  tile(panel, 0, "a frame", board, window);
  const toTile = tile(panel, 1, "straight lines: none cross, solved", board, {
    ...window,
    dim: 0.45,
  });
  const { context } = panel;
  for (const [from, to] of lines) {
    context.beginPath();
    context.moveTo(...applyHomography(toTile, from));
    context.lineTo(...applyHomography(toTile, to));
    for (const [colour, width] of [
      [PANEL.background, 5],
      [PANEL.text, 2.5],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke();
    }
  }
  const last = tile(panel, 2, "ropes: yellow and purple cross", board, {
    ...window,
    what: "reading",
  });
  for (const { at } of crossings)
    ring(panel, applyHomography(last, at), 0.3 * localScale(last, at));
  return panel;
}

/** Encodes a still clip of a board after some moves of the solver's plan, and reads a frame of it. */
async function readBoard(
  work: string,
  tier: Tier,
  seed: number,
  moves: number,
): Promise<ReadBoard> {
  const generated = untangleTask.generate(tier, seed);
  let state = untangleTask.initialState(generated);
  for (const action of (untangleTask.solve(state) ?? []).slice(0, moves)) {
    const next = untangleTask.step(state, action);
    if (next.ok) state = next.state;
  }
  const instance: Instance = { ...generated, initialState: state };
  const scene = untangleTask.scene(state, { ...SIZE, view: "crop" });
  const surface = createSurface(SIZE.widthPx, SIZE.heightPx);
  untangleTask.draw(surface.context, scene, untangleTask.poseOf(state));
  const picture = toRgba(surface);
  const frames = Array.from({ length: FRAMES }, () => picture);
  const path = await encodeTo(work, instance.id, frames, SIZE, CRF);
  const clip = await sampleFrames(path, { longSidePx: SIZE.widthPx, count: FRAMES });
  const frame = clip.frames[FRAMES >> 1];
  if (frame === undefined) throw new Error(`expected a frame of ${path}`);
  const [seen] = observeFrames([frame], untangleJudge.createReader(instance, scene), {
    ...{ sampled: true, budget: createSearchBudget() },
  });
  const { state: reading, boardToPixel: toPixel } = seen?.observation ?? {};
  if (reading === undefined || toPixel === undefined)
    throw new Error(`expected the board in ${path}`);
  return { state, scene, frame, reading, toPixel };
}

function createTiles(count: number): Surface {
  return createPanel(count * (TILE_PX + GAP_PX) + GAP_PX, TILE_PX + CAPTION_PX + GAP_PX);
}

/** All of a board, labels included. */
function windowOf(gridSize: number): Window {
  return { x: -1.05, y: -1.05, size: gridSize + 1.1 };
}

type Window = {
  /** Part of the board that is shown. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** @default the picture alone */
  readonly what?: "labels" | "reading";
  /** Opacity of the picture. @default 1 */
  readonly dim?: number;
};

/** Draws a tile. @returns the board's map into the panel */
function tile(
  panel: Surface,
  index: number,
  caption: string,
  board: ReadBoard,
  window: Window,
): Homography {
  const { context } = panel;
  const left = GAP_PX + index * (TILE_PX + GAP_PX);
  const { toPixel, frame, reading } = board;
  const [x0, y0] = applyHomography(toPixel, [window.x, window.y]);
  const scale = TILE_PX / (window.size * localScale(toPixel, [window.x, window.y]));
  const toPanel = scaleThenShift(scale, scale, left - scale * x0, GAP_PX - scale * y0);
  const toTile = compose(toPanel, toPixel);
  context.save();
  context.beginPath();
  context.rect(left, GAP_PX, TILE_PX, TILE_PX);
  context.clip();
  if (window.what === "labels") drawLabels(panel, board, toTile);
  else {
    const picture = pictureOf(frame);
    context.globalAlpha = window.dim ?? 1;
    context.drawImage(
      picture.canvas,
      left - scale * x0,
      GAP_PX - scale * y0,
      scale * picture.widthPx,
      scale * picture.heightPx,
    );
    context.globalAlpha = 1;
    if (window.what === "reading") untangleJudge.drawState(context, reading, toTile);
  }
  context.restore();
  letter(panel, caption, [left, GAP_PX + TILE_PX + 22], { sizePx: 14 });
  return toTile;
}

/** Every sample in the colour of the rope that it shows; edges between two ropes white. */
function drawLabels(panel: Surface, board: ReadBoard, toTile: Homography): void {
  const { scene, state, frame, toPixel } = board;
  const raster = createRaster(state.gridSize);
  const colour = (role: string) => parseHexColour(scene.palette[role] ?? "#000000");
  const ropes = state.ropes.map((rope) => colour(`rope-${rope.colour}`));
  const palette = {
    ...{ ground: chromaOf(colour("ground")), hole: chromaOf(colour("hole")) },
    ropes: ropes.map(chromaOf),
  };
  const level = levelForPitch(
    createWorkingFrame(frame.image),
    localScale(toPixel, [2.5, 2.5]),
    SAMPLES_PER_UNIT,
  );
  const { labels } = segment(
    level.rgb,
    compose(atLevel(toPixel, level), parallaxMap(scene, 0.1)),
    raster,
    colourTable(palette).labels,
    colour("ground"),
  );
  const picture = createSurface(raster.cols, raster.rows);
  const pixels = picture.context.createImageData(raster.cols, raster.rows);
  labels.forEach((label, i) => {
    const shown =
      label === MIXED || label === FOREIGN
        ? [255, 255, 255]
        : (ropes[label - FIRST_ROPE] ?? [30, 35, 46]);
    pixels.data.set([...shown, 255], 4 * i);
  });
  picture.context.putImageData(pixels, 0, 0);
  const [x, y] = applyHomography(toTile, [raster.left, raster.top]);
  const side = raster.cols * raster.step * localScale(toTile, [2.5, 2.5]);
  panel.context.imageSmoothingEnabled = false;
  panel.context.drawImage(picture.canvas, x, y, side, side);
  panel.context.imageSmoothingEnabled = true;
}

function pictureOf({ image }: SourceFrame): Surface {
  const surface = createSurface(image.widthPx, image.heightPx);
  const pixels = surface.context.createImageData(image.widthPx, image.heightPx);
  for (let i = 0, j = 0; i < image.data.length; i += 3, j += 4) {
    pixels.data.set([...image.data.subarray(i, i + 3), 255], j);
  }
  surface.context.putImageData(pixels, 0, 0);
  return surface;
}

function ring({ context }: Surface, [x, y]: Point, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = 2.5;
  context.strokeStyle = PANEL.bad;
  context.stroke();
}
