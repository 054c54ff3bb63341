/**
 * Reads one cell by analysis by synthesis: every kind at every angle is compared with the patch,
 * the best is refined, and the distance to the best different explanation becomes the confidence.
 */
import type { PipeKind } from "../../../tasks/pipe/state.ts";
import { PIPE_READ_THRESHOLDS } from "../../thresholds.ts";
import { type HubReading, readHub } from "./hub.ts";
import { PIECE_KINDS, PIECE_SHAPES, turnBetween } from "./pieces.ts";
import {
  ANGLE_STEP_DEG,
  COARSE_SIDE,
  PATCH_PIXELS,
  PATCH_SIDE,
  type PieceTemplate,
  pieceTemplates,
  reduceCoverage,
  sourceCoverage,
} from "./templates.ts";

/** Colour of a piece; `mixed` when neither paint clearly wins, `none` when there is no pipe. */
export type CellColour = "connected" | "disconnected" | "mixed" | "none";

/** What was read in one cell. */
export type CellReading = {
  /** False when no explanation fits well enough: the other fields are then the best guess. */
  readonly isRead: boolean;
  readonly kind: PipeKind;
  /** Clockwise, relative to the kind's angle 0, in [0, period). */
  readonly angleDeg: number;
  readonly colour: CellColour;
  /** The large hub of the source is drawn here. */
  readonly isSource: boolean;
  /** 0..1: how much better than the best different explanation. */
  readonly confidence: number;
  /** Residual of the best explanation relative to one pipe arm's energy; 0 = perfect. */
  readonly residual: number;
};

type Candidate = { readonly kind: PipeKind; readonly angleDeg: number; readonly error: number };

/**
 * @param first,second shares of the connected and disconnected paint per sample (see unmix.ts)
 */
export function readCell(first: Float32Array, second: Float32Array): CellReading {
  const coverage = new Float32Array(PATCH_PIXELS);
  for (let i = 0; i < PATCH_PIXELS; i++) {
    coverage[i] = Math.min(1, (first[i] ?? 0) + (second[i] ?? 0));
  }
  const empty = errorOfNothing(coverage);
  const best = PIECE_KINDS.map((kind) => refine(kind, bestCoarse(kind, coverage), coverage));
  best.push({ kind: "empty", angleDeg: 0, error: empty });
  best.sort((a, b) => a.error - b.error);
  const top = best[0] ?? { kind: "empty", angleDeg: 0, error: empty };
  const isEmpty = top.kind === "empty";
  const hub = isEmpty ? NO_HUB : readHub(top.kind, nearestTemplateDeg(top), coverage);
  const error = hub.isSource ? hubError(top, coverage) : top.error;
  const otherKind = Math.min(...best.slice(1).map((candidate) => candidate.error));
  const rival = Math.min(otherKind, rivalAngle(top, coverage));
  const limits = PIPE_READ_THRESHOLDS;
  const confidence = Math.max(0, Math.min(1, (rival - error) / Math.max(rival, 1e-6)));
  return {
    isRead:
      error <= (isEmpty ? limits.maxEmptyResidual : limits.maxResidual) &&
      confidence >= limits.minConfidence &&
      hub.marginRatio >= limits.minHubMarginRatio,
    kind: top.kind,
    angleDeg: top.angleDeg,
    colour: isEmpty ? "none" : voteColour(first, second, coverage),
    isSource: hub.isSource,
    confidence,
    residual: error,
  };
}

let armEnergy: number | undefined;

/** Squared coverage of the smallest piece: the unit of every residual. */
function unitEnergy(): number {
  if (armEnergy === undefined) {
    const template = pieceTemplates().find((t) => t.kind === "end" && t.angleDeg === 0);
    armEnergy = template ? sumSquares(template.coverage) : 1;
  }
  return armEnergy;
}

function sumSquares(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

function errorOfNothing(coverage: Float32Array): number {
  return sumSquares(coverage) / unitEnergy();
}

function templateError(coverage: Float32Array, template: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < coverage.length; i++) {
    const d = (coverage[i] ?? 0) - (template[i] ?? 0);
    sum += d * d;
  }
  return sum / unitEnergy();
}

const coarsePatch = new Float32Array(COARSE_SIDE * COARSE_SIDE);

