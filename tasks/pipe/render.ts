/**
 * The published look of the pipe page: page geometry, scene, drawing. Lengths of the page are in CSS
 * pixels at a browser window of 1440 x 1080. Owns nothing that decides: a pose is drawn as given.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { scaleThenShift } from "../../core/geometry/homography.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { ensureFont, fontOf } from "../scene/font.ts";
import { chooseView, containPage } from "../scene/view.ts";
import type { RenderOptions } from "../task.ts";
import { type PipeState, SIDES } from "./state.ts";

/** One cell as drawn. */
export type PipeCellPose = {
  /** Openings at angle 0 (N=1, E=2, S=4, W=8). 0 and not the source: an empty cell. */
  readonly mask: number;
  /** Clockwise turn as drawn, any real number of degrees. */
  readonly angleDeg: number;
  /** Drawn in the colour of cells that the source reaches. */
  readonly connected: boolean;
  /** Drawn with the large hub. */
  readonly isSource: boolean;
};

export type PipePose = {
  readonly gridSize: number;
  /** Row-major, index = y * gridSize + x. */
  readonly cells: readonly PipeCellPose[];
};

/**
 * Colours of the published page by role. Translucent layers of the page are given as the opaque colour that they result in:
 * the board is rgba(7,12,24,.72) over the background, an empty cell white at 2.5 % over the board,
 * a line rgba(178,194,224,.14) over a cell, the stripe white at 4 % over an empty cell.
 */
export const PIPE_PALETTE = {
  background: "#0f1628",
  board: "#090f1c",
  cell: "#121929",
  empty: "#0f1522",
  stripe: "#191e2b",
  line: "#283143",
  connected: "#19d955",
  disconnected: "#0aa2ff",
  label: "#d8e4f7",
  corner: "#7f91ae",
} as const;
type PipeColour = keyof typeof PIPE_PALETTE;

export const PIPE_VIEWS = ["published"] as const;

/** The page: a dark sheet with a faint pattern, the square board in its middle. */
const PAGE = { widthPx: 889, heightPx: 760, patternPx: 42, patternAlpha: 0.03 } as const;
/** The board: border, then a row and a column of labels, then the cells. */
const BOARD = { sizePx: 650, radiusPx: 18, borderPx: 1, labelPx: 58 } as const;
const CELLS_PX = BOARD.sizePx - BOARD.labelPx - 2 * BOARD.borderPx;
const FIRST_CELL_PX = BOARD.borderPx + BOARD.labelPx;

/** A piece, in shares of the cell: published as 82 % of it, arms 40 and stroke 15 of 100 units. */
const PIECE = {
  armRatio: 0.82 * 0.4,
  strokeRatio: 0.82 * 0.15,
  hubRatio: 0.82 * 0.1,
  sourceHubRatio: 0.82 * 0.18,
} as const;
/** Cell size at which the page's fixed lengths (lines, glow) are taken: that of a 5 x 5 board. */
const REFERENCE_CELL_PX = 118;
/**
 * The soft glow as nested strokes, widest first: how far each reaches, and its opacity. Together
 * they follow the edge profile of a blurred shadow of 5 px at half opacity.
 */
const GLOW = [
  { reachPx: 5.5, alpha: 0.05 },
  { reachPx: 3.5, alpha: 0.08 },
  { reachPx: 1.7, alpha: 0.11 },
] as const;
/** Hubs glow wider and a little fainter (7 px). */
const HUB_GLOW_FACTOR = 1.4;

type Palette = Scene["palette"];

/**
 * Geometry and colours of the picture of a board.
 * @throws UsageError when the view is unknown
 */
