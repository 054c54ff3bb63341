/**
 * Scene geometry: the contract between the renderer and the judge.
 *
 * Board plane: x right, y down as seen by the player, one unit = one cell (or hole) pitch, the
 * origin at the top-left corner of cell (0, 0), or at hole or vertex (0, 0) for boards of points.
 */
import { z } from "zod";
import { finiteNumber } from "./common.ts";

export const homographySchema = z.tuple([
  finiteNumber,
  finiteNumber,
  finiteNumber,
  finiteNumber,
  finiteNumber,
  finiteNumber,
  finiteNumber,
  finiteNumber,
  finiteNumber,
]);

export const sceneSchema = z.strictObject({
  schema: z.literal("topoprobe.scene/1"),
  task: z.string(),
  /** Picture size in pixels. */
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  /** Camera name, such as "published" or "top". */
  view: z.string(),
  /** Row-major 3x3 map from the board plane to pixels of this picture. */
  boardToPixel: homographySchema,
  /** Cells (or holes, or vertices) along each axis. */
  grid: z.strictObject({
    rows: z.number().int().positive(),
    cols: z.number().int().positive(),
  }),
  /** Everything that belongs to the board and never moves lies in this box, in board units. */
  extent: z.strictObject({
    left: finiteNumber,
    top: finiteNumber,
    right: finiteNumber,
    bottom: finiteNumber,
  }),
  /** Pixels per board unit at the centre of the board. */
  pitchPx: finiteNumber,
  /** Colour by role, `#rrggbb`. */
  palette: z.record(z.string(), z.string().regex(/^#[0-9a-f]{6}$/i)),
});

export type Scene = z.infer<typeof sceneSchema>;
