/** One tile for each planted fault, where there is room one for the cut: the frame at which it is seen. */
import { join } from "node:path";
import { drawClip, encodeTo, SIZE_480 } from "../../bench/judge/clips.ts";
import type { Verdict, Violation } from "../../core/schema/verdict.ts";
import { diagnose } from "../../cv-diagnostics/diagnose.ts";
import { ONE_STROKE_FAULTS } from "../../generators/builtin/faults/one-stroke/index.ts";
import { PIPE_FAULTS } from "../../generators/builtin/faults/pipe/index.ts";
import { UNTANGLE_FAULTS } from "../../generators/builtin/faults/untangle/index.ts";
import type { Surface } from "../../tasks/scene/surface.ts";
import { createPanel, letter, PANEL, place } from "./canvas.ts";

const COLUMNS = 4;
const TILE_PX = 240;
const CAPTION_PX = 46;
const GAP_PX = 10;
const SEED = 2;
const CRF = 12;

/** The built-in faults of a task, and the tier and seed of a board that shows them well. */
export const FAULT_SHEETS = {
  pipe: { faults: Object.keys(PIPE_FAULTS), tier: "easy", seed: SEED, others: ["jump"] },
  "one-stroke": { faults: Object.keys(ONE_STROKE_FAULTS), tier: "easy", seed: 3, others: ["jump"] },
  untangle: { faults: Object.keys(UNTANGLE_FAULTS), tier: "easy", seed: 1, others: [] },
} as const;

export async function drawFaults(work: string, task: keyof typeof FAULT_SHEETS): Promise<Surface> {
  const { faults, tier, seed, others } = FAULT_SHEETS[task];
  const generators = [...faults.map((fault) => `fault:${fault}`), ...others];
  const rows = Math.ceil(generators.length / COLUMNS);
  const panel = createPanel(
    COLUMNS * (TILE_PX + GAP_PX) + GAP_PX,
    rows * (TILE_PX + CAPTION_PX + GAP_PX) + GAP_PX,
  );
  for (const [i, generator] of generators.entries()) {
    const drawn = drawClip({ task, tier, seed, generator, size: SIZE_480 });
    const clip = await encodeTo(work, `${task}-${generator}`, drawn.frames, SIZE_480, CRF);
    const overlayDir = join(work, `overlay-${task}-${i}`);
    const verdict = await diagnose({ clip, ...drawn, overlayDir });
    const { check, violation, sample } = firstFault(verdict, drawn.truth?.check);
    const left = GAP_PX + (i % COLUMNS) * (TILE_PX + GAP_PX);
    const top = GAP_PX + Math.floor(i / COLUMNS) * (TILE_PX + CAPTION_PX + GAP_PX);
    const { heightPx, widthPx } = SIZE_480;
    await place(
      panel,
      join(overlayDir, `frame-${String(sample).padStart(2, "0")}.png`),
      { left, top, width: TILE_PX, height: TILE_PX },
      { left: (widthPx - heightPx) / 2, top: 0, width: heightPx, height: heightPx },
    );
    letter(panel, `${generator}, frame ${violation.frame}`, [left, top + TILE_PX + 18]);
    letter(panel, check, [left, top + TILE_PX + 37], { sizePx: 13, colour: PANEL.bad });
  }
  return panel;
}

/**
 * The first violation of the verdict, and the sample that shows it.
 * @param planted the check that the fault breaks @default any
 */
function firstFault(
  verdict: Verdict,
  planted: string | undefined,
): {
  readonly check: string;
  readonly violation: Violation;
  readonly sample: number;
} {
  const [first] = verdict.checks
    .filter(({ name }) => planted === undefined || name === planted)
    .flatMap(({ name, violations }) => violations.map((violation) => ({ check: name, violation })))
    .sort(
      (a, b) =>
        a.violation.frame - b.violation.frame ||
        b.violation.where.length - a.violation.where.length,
    );
  if (first === undefined) throw new Error(`expected a violation in ${verdict.video}`);
  const { indices } = verdict.sampling;
  const { frame, toFrame = frame, where } = first.violation;
  // What happened to many cells at once is seen after it.
  const shown = where.split(" and ").length > 2 ? toFrame : frame;
  const at = indices.findIndex((index) => index >= shown);
  return { ...first, sample: at < 0 ? indices.length - 1 : at };
}