export function pipeScene(state: Pick<PipeState, "gridSize">, options: RenderOptions): Scene {
  const { widthPx, heightPx } = options;
  const { gridSize } = state;
  const page = containPage(PAGE.widthPx, PAGE.heightPx, widthPx, heightPx);
  const pitchPx = (page.scale * CELLS_PX) / gridSize;
  const boardLeft = (PAGE.widthPx - BOARD.sizePx) / 2;
  const boardTop = (PAGE.heightPx - BOARD.sizePx) / 2;
  const pitchCss = CELLS_PX / gridSize;
  return {
    schema: "topoprobe.scene/1",
    task: "pipe",
    widthPx,
    heightPx,
    view: chooseView(PIPE_VIEWS, options.view),
    boardToPixel: [
      ...scaleThenShift(
        pitchPx,
        pitchPx,
        page.leftPx + page.scale * (boardLeft + FIRST_CELL_PX),
        page.topPx + page.scale * (boardTop + FIRST_CELL_PX),
      ),
    ],
    grid: { rows: gridSize, cols: gridSize },
    extent: {
      left: -FIRST_CELL_PX / pitchCss,
      top: -FIRST_CELL_PX / pitchCss,
      right: gridSize + BOARD.borderPx / pitchCss,
      bottom: gridSize + BOARD.borderPx / pitchCss,
    },
    pitchPx,
    palette: { ...PIPE_PALETTE },
  };
}

/** Draws the whole picture: page, board, labels, cells. */
export function drawPipe(context: SKRSContext2D, scene: Scene, pose: PipePose): void {
  const { scale, boardLeft, boardTop } = placeBoard(scene);
  const pageLeft = boardLeft - (scale * (PAGE.widthPx - BOARD.sizePx)) / 2;
  const pageTop = boardTop - (scale * (PAGE.heightPx - BOARD.sizePx)) / 2;
  context.fillStyle = colourOf(scene.palette, "background");
  context.fillRect(0, 0, scene.widthPx, scene.heightPx);
  context.fillStyle = `rgba(255, 255, 255, ${PAGE.patternAlpha})`;
  const spacing = scale * PAGE.patternPx;
  for (let x = pageLeft % spacing; x < scene.widthPx; x += spacing) {
    context.fillRect(x, 0, scale, scene.heightPx);
  }
  for (let y = pageTop % spacing; y < scene.heightPx; y += spacing) {
    context.fillRect(0, y, scene.widthPx, scale);
  }
  drawPipeBoard(context, scene, pose);
}

/** Draws the board with its labels and cells, and nothing around it. */
export function drawPipeBoard(context: SKRSContext2D, scene: Scene, pose: PipePose): void {
  const { scale, boardLeft, boardTop } = placeBoard(scene);
  const { palette, pitchPx } = scene;
  const size = scale * BOARD.sizePx;
  const cellsLeft = boardLeft + scale * FIRST_CELL_PX;
  const cellsTop = boardTop + scale * FIRST_CELL_PX;
  const outline = (): void => {
    context.beginPath();
    context.roundRect(boardLeft, boardTop, size, size, scale * BOARD.radiusPx);
  };
  context.fillStyle = colourOf(palette, "board");
  outline();
  context.fill();
  pose.cells.forEach((cell, index) => {
    const left = cellsLeft + (index % pose.gridSize) * pitchPx;
    const top = cellsTop + Math.floor(index / pose.gridSize) * pitchPx;
    const isCorner = index === pose.cells.length - 1;
    if (isCorner) {
      context.save();
      outline();
      context.clip();
    }
    // Neighbours share pixels at fractional edges: a first coat keeps the board from showing there.
    context.fillStyle = colourOf(palette, "cell");
    context.fillRect(left, top, pitchPx, pitchPx);
    drawPipeCell(context, cell, left, top, pitchPx, palette);
    if (isCorner) context.restore();
  });
  context.strokeStyle = colourOf(palette, "line");
  context.lineWidth = scale * BOARD.borderPx;
  context.beginPath();
  const inset = (scale * BOARD.borderPx) / 2;
  context.roundRect(
    boardLeft + inset,
    boardTop + inset,
    size - 2 * inset,
    size - 2 * inset,
    scale * BOARD.radiusPx - inset,
  );
  context.stroke();
  drawLabels(context, scene, pose.gridSize);
}

/**
 * Draws one cell with its own background, in the square at (`leftPx`, `topPx`) of side `sizePx`.
 * @param palette colours by role; a role that is missing takes the published colour
 */
