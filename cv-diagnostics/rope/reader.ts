/** Reads whole peg-board frames: labels, ropes, their crossings, holes, and what is learnt of colours. */
import {
  compose,
  type Homography,
  localScale,
  type Point,
} from "../../core/geometry/homography.ts";
import { parseHexColour, type Rgb } from "../../core/image.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { createSurface, toRgba } from "../../tasks/scene/surface.ts";
import {
  parallaxMap,
  type RopeColour,
  type UntanglePose,
  untangleTask,
} from "../../tasks/untangle/index.ts";
import type { Alignment } from "../board/align.ts";
import { type BoardReference, createBoardReference, referenceScene } from "../board/reference.ts";
import type { BoardTemplate } from "../board/template.ts";
import { atLevel, levelForPitch, type WorkingFrame } from "../image/working-frame.ts";
import type { FrameReader, FrameReading, ReaderMemory } from "../judge.ts";
import { labelByReadRatio } from "../label.ts";
import { ROPE_READ_THRESHOLDS } from "../thresholds.ts";
import { POINT_SPACING } from "./centreline.ts";
import { clarityOf, HOLES_IN_HAZE, inHaze, isHazy } from "./clarity.ts";
import {
  type ColourTable,
  chromaOf,
  colourTable,
  FIRST_ROPE,
  FOREIGN,
  isAlike,
  type RopePalette,
} from "./colours.ts";
import { readCrossings } from "./crossings.ts";
import { type EarlierEnd, remember } from "./ends.ts";
import { expectPegBoard, labelPoints } from "./expect-board.ts";
import { readHoles } from "./holes.ts";
import { learnColours } from "./learn.ts";
import { respace } from "./points.ts";
import { createRaster, holePoint, type Raster, SAMPLES_PER_UNIT } from "./raster.ts";
import { readRope } from "./read-rope.ts";
import { takeRegions } from "./regions.ts";
import { segment } from "./segment.ts";
import type { RopeFrameState, RopeReading } from "./state.ts";

/** Height of a resting rope's axis, in hole spacings: the plane in which ropes are read. */
const ROPE_HEIGHT = 0.1;

/** Everything about an instance and its scene that reading needs, worked out once. */
type PegLook = {
  readonly raster: Raster;
  readonly colours: readonly RopeColour[];
  readonly ground: Rgb;
  /** By how much a hole is darker than the ground. */
  readonly holeContrast: number;
  /** Takes the plane of the ropes to that of the holes. */
  readonly parallax: Homography;
  readonly bare: BoardTemplate;
  readonly drawnColours: RopePalette;
};

/** What goes from frame to frame. */
type Learnt = {
  readonly palette: RopePalette;
  /** Made of a palette that is hardly different. */
  readonly table: ColourTable;
  /** Two a rope. */
  readonly ends: readonly (readonly [EarlierEnd, EarlierEnd])[];
  /** One a rope, as it was read last. */
  readonly lines: readonly (readonly Point[])[];
};

export function createRopeReader(instance: Instance, scene: Scene): FrameReader<RopeFrameState> {
  const initial = untangleTask.initialState(instance);
  const pose = untangleTask.poseOf(initial);
  const small = referenceScene(scene);
  const reference = createBoardReference(draw(small, pose), small);
  const bare = createBoardReference(draw(small, { ...pose, ropes: [] }), small).template;
  const look = describeLook(
    scene,
    pose.ropes.map(({ colour }) => colour),
    bare,
  );
  const { gridSize } = initial;
  const learnt: Learnt = {
    palette: look.drawnColours,
    table: colourTable(look.drawnColours),
    ends: initial.ropes.map(({ ends }) => [inHole(gridSize, ends[0]), inHole(gridSize, ends[1])]),
    lines: pose.ropes.map(({ points }) =>
      respace(
        points.map(([x, y]): Point => [x, y]),
        POINT_SPACING,
      ),
    ),
  };
  const start: ReaderMemory<RopeFrameState> = {
    state: undefined,
    points: expectPegBoard(
      bare,
      pose.ropes.map(({ points }) => points.map(([x, y]): Point => [x, y])),
    ),
    learnt,
  };
  return {
    reference,
    start,
    anchors: labelPoints(bare, gridSize),
    read: (frame, fix, memory) => readPegFrame(frame, fix, memory, look, reference),
  };
}

const NOWHERE: readonly [EarlierEnd, EarlierEnd] = [inHole(1, 0), inHole(1, 0)];

function inHole(gridSize: number, hole: number): EarlierEnd {
  const at = holePoint(gridSize, hole);
  return { at, rest: at };
}

