/** What each task adds to the exam: its faults, and how a reading is compared with the truth. */
import { z } from "zod";
import { latticeEdges } from "../../cv-diagnostics/grid/one-stroke/lattice.ts";
import { maskAtAngle } from "../../cv-diagnostics/grid/pipe/pieces.ts";
import { ONE_STROKE_FAULTS } from "../../generators/builtin/faults/one-stroke/index.ts";
import { PIPE_FAULTS } from "../../generators/builtin/faults/pipe/index.ts";
import { edgeKey } from "../../tasks/one-stroke/regions.ts";
import type { StrokePose } from "../../tasks/one-stroke/render.ts";
import type { PipePose } from "../../tasks/pipe/render.ts";
import { currentMask } from "../../tasks/pipe/rules.ts";
import { pipeKind } from "../../tasks/pipe/state.ts";
import type { TaskExam } from "./exam.ts";
import { untangleExam } from "./untangle-exam.ts";

const pipeReading = z.object({
  cells: z.array(
    z.object({
      kind: z.enum(["empty", "end", "straight", "bend", "tee", "cross", "unread"]),
      angleDeg: z.number(),
      colour: z.string(),
      isSource: z.boolean(),
    }),
  ),
});

const pipeExam: TaskExam = {
  id: "pipe",
  faults: Object.keys(PIPE_FAULTS),
  scoreFrame({ poses }, frame, state) {
    const { cells } = poses[frame] as PipePose;
    const reading = pipeReading.safeParse(state);
    let settled = 0;
    let exact = 0;
    cells.forEach((cell, index) => {
      if (cell.angleDeg % 90 !== 0) return;
      settled++;
      const seen = reading.data?.cells[index];
      if (!seen || seen.kind === "unread" || seen.isSource !== cell.isSource) return;
      const mask = currentMask(cell.mask, cell.angleDeg / 90);
      const isSamePiece =
        seen.kind === pipeKind(mask) && maskAtAngle(seen.kind, seen.angleDeg) === mask;
      const colour = mask === 0 ? "none" : cell.connected ? "connected" : "disconnected";
      if (isSamePiece && seen.colour === colour) exact++;
    });
    return { "settled places": { compared: settled, exact } };
  },
  isRightPlace(where, truth) {
    const cells = truth.cells ?? (truth.cell ? [truth.cell] : []);
    const named = where.split(" and ");
    return cells.some(({ x, y }) => named.includes(`x=${x},y=${y}`));
  },
};

const strokeReading = z.object({
  cells: z.array(z.string()),
  edges: z.array(z.union([z.string(), z.object({ cover: z.string() })])),
});

const strokeExam: TaskExam = {
  id: "one-stroke",
  faults: Object.keys(ONE_STROKE_FAULTS),
  scoreFrame({ poses }, frame, state) {
    const { width, height, segments, head } = poses[frame] as StrokePose;
    const isSettled = head === null || head.every((value) => Number.isInteger(value));
    if (!isSettled) return {};
    const drawn = new Set(segments.map(([x0, y0, x1, y1]) => edgeKey([x0, y0, x1, y1])));
    const reading = strokeReading.safeParse(state);
    const edges = latticeEdges({ width, height });
    const exact = edges.filter((edge, k) => {
      const truth = drawn.has(edgeKey(edge)) ? "full" : "none";
      return reading.data?.edges[k] === truth;
    });
    return { "settled places": { compared: edges.length, exact: exact.length } };
  },
  isRightPlace(where, truth) {
    return where.split(" and ").some((place) => truth.where?.includes(place) === true);
  },
};

export const TASK_EXAMS: readonly TaskExam[] = [pipeExam, strokeExam, untangleExam];
