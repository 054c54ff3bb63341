/**
 * What never moves: the ground, the holes and the labels. Painted once for each picture and kept as
 * bytes, lit and in the shadow.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Point } from "../../../core/geometry/homography.ts";
import type { Rgb } from "../../../core/image.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import { createSurface as createLitSurface } from "../../scene/camera/shading.ts";
import type { Vec3 } from "../../scene/camera/vector.ts";
import { ensureFont, fontOf } from "../../scene/font.ts";
import { createSurface, toRgba } from "../../scene/surface.ts";
import { HOLE_SPACING, lineCoordinate, rowColOf } from "../board.ts";
import {
  FLAT_COLOURS,
  GROUND_MATERIAL,
  HEIGHTS,
  LABEL_EM,
  LABEL_OUTLINE,
  LABEL_OUTLINE_STYLE,
  LIGHTING,
  SIZES,
} from "../look.ts";
import type { UntanglePose } from "../pose.ts";
import type { Viewer } from "../views.ts";

/** Pictures of the board without ropes, RGBA. */
export type Ground = {
  readonly lit: Uint8ClampedArray;
  /** The same without sunlight. Holes and labels need no light. */
  readonly shadowed: Uint8ClampedArray;
};

/** Pictures kept, the most recently used ones: about 3 MB each. */
const KEPT = 4;
const kept = new Map<string, Ground>();

/** The ground of a picture. Must not be changed. */
export function groundOf(viewer: Viewer, scene: Scene, pose: UntanglePose): Ground {
  const { view, widthPx, heightPx } = scene;
  const key = JSON.stringify([view, widthPx, heightPx, pose.gridSize, pose.holeShifts ?? []]);
  const ground = kept.get(key) ?? paintGround(viewer, scene, pose);
  kept.delete(key);
  kept.set(key, ground);
  const oldest = kept.keys().next();
  if (kept.size > KEPT && oldest.done !== true) kept.delete(oldest.value);
  return ground;
}

/** Colour of the ground in the sun, or in the shadow, as the viewer sees it. */
export function groundColour({ axes }: Viewer, isShadowed: boolean): Rgb {
  return createLitSurface(GROUND_MATERIAL, LIGHTING).shade([0, 1, 0], axes[2], isShadowed);
}

function paintGround(viewer: Viewer, scene: Scene, pose: UntanglePose): Ground {
  const paint = (isShadowed: boolean): Uint8ClampedArray => {
    const surface = createSurface(scene.widthPx, scene.heightPx);
    const { context } = surface;
    context.fillStyle = cssOf(FLAT_COLOURS.background);
    context.fillRect(0, 0, scene.widthPx, scene.heightPx);
    paintPlane(context, viewer, isShadowed);
    paintHoles(context, viewer, pose);
    paintLabels(context, viewer, pose.gridSize);
    return new Uint8ClampedArray(toRgba(surface).data);
  };
  return { lit: paint(false), shadowed: paint(true) };
}

function paintPlane(context: SKRSContext2D, viewer: Viewer, isShadowed: boolean): void {
  const half = SIZES.groundSide / 2;
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ].map(([x = 0, z = 0]) => viewer.toPixel([x, HEIGHTS.ground, z]));
  context.fillStyle = cssOf(groundColour(viewer, isShadowed));
  fillPolygon(context, corners);
}

const CIRCLE_POINTS = 48;

function paintHoles(context: SKRSContext2D, viewer: Viewer, pose: UntanglePose): void {
  const { gridSize, holeShifts = [] } = pose;
  for (let hole = 0; hole < gridSize ** 2; hole++) {
    const { row, col } = rowColOf(gridSize, hole);
    const shift = holeShifts.find((entry) => entry.hole === hole) ?? { dx: 0, dy: 0 };
    const x = lineCoordinate(gridSize, row) + shift.dx * HOLE_SPACING;
    const z = lineCoordinate(gridSize, col) + shift.dy * HOLE_SPACING;
    context.fillStyle = cssOf(FLAT_COLOURS.rim);
    // A rim is a low cylinder: its foot shows beside its top in slanted views.
    for (const height of [HEIGHTS.ground, HEIGHTS.rimTop]) {
      fillPolygon(context, circleAt(viewer, [x, height, z], SIZES.rimRadius));
    }
    context.fillStyle = cssOf(FLAT_COLOURS.hole);
    fillPolygon(context, circleAt(viewer, [x, HEIGHTS.hole, z], SIZES.holeRadius));
  }
}

function circleAt(viewer: Viewer, [x, y, z]: Vec3, radius: number): Point[] {
  return Array.from({ length: CIRCLE_POINTS }, (_, index) => {
    const angle = (2 * Math.PI * index) / CIRCLE_POINTS;
    return viewer.toPixel([x + radius * Math.cos(angle), y, z + radius * Math.sin(angle)]);
  });
}

function paintLabels(context: SKRSContext2D, viewer: Viewer, gridSize: number): void {
  ensureFont();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  const first = lineCoordinate(gridSize, 0) - SIZES.labelGap;
  const last = lineCoordinate(gridSize, gridSize - 1) + SIZES.labelGap;
  const write = (text: string, x: number, z: number, size: number): void => {
    const place: Vec3 = [x, HEIGHTS.label, z];
    const [px, py] = viewer.toPixel(place);
    const sizePx = size * viewer.scaleAt(place);
    context.font = fontOf(800, sizePx * LABEL_EM);
    context.lineWidth = sizePx * LABEL_OUTLINE;
    context.strokeStyle = LABEL_OUTLINE_STYLE;
    context.strokeText(text, px, py);
    context.fillStyle = cssOf(FLAT_COLOURS.label);
    context.fillText(text, px, py);
  };
  for (let index = 0; index < gridSize; index++) {
    const coordinate = lineCoordinate(gridSize, index);
    write(`${index}`, coordinate, first, SIZES.labelHeight);
    write(`${index}`, first, coordinate, SIZES.labelHeight);
  }
  write("row", last, first, SIZES.wordHeight);
  write("col", first, last, SIZES.wordHeight);
}

function fillPolygon(context: SKRSContext2D, corners: readonly Point[]): void {
  context.beginPath();
  for (const [index, [x, y]] of corners.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
  context.fill();
}

function cssOf([r, g, b]: Rgb): string {
  return `rgb(${r}, ${g}, ${b})`;
}