function draw(scene: Scene, pose: UntanglePose) {
  const surface = createSurface(scene.widthPx, scene.heightPx);
  untangleTask.draw(surface.context, scene, pose);
  return toRgba(surface);
}

function describeLook(scene: Scene, colours: readonly RopeColour[], bare: BoardTemplate): PegLook {
  const colour = (role: string): Rgb => parseHexColour(scene.palette[role] ?? "#000000");
  const sum = ([r, g, b]: Rgb): number => r + g + b;
  const ground = colour("ground");
  const hole = colour("hole");
  return {
    raster: createRaster(scene.grid.rows),
    colours,
    ground,
    holeContrast: (sum(ground) - sum(hole)) / 3,
    parallax: parallaxMap(scene, ROPE_HEIGHT),
    bare,
    drawnColours: {
      ground: chromaOf(ground),
      hole: chromaOf(hole),
      ropes: colours.map((name) => chromaOf(colour(`rope-${name}`))),
    },
  };
}

function readPegFrame(
  frame: WorkingFrame,
  fix: Alignment,
  memory: ReaderMemory<RopeFrameState>,
  look: PegLook,
  reference: BoardReference,
): FrameReading<RopeFrameState> {
  const { raster, colours } = look;
  const before = memory.learnt as Learnt;
  const pitchPx = localScale(fix.boardToPixel, reference.centre);
  const level = levelForPitch(frame, pitchPx, SAMPLES_PER_UNIT);
  const holesToPixel = atLevel(fix.boardToPixel, level);
  const { rgb, labels } = segment(
    level.rgb,
    compose(holesToPixel, look.parallax),
    raster,
    before.table.labels,
    look.ground,
  );
  const cells = cellsByRope(labels, colours.length);
  const hasHaze = isHazy(clarityOf(fix, look.ground));
  const plain = colours.map((colour, rope) => {
    const ends = before.ends[rope] ?? NOWHERE;
    const reading = readRope(
      raster,
      labels,
      rope,
      cells[rope] ?? [],
      colour,
      ends,
      before.lines[rope],
    );
    return hasHaze ? inHaze(reading) : reading;
  });
  const crossings = readCrossings(raster, labels, plain);
  const ropes = plain.map((rope, k): RopeReading => ({ ...rope, crossings: crossings[k] ?? [] }));
  const palette = learnColours(raster, rgb, labels, ropes, before.palette, look.drawnColours);
  const contrast = look.holeContrast * fix.contrastRatio;
  const state: RopeFrameState = {
    gridSize: raster.gridSize,
    ropes,
    foreign: foreignRegions(raster, labels),
    ...(hasHaze ? HOLES_IN_HAZE : readHoles(level.rgb, holesToPixel, raster, labels, contrast)),
  };
  const read = ropes.filter(({ status }) => status !== "partly").length / ropes.length;
  return {
    label: labelByReadRatio(read),
    confidence: ropes.reduce((sum, { confidence }) => sum + confidence, 0) / ropes.length,
    state,
    memory: {
      state,
      points: expectPegBoard(
        look.bare,
        ropes.map(({ line }) => line),
      ),
      learnt: {
        palette,
        table: isAlike(palette, before.table.palette) ? before.table : colourTable(palette),
        ends: ropes.map(({ ends }, k) => {
          const earlier = before.ends[k] ?? NOWHERE;
          if (ends === undefined) return earlier;
          return [remember(earlier[0], ends[0].at), remember(earlier[1], ends[1].at)] as const;
        }),
        lines: ropes.map(({ line }, k) => (line.length > 0 ? line : (before.lines[k] ?? []))),
      } satisfies Learnt,
    },
  };
}

/** Samples of each rope. */
function cellsByRope(labels: Uint8Array, count: number): readonly (readonly number[])[] {
  const cells = Array.from({ length: count }, (): number[] => []);
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index] as number;
    if (label >= FIRST_ROPE) cells[label - FIRST_ROPE]?.push(index);
  }
  return cells;
}

function foreignRegions(raster: Raster, labels: Uint8Array): RopeFrameState["foreign"] {
  const mask = new Uint8Array(labels.length);
  let count = 0;
  for (let index = 0; index < labels.length; index++) {
    if (labels[index] !== FOREIGN) continue;
    mask[index] = 1;
    count++;
  }
  const { minForeignArea } = ROPE_READ_THRESHOLDS;
  if (count < minForeignArea * SAMPLES_PER_UNIT ** 2) return [];
  return takeRegions(raster, mask, minForeignArea).map(({ at, extent }) => ({ at, size: extent }));
}