function templatesOf(kind: PipeKind): readonly PieceTemplate[] {
  let known = byKind.get(kind);
  if (!known) {
    known = pieceTemplates().filter((template) => template.kind === kind);
    byKind.set(kind, known);
  }
  return known;
}
const byKind = new Map<PipeKind, readonly PieceTemplate[]>();

/** Index of the best template of a kind on the reduced patch. */
function bestCoarse(kind: PipeKind, coverage: Float32Array): number {
  reduceCoverage(coverage, coarsePatch);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  templatesOf(kind).forEach((template, index) => {
    let sum = 0;
    const { coarse } = template;
    for (let i = 0; i < coarse.length && sum < least; i++) {
      const d = (coarsePatch[i] ?? 0) - (coarse[i] ?? 0);
      sum += d * d;
    }
    if (sum < least) {
      least = sum;
      best = index;
    }
  });
  return best;
}

/** Compares at full resolution around an index and interpolates the angle by a parabola. */
function refine(kind: PipeKind, index: number, coverage: Float32Array): Candidate {
  const templates = templatesOf(kind);
  const n = templates.length;
  const errorAt = (k: number): number => {
    const template = templates[((k % n) + n) % n];
    return template ? templateError(coverage, template.coverage) : Number.POSITIVE_INFINITY;
  };
  let at = index;
  let here = errorAt(at);
  let before = errorAt(at - 1);
  let after = errorAt(at + 1);
  for (let moves = 0; moves < 3 && Math.min(before, after) < here; moves++) {
    if (before < after) {
      at--;
      after = here;
      here = before;
      before = errorAt(at - 1);
    } else {
      at++;
      before = here;
      here = after;
      after = errorAt(at + 1);
    }
  }
  const curvature = before - 2 * here + after;
  const shift =
    curvature > 1e-9 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curvature))) : 0;
  const { periodDeg } = PIECE_SHAPES[kind];
  const angleDeg = ((((at + shift) * ANGLE_STEP_DEG) % periodDeg) + periodDeg) % periodDeg;
  return { kind, angleDeg, error: Math.max(0, here - (curvature * shift * shift) / 2) };
}

const NO_HUB: HubReading = { isSource: false, marginRatio: Number.POSITIVE_INFINITY };

/** Residual of the same piece with the source's hub. */
function hubError(top: Candidate, coverage: Float32Array): number {
  return templateError(coverage, sourceCoverage(top.kind, nearestTemplateDeg(top)));
}

function nearestTemplateDeg({ kind, angleDeg }: Candidate): number {
  const { periodDeg } = PIECE_SHAPES[kind];
  return (Math.round(angleDeg / ANGLE_STEP_DEG) * ANGLE_STEP_DEG) % periodDeg;
}

/** Least residual of the same kind at a clearly different angle. */
function rivalAngle(top: Candidate, coverage: Float32Array): number {
  const { periodDeg } = PIECE_SHAPES[top.kind];
  let least = Number.POSITIVE_INFINITY;
  if (top.kind === "empty") return least;
  for (const template of templatesOf(top.kind)) {
    const away = Math.abs(turnBetween(top.angleDeg, template.angleDeg, periodDeg));
    if (away < PIPE_READ_THRESHOLDS.rivalAngleDeg) continue;
    if (template.angleDeg % 15 !== 0) continue;
    least = Math.min(least, templateError(coverage, template.coverage));
  }
  return least;
}

/** Votes over the samples that are mostly pipe, hub left out: the source's hub is always green. */
function voteColour(first: Float32Array, second: Float32Array, coverage: Float32Array): CellColour {
  let a = 0;
  let b = 0;
  for (let r = 0; r < PATCH_SIDE; r++) {
    for (let c = 0; c < PATCH_SIDE; c++) {
      const i = r * PATCH_SIDE + c;
      if ((coverage[i] ?? 0) < 0.5) continue;
      const radius = Math.hypot(c + 0.5 - PATCH_SIDE / 2, r + 0.5 - PATCH_SIDE / 2) / PATCH_SIDE;
      if (radius < PIPE_READ_THRESHOLDS.colourInnerRadius) continue;
      a += first[i] ?? 0;
      b += second[i] ?? 0;
    }
  }
  const share = a / Math.max(a + b, 1e-6);
  if (share >= PIPE_READ_THRESHOLDS.colourShare) return "connected";
  if (share <= 1 - PIPE_READ_THRESHOLDS.colourShare) return "disconnected";
  return "mixed";
}
