/**
 * Is the source's large hub drawn in a cell? Blur fills the corners between the arms and looks like a
 * hub, so both answers are drawn again at several blurs and strengths, and the best of each compared.
 */
import type { PipeKind } from "../../../tasks/pipe/state.ts";
import { PATCH_SIDE, pieceTemplates, sourceCoverage } from "./templates.ts";

/** Standard deviations that are tried, in samples (a cell has PATCH_SIDE of them). */
const BLURS = [0, 1, 2, 3] as const;
/** Where the sharp answer is this good (mean squared error of a sample) and this much better, blurs need not be tried. */
const SHARP_ERROR = 0.006;
const SHARP_MARGIN_RATIO = 2;
/** Strengths that are allowed: brightness is matched to the whole board and may be off in one cell. */
const MIN_STRENGTH = 0.5;
const MAX_STRENGTH = 2;

export type HubReading = {
  readonly isSource: boolean;
  /** Squared error of the other answer over that of this one, 1 or more. */
  readonly marginRatio: number;
};

/**
 * @param angleDeg an angle for which there is a template
 * @param coverage 0..1 per sample, PATCH_SIDE squared
 */
export function readHub(kind: PipeKind, angleDeg: number, coverage: Float32Array): HubReading {
  const plain = plainCoverage(kind, angleDeg);
  const source = sourceCoverage(kind, angleDeg);
  const sharp = compare(leastError(coverage, [plain]), leastError(coverage, [source]));
  const isSharp = sharp.error < SHARP_ERROR * coverage.length;
  if (isSharp && sharp.marginRatio >= SHARP_MARGIN_RATIO) return sharp;
  const key = `${kind}@${angleDeg}`;
  const templates = blurred.get(key) ?? { plain: blurAll(plain), source: blurAll(source) };
  blurred.set(key, templates);
  return compare(leastError(coverage, templates.plain), leastError(coverage, templates.source));
}

function compare(plainError: number, sourceError: number): HubReading & { readonly error: number } {
  const isSource = sourceError < plainError;
  const [error, other] = isSource ? [sourceError, plainError] : [plainError, sourceError];
  return { isSource, error, marginRatio: other / Math.max(error, 1e-6) };
}

function leastError(coverage: Float32Array, templates: readonly Float32Array[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const template of templates) {
    let match = 0;
    let energy = 0;
    for (let i = 0; i < coverage.length; i++) {
      const t = template[i] ?? 0;
      match += (coverage[i] ?? 0) * t;
      energy += t * t;
    }
    const best = match / Math.max(energy, 1e-6);
    const strength = Math.max(MIN_STRENGTH, Math.min(MAX_STRENGTH, best));
    let error = 0;
    for (let i = 0; i < coverage.length; i++) {
      const d = (coverage[i] ?? 0) - Math.min(1, strength * (template[i] ?? 0));
      error += d * d;
    }
    least = Math.min(least, error);
  }
  return least;
}

type HubTemplates = {
  readonly plain: readonly Float32Array[];
  readonly source: readonly Float32Array[];
};

const blurred = new Map<string, HubTemplates>();

function blurAll(patch: Float32Array): readonly Float32Array[] {
  return BLURS.map((sigma) => blur(patch, sigma));
}

function plainCoverage(kind: PipeKind, angleDeg: number): Float32Array {
  const template = pieceTemplates().find((t) => t.kind === kind && t.angleDeg === angleDeg);
  return template?.coverage ?? new Float32Array(PATCH_SIDE * PATCH_SIDE);
}

/** Gaussian blur of a square patch; its edges are repeated outwards. */
function blur(patch: Float32Array, sigma: number): Float32Array {
  if (sigma === 0) return patch;
  const reach = Math.ceil(3 * sigma);
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((sum, value) => sum + value, 0);
  return blurLines(blurLines(patch, kernel, total, 1, PATCH_SIDE), kernel, total, PATCH_SIDE, 1);
}

/** Blurs along one direction: `step` leads to the next sample of a line, `lineStep` to the next line. */
function blurLines(
  from: Float32Array,
  kernel: Float32Array,
  total: number,
  step: number,
  lineStep: number,
): Float32Array {
  const out = new Float32Array(from.length);
  const reach = kernel.length >> 1;
  for (let line = 0; line < PATCH_SIDE; line++) {
    for (let at = 0; at < PATCH_SIDE; at++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) {
        const near = Math.max(0, Math.min(PATCH_SIDE - 1, at + k));
        sum += (kernel[k + reach] ?? 0) * (from[line * lineStep + near * step] ?? 0);
      }
      out[line * lineStep + at * step] = sum / total;
    }
  }
  return out;
}