export function drawPipeCell(
  context: SKRSContext2D,
  cell: PipeCellPose,
  leftPx: number,
  topPx: number,
  sizePx: number,
  palette: Palette,
): void {
  const unit = sizePx / REFERENCE_CELL_PX;
  const isEmpty = cell.mask === 0 && !cell.isSource;
  context.fillStyle = colourOf(palette, isEmpty ? "empty" : "cell");
  context.fillRect(leftPx, topPx, sizePx, sizePx);
  if (isEmpty) drawStripe(context, leftPx, topPx, sizePx, palette);
  context.fillStyle = colourOf(palette, "line");
  context.fillRect(leftPx + sizePx - unit, topPx, unit, sizePx);
  context.fillRect(leftPx, topPx + sizePx - unit, sizePx, unit);
  if (isEmpty) return;

  context.save();
  context.translate(leftPx + sizePx / 2, topPx + sizePx / 2);
  context.rotate((cell.angleDeg * Math.PI) / 180);
  const arms = colourOf(palette, cell.connected ? "connected" : "disconnected");
  const hub = cell.isSource ? colourOf(palette, "connected") : arms;
  const hubRadius = sizePx * (cell.isSource ? PIECE.sourceHubRatio : PIECE.hubRatio);
  const stroke = sizePx * PIECE.strokeRatio;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  for (const { bit, dx, dy } of SIDES) {
    if ((cell.mask & bit) === 0) continue;
    context.moveTo(0, 0);
    context.lineTo(dx * sizePx * PIECE.armRatio, dy * sizePx * PIECE.armRatio);
  }
  context.strokeStyle = arms;
  for (const { reachPx, alpha } of GLOW) {
    context.globalAlpha = alpha;
    context.lineWidth = stroke + 2 * reachPx * unit;
    context.stroke();
  }
  context.globalAlpha = 1;
  context.lineWidth = stroke;
  context.stroke();
  context.fillStyle = hub;
  for (const { reachPx, alpha } of GLOW) {
    context.globalAlpha = alpha;
    fillDisc(context, hubRadius + HUB_GLOW_FACTOR * reachPx * unit);
  }
  context.globalAlpha = 1;
  fillDisc(context, hubRadius);
  context.restore();
}

function fillDisc(context: SKRSContext2D, radius: number): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
}

/** The faint stripe from the bottom-left to the top-right corner: 46 % to 54 % of the diagonal. */
function drawStripe(
  context: SKRSContext2D,
  left: number,
  top: number,
  size: number,
  palette: Palette,
): void {
  const cut = 0.92 * size;
  const rest = size - cut;
  context.fillStyle = colourOf(palette, "stripe");
  context.beginPath();
  context.moveTo(left + cut, top);
  context.lineTo(left + size, top);
  context.lineTo(left + size, top + rest);
  context.lineTo(left + rest, top + size);
  context.lineTo(left, top + size);
  context.lineTo(left, top + cut);
  context.fill();
}

function drawLabels(context: SKRSContext2D, scene: Scene, gridSize: number): void {
  const { scale, boardLeft, boardTop } = placeBoard(scene);
  const band = scale * (BOARD.borderPx + BOARD.labelPx / 2);
  const first = scale * FIRST_CELL_PX + scene.pitchPx / 2;
  ensureFont();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = fontOf(800, scale * 28);
  context.fillStyle = colourOf(scene.palette, "label");
  for (let k = 0; k < gridSize; k++) {
    context.fillText(`${k}`, boardLeft + first + k * scene.pitchPx, boardTop + band);
    context.fillText(`${k}`, boardLeft + band, boardTop + first + k * scene.pitchPx);
  }
  context.font = fontOf(700, scale * 14);
  context.fillStyle = colourOf(scene.palette, "corner");
  context.fillText("y/x", boardLeft + band, boardTop + band);
}

/** Scale and the board's top-left corner, both read back from the scene's geometry. */
function placeBoard(scene: Scene): { scale: number; boardLeft: number; boardTop: number } {
  const scale = (scene.pitchPx * scene.grid.cols) / CELLS_PX;
  const [, , left, , , top] = scene.boardToPixel;
  return {
    scale,
    boardLeft: left - scale * FIRST_CELL_PX,
    boardTop: top - scale * FIRST_CELL_PX,
  };
}

function colourOf(palette: Palette, role: PipeColour): string {
  return palette[role] ?? PIPE_PALETTE[role];
}
