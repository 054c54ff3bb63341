/** Reading single cells: the patch, its coverage, the best explanation, and the best other one. */
import { drawClip, encodeTo, SIZE_480 } from "../../bench/judge/clips.ts";
import { localScale } from "../../core/geometry/homography.ts";
import { sampleFrames } from "../../cv-diagnostics/frames/index.ts";
import { type CellReading, readCell } from "../../cv-diagnostics/grid/pipe/read-cell.ts";
import { createPipeReader } from "../../cv-diagnostics/grid/pipe/reader.ts";
import {
  ANGLE_STEP_DEG,
  PATCH_PIXELS,
  PATCH_SIDE,
  PIPE_PAINT,
  pieceTemplates,
  sourceCoverage,
} from "../../cv-diagnostics/grid/pipe/templates.ts";
import { NEUTRAL, unmix } from "../../cv-diagnostics/grid/unmix.ts";
import { sampleRgb } from "../../cv-diagnostics/image/resample.ts";
import {
  atLevel,
  createWorkingFrame,
  levelForPitch,
} from "../../cv-diagnostics/image/working-frame.ts";
import { createSearchBudget, observeFrames } from "../../cv-diagnostics/observe.ts";
import { createSurface, type Surface } from "../../tasks/scene/surface.ts";
import { createPanel, letter, PANEL } from "./canvas.ts";

const CELL_PX = 116;
const GAP_PX = 12;
const HEAD_PX = 34;
const TEXT_PX = 330;
const CRF = 28;
const SEED = 2;

/** What the rows show: a sample of the clip, a cell, and how far the patch is blurred. */
const ROWS = [
  { title: "at rest", sample: 0, x: 0, y: 0, blurSamples: 0 },
  { title: "in mid-turn", sample: 6, x: 0, y: 0, blurSamples: 0 },
  { title: "the source", sample: 0, x: 1, y: 0, blurSamples: 0 },
  { title: "blurred on purpose", sample: 0, x: 0, y: 0, blurSamples: 7 },
];
const HEADINGS = ["seen", "share of pipe", "best", "best other"];

export async function drawReading(work: string): Promise<Surface> {
  const size = SIZE_480;
  const drawn = drawClip({ task: "pipe", tier: "easy", seed: SEED, generator: "oracle", size });
  const path = await encodeTo(work, "reading", drawn.frames, size, CRF);
  const { scene } = drawn;
  const clip = await sampleFrames(path, { longSidePx: scene.widthPx / 2 });
  const reader = createPipeReader(drawn.instance, scene);
  const observed = observeFrames(clip.frames, reader, {
    sampled: true,
    budget: createSearchBudget(),
  });
  const panel = createPanel(
    GAP_PX + HEADINGS.length * (CELL_PX + GAP_PX) + TEXT_PX,
    HEAD_PX + ROWS.length * (CELL_PX + GAP_PX),
  );
  HEADINGS.forEach((text, i) => {
    letter(panel, text, [GAP_PX + i * (CELL_PX + GAP_PX), 23], { colour: PANEL.dim });
  });
  ROWS.forEach(({ title, sample, x, y, blurSamples }, row) => {
    const frame = clip.frames[sample];
    const toPixel = observed[sample]?.place;
    if (!frame || !toPixel) throw new Error(`expected the board in sample ${sample}`);
    const rgb = new Float32Array(PATCH_PIXELS * 3);
    const working = createWorkingFrame(frame.image);
    const level = levelForPitch(working, localScale(toPixel, [x, y]), PATCH_SIDE);
    const grid = { left: x, top: y, step: 1 / PATCH_SIDE, cols: PATCH_SIDE, rows: PATCH_SIDE };
    sampleRgb(level.rgb, atLevel(toPixel, level), grid, rgb);
    if (blurSamples > 0) blur(rgb, blurSamples);
    const [first, second] = [new Float32Array(PATCH_PIXELS), new Float32Array(PATCH_PIXELS)];
    unmix(rgb, PIPE_PAINT, NEUTRAL, first, second);
    const share = first.map((value, i) => Math.min(1, value + (second[i] ?? 0)));
    const reading = readCell(first, second);
    const other = bestOther(share, reading);
    const top = HEAD_PX + row * (CELL_PX + GAP_PX);
    const tiles = [rgb, grey(share), grey(coverageOf(reading)), grey(other.coverage)];
    tiles.forEach((tile, i) => {
      drawTile(panel, tile, GAP_PX + i * (CELL_PX + GAP_PX), top);
    });
    const left = GAP_PX + HEADINGS.length * (CELL_PX + GAP_PX);
    describe(reading, other.kind).forEach((line, i) => {
      const colour = i === 0 ? PANEL.text : PANEL.dim;
      letter(panel, line, [left, top + 46 + 22 * i], { sizePx: 14, colour });
    });
    letter(panel, title, [left, top + 22], { sizePx: 16, weight: 800 });
  });
  return panel;
}

