/** Pictures of One Stroke boards in known states, moved by parts of a pixel, and their true readings. */
import type { RgbaImage } from "../../core/image.ts";
import type { Scene } from "../../core/schema/scene.ts";
import {
  latticeCells,
  latticeEdges,
  latticeVertices,
} from "../../cv-diagnostics/grid/one-stroke/lattice.ts";
import { hasDiagonal, type StrokeFrameState } from "../../cv-diagnostics/grid/one-stroke/state.ts";
import { cellName, edgeName, vertexName } from "../../tasks/one-stroke/names.ts";
import { edgeKey } from "../../tasks/one-stroke/regions.ts";
import { drawStroke, type StrokePose } from "../../tasks/one-stroke/render.ts";
import { edgesOfPath, type StrokeState } from "../../tasks/one-stroke/state.ts";
import { createSurface, toRgba } from "../../tasks/scene/surface.ts";

export function pictureOf(scene: Scene, pose: StrokePose): RgbaImage {
  const surface = createSurface(scene.widthPx, scene.heightPx);
  drawStroke(surface.context, scene, pose);
  return toRgba(surface);
}

/** Moves and zooms a picture about its middle; what comes in at the sides is background. */
export function moved(shift: readonly [number, number], zoom = 1) {
  return (picture: RgbaImage): RgbaImage => {
    const { widthPx, heightPx } = picture;
    const source = createSurface(widthPx, heightPx);
    const pixels = source.context.createImageData(widthPx, heightPx);
    pixels.data.set(picture.data);
    source.context.putImageData(pixels, 0, 0);
    const target = createSurface(widthPx, heightPx);
    const { context } = target;
    const [red = 0, green = 0, blue = 0] = picture.data;
    context.fillStyle = `rgb(${red},${green},${blue})`;
    context.fillRect(0, 0, widthPx, heightPx);
    const [left, top] = [(widthPx * (1 - zoom)) / 2, (heightPx * (1 - zoom)) / 2];
    context.setTransform(zoom, 0, 0, zoom, left + shift[0], top + shift[1]);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "high";
    context.drawImage(source.canvas, 0, 0);
    return toRgba(target);
  };
}

/**
 * What was read otherwise than it stands on the board, in words; empty when all is right. Cells,
 * pegs and edges must be exact, and nothing unread.
 * @param partial edges, by `edgeKey`, that are drawn in part, and what they must be read as
 */
export function mistakesIn(
  truth: StrokeState,
  reading: StrokeFrameState | undefined,
  partial: Readonly<Record<string, string>> = {},
): readonly string[] {
  if (!reading) return ["no reading"];
  const mistakes: string[] = [];
  const compare = (where: string, seen: string | undefined, expected: string): void => {
    if (seen !== expected) mistakes.push(`${where}: ${seen} for ${expected}`);
  };
  const { size } = reading;
  const drawn = new Set(edgesOfPath(truth.path).map(edgeKey));
  for (const [k, [i, j]] of latticeCells(size).entries()) {
    compare(cellName([i, j]), reading.cells[k], truth.cells[j]?.[i] ?? "empty");
    if (hasDiagonal(reading.corners[k] ?? 0)) mistakes.push(`${cellName([i, j])}: diagonal`);
  }
  for (const [k, edge] of latticeEdges(size).entries()) {
    const key = edgeKey(edge);
    const expected = partial[key] ?? (drawn.has(key) ? "full" : "none");
    compare(edgeName(edge), reading.edges[k]?.cover, expected);
  }
  for (const [k, [x, y]] of latticeVertices(size).entries()) {
    const mark = reading.vertices[k];
    const isStart = x === 0 && y === 0;
    const isGoal = x === size.width - 1 && y === size.height - 1;
    const seen = mark === "start" || mark === "goal" ? mark : "no peg";
    compare(vertexName([x, y]), seen, isStart ? "start" : isGoal ? "goal" : "no peg");
  }
  return mistakes;
}
