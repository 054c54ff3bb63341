/** Draws what was read over a frame: lattice, patches, regions by colour, stroke, head. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import {
  applyHomography,
  type Homography,
  localScale,
  type Point,
} from "../../../core/geometry/homography.ts";
import { type Regions, regionsOf } from "../../../tasks/one-stroke/regions.ts";
import { OVERLAY_COLOURS } from "../../overlay/style.ts";
import { latticeCells, latticeEdges, latticeVertices } from "./lattice.ts";
import { hasDiagonal, type StrokeFrameState } from "./state.ts";

/** Tints that tell regions apart, by size of the region: the largest stays as it is. */
const REGION_TINTS = [
  "rgba(0,0,0,0)",
  "rgba(61,220,132,0.22)",
  "rgba(88,166,255,0.24)",
  "rgba(255,210,63,0.20)",
  "rgba(255,77,109,0.20)",
  "rgba(190,130,255,0.24)",
  "rgba(66,212,244,0.22)",
] as const;

export function drawStrokeReading(
  context: SKRSContext2D,
  state: StrokeFrameState,
  toPixel: Homography,
): void {
  const { size } = state;
  const unit = localScale(toPixel, [(size.width - 1) / 2, (size.height - 1) / 2]);
  const at = (x: number, y: number): Point => applyHomography(toPixel, [x, size.height - 1 - y]);
  const line = (from: Point, to: Point): void => {
    context.beginPath();
    context.moveTo(from[0], from[1]);
    context.lineTo(to[0], to[1]);
    context.stroke();
  };
  const edges = latticeEdges(size);
  const drawn = edges.filter((_, k) => state.edges[k]?.cover === "full");
  const regions = rankBySize(regionsOf(size.width, size.height, drawn));
  for (const [k, [i, j]] of latticeCells(size).entries()) {
    const corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
    context.beginPath();
    for (const [n, [x, y]] of corners.entries()) {
      if (n === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
    context.fillStyle = REGION_TINTS[(regions[j]?.[i] ?? 0) % REGION_TINTS.length] ?? "";
    context.fill();
    const isCrossed = hasDiagonal(state.corners[k] ?? 0);
    if (state.cells[k] !== undefined && !isCrossed) continue;
    const [x, y] = at(i + 0.5, j + 0.5);
    context.font = `700 ${Math.round(unit * 0.45)}px "Topoprobe Sans"`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = OVERLAY_COLOURS.unread;
    context.fillText(state.cells[k] === undefined ? "?" : "/", x, y);
  }
  context.lineCap = "round";
  for (const [k, [x0, y0, x1, y1]] of edges.entries()) {
    const reading = state.edges[k];
    if (!reading || reading.cover === "none") {
      context.lineWidth = Math.max(0.7, unit * 0.01);
      context.strokeStyle = OVERLAY_COLOURS.grid;
      line(at(x0, y0), at(x1, y1));
      continue;
    }
    context.lineWidth = Math.max(1.5, unit * 0.05);
    const [from, to] =
      reading.cover === "from-second" ? [1 - reading.share, 1] : [0, reading.share];
    const isWhole = reading.cover === "full";
    context.strokeStyle =
      reading.cover === "unread"
        ? OVERLAY_COLOURS.unread
        : isWhole
          ? OVERLAY_COLOURS.read
          : OVERLAY_COLOURS.moving;
    const along = (t: number): Point => at(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t);
    line(along(isWhole ? 0 : from), along(isWhole ? 1 : to));
  }
  for (const [k, [x, y]] of latticeVertices(size).entries()) {
    const mark = state.vertices[k];
    if (mark !== "start" && mark !== "goal") continue;
    const [px, py] = at(x, y);
    context.beginPath();
    context.arc(px, py, unit * 0.2, 0, 2 * Math.PI);
    context.lineWidth = Math.max(1.2, unit * 0.04);
    context.strokeStyle = mark === "start" ? OVERLAY_COLOURS.ok : OVERLAY_COLOURS.violation;
    context.stroke();
  }
}

/** Renumbers regions so that 0 is the largest, and equal ones keep their order. */
function rankBySize(regions: Regions): Regions {
  const sizes = new Map<number, number>();
  for (const region of regions.flat()) sizes.set(region, (sizes.get(region) ?? 0) + 1);
  const order = [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([region]) => region);
  return regions.map((row) => row.map((region) => order.indexOf(region)));
}