function describe(reading: CellReading, other: string): readonly string[] {
  const { kind, angleDeg, colour, isSource, residual, confidence, isRead } = reading;
  const what = `${kind} at ${angleDeg.toFixed(0)}°, ${colour}${isSource ? ", source" : ""}`;
  return [
    isRead ? what : "unread",
    `residual ${residual.toFixed(3)}, confidence ${confidence.toFixed(2)}`,
    `best other explanation: ${other}`,
  ];
}

function coverageOf({ kind, angleDeg, isSource }: CellReading): Float32Array {
  const nearest = Math.round(angleDeg / ANGLE_STEP_DEG) * ANGLE_STEP_DEG;
  if (isSource && kind !== "empty") return sourceCoverage(kind, nearest);
  const template = pieceTemplates().find((t) => t.kind === kind && t.angleDeg === nearest % 360);
  return template?.coverage ?? new Float32Array(PATCH_PIXELS);
}

/** The template of another kind, or nothing at all, that comes nearest. */
function bestOther(
  share: Float32Array,
  reading: CellReading,
): { readonly kind: string; readonly coverage: Float32Array } {
  const nothing = { kind: "empty", angleDeg: 0, coverage: new Float32Array(PATCH_PIXELS) };
  const [best] = [nothing, ...pieceTemplates()]
    .filter((template) => template.kind !== reading.kind)
    .map((template) => ({
      kind: template.kind === "empty" ? "empty" : `${template.kind} at ${template.angleDeg}°`,
      coverage: template.coverage,
      error: share.reduce((sum, value, i) => sum + (value - (template.coverage[i] ?? 0)) ** 2, 0),
    }))
    .sort((a, b) => a.error - b.error);
  return best ?? nothing;
}

function grey(values: Float32Array): Float32Array {
  return Float32Array.from({ length: values.length * 3 }, (_, i) => {
    return 255 * Math.min(1, values[Math.floor(i / 3)] ?? 0);
  });
}

/** Box blur over a square of samples, twice. */
function blur(rgb: Float32Array, side: number): void {
  const half = (side - 1) / 2;
  for (let pass = 0; pass < 2; pass++) {
    const before = rgb.slice();
    for (let i = 0; i < rgb.length; i++) {
      const [c, col, row] = [i % 3, Math.floor(i / 3) % PATCH_SIDE, Math.floor(i / 3 / PATCH_SIDE)];
      let sum = 0;
      for (let dy = -half; dy <= half; dy++) {
        for (let dx = -half; dx <= half; dx++) {
          const x = Math.max(0, Math.min(PATCH_SIDE - 1, col + dx));
          const y = Math.max(0, Math.min(PATCH_SIDE - 1, row + dy));
          sum += before[3 * (y * PATCH_SIDE + x) + c] ?? 0;
        }
      }
      rgb[i] = sum / side ** 2;
    }
  }
}

function drawTile(panel: Surface, rgb: Float32Array, left: number, top: number): void {
  const tile = createSurface(PATCH_SIDE, PATCH_SIDE);
  const pixels = tile.context.createImageData(PATCH_SIDE, PATCH_SIDE);
  for (let i = 0, j = 0; i < rgb.length; i += 3, j += 4) {
    for (let c = 0; c < 3; c++) pixels.data[j + c] = rgb[i + c] ?? 0;
    pixels.data[j + 3] = 255;
  }
  tile.context.putImageData(pixels, 0, 0);
  panel.context.imageSmoothingEnabled = false;
  panel.context.drawImage(tile.canvas, left, top, CELL_PX, CELL_PX);
  panel.context.imageSmoothingEnabled = true;
}
