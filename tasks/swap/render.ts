/**
 * The card of one swap board on a 2D canvas: scene and drawing. Owns nothing that decides: a pose is
 * drawn as given. The current board and the goal board share one scene.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { scaleThenShift } from "../../core/geometry/homography.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { ensureFont, fontOf } from "../scene/font.ts";
import { chooseView, containPage } from "../scene/view.ts";
import type { RenderOptions } from "../task.ts";
import {
  BOARD,
  blockRole,
  CARD,
  CELL,
  HEADER,
  OVERLAYS,
  SHADOWS,
  SWAP_PALETTE,
  type SwapColour,
} from "./look.ts";
import type { SwapBlockPose, SwapPose } from "./pose.ts";
import type { SwapState } from "./state.ts";

export const SWAP_VIEWS = ["published"] as const;

const HEADERS: Readonly<Record<SwapPose["board"], readonly [title: string, note: string]>> = {
  current: ["CURRENT STATE", ""],
  goal: ["GOAL STATE", "Target"],
};

/**
 * Geometry and colours of the picture of a board. Cells are wider than high: a board unit is a pitch
 * to the right and another pitch down, and `pitchPx` is the geometric mean of the two.
 * @throws UsageError when the view is unknown
 */
export function swapScene(
  { rows, cols }: Pick<SwapState, "rows" | "cols">,
  options: RenderOptions,
): Scene {
  const { widthPx, heightPx } = options;
  const view = chooseView(SWAP_VIEWS, options.view);
  const card = containPage(CARD.widthPx, CARD.heightPx, widthPx, heightPx);
  const pitchX = (BOARD.widthPx + BOARD.gapPx) / cols;
  const pitchY = (BOARD.heightPx + BOARD.gapPx) / rows;
  return {
    schema: "topoprobe.scene/1",
    task: "swap",
    widthPx,
    heightPx,
    view,
    boardToPixel: [
      ...scaleThenShift(
        card.scale * pitchX,
        card.scale * pitchY,
        card.leftPx + card.scale * BOARD.leftPx,
        card.topPx + card.scale * BOARD.topPx,
      ),
    ],
    grid: { rows, cols },
    extent: {
      left: 0,
      top: 0,
      right: cols - BOARD.gapPx / pitchX,
      bottom: rows - BOARD.gapPx / pitchY,
    },
    pitchPx: card.scale * Math.sqrt(pitchX * pitchY),
    palette: { ...SWAP_PALETTE },
  };
}

/** Draws the whole picture: card, words, cells, blocks, the cells' numbers, and lifted blocks over all. */
export function drawSwap(context: SKRSContext2D, scene: Scene, pose: SwapPose): void {
  const page = placeCard(scene);
  context.fillStyle = colourOf(scene, "background");
  context.fillRect(0, 0, scene.widthPx, scene.heightPx);
  context.save();
  context.translate(page.leftPx, page.topPx);
  context.scale(page.scale, page.scale);
  drawCard(context, scene, pose);
  const cells = Array.from({ length: pose.rows * pose.cols }, (_, index) => ({
    x: index % pose.cols,
    y: Math.floor(index / pose.cols),
  }));
  for (const cell of cells) {
    fillWithShadow(context, page, cell, SHADOWS.cell, colourOf(scene, "background"));
  }
  for (const index of pose.empty) drawEmptyCell(context, page, scene, cells[index]);
  const [lying, lifted] = [false, true].map((isLifted) =>
    pose.blocks.filter((block) => block.isLifted === isLifted),
  );
  for (const block of lying ?? []) drawBlock(context, page, scene, block);
  for (const [index, cell] of cells.entries()) drawCellNumbers(context, page, scene, index, cell);
  for (const block of lifted ?? []) drawBlock(context, page, scene, block);
  context.restore();
}

/** Where the card lies in the picture, and cells on the card, read back from the scene's geometry. */
type Page = {
  readonly scale: number;
  readonly leftPx: number;
  readonly topPx: number;
  /** In pixels of the card. */
  readonly pitchX: number;
  readonly pitchY: number;
};
type Place = { readonly x: number; readonly y: number };
type Shadow = (typeof SHADOWS)[keyof typeof SHADOWS];
type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

function placeCard(scene: Scene): Page {
  const [xScale, , left, , yScale, top] = scene.boardToPixel;
  const scale = (xScale * scene.grid.cols) / (BOARD.widthPx + BOARD.gapPx);
  return {
    scale,
    leftPx: left - scale * BOARD.leftPx,
    topPx: top - scale * BOARD.topPx,
    pitchX: xScale / scale,
    pitchY: yScale / scale,
  };
}

function boxOf(page: Page, { x, y }: Place): Box {
  return {
    left: BOARD.leftPx + x * page.pitchX,
    top: BOARD.topPx + y * page.pitchY,
    width: page.pitchX - BOARD.gapPx,
    height: page.pitchY - BOARD.gapPx,
  };
}

function tracePlace(context: SKRSContext2D, page: Page, place: Place, insetPx = 0): void {
  const { left, top, width, height } = boxOf(page, place);
  context.beginPath();
  context.roundRect(
    left + insetPx,
    top + insetPx,
    width - 2 * insetPx,
    height - 2 * insetPx,
    CELL.radiusPx - insetPx,
  );
}

function drawCard(context: SKRSContext2D, scene: Scene, pose: SwapPose): void {
  const inset = CARD.borderPx / 2;
  context.strokeStyle = colourOf(scene, "cardBorder");
  context.lineWidth = CARD.borderPx;
  context.beginPath();
  context.roundRect(
    inset,
    inset,
    CARD.widthPx - 2 * inset,
    CARD.heightPx - 2 * inset,
    CARD.radiusPx,
  );
  context.stroke();
  const [title, note] = HEADERS[pose.board];
  ensureFont();
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.font = fontOf(400, HEADER.sizePx);
  context.letterSpacing = `${HEADER.spacingPx}px`;
  context.fillStyle = colourOf(scene, "header");
  context.fillText(title, HEADER.insetPx, HEADER.middlePx);
  context.letterSpacing = "0px";
  context.textAlign = "right";
  context.font = fontOf(400, HEADER.noteSizePx);
  context.fillStyle = colourOf(scene, "note");
  context.fillText(note, CARD.widthPx - HEADER.insetPx, HEADER.middlePx);
}

/** A cell's shape with its soft shadow. */
function fillWithShadow(
  context: SKRSContext2D,
  page: Page,
  place: Place,
  shadow: Shadow,
  style: string,
): void {
  context.save();
  setShadow(context, page, shadow);
  context.fillStyle = style;
  tracePlace(context, page, place);
  context.fill();
  context.restore();
}

/** Shadows are set in pixels of the picture: no transformation applies to them. */
function setShadow(context: SKRSContext2D, page: Page, shadow: Shadow): void {
  context.shadowColor = shadow.style;
  context.shadowBlur = page.scale * shadow.blurPx;
  context.shadowOffsetX = 0;
  context.shadowOffsetY = page.scale * shadow.downPx;
}

function drawEmptyCell(
  context: SKRSContext2D,
  page: Page,
  scene: Scene,
  place: Place | undefined,
): void {
  if (place === undefined) return;
  context.fillStyle = colourOf(scene, "background");
  tracePlace(context, page, place);
  context.fill();
  context.save();
  context.strokeStyle = colourOf(scene, "emptyBorder");
  context.lineWidth = CELL.borderPx;
  context.setLineDash([CELL.dashPx, CELL.dashPx]);
  tracePlace(context, page, place, CELL.borderPx / 2);
  context.stroke();
  context.restore();
}

/** A block with its letter; a lifted one throws a longer shadow. */
function drawBlock(context: SKRSContext2D, page: Page, scene: Scene, block: SwapBlockPose): void {
  const style = colourOf(scene, blockRole(block.id));
  if (block.isLifted) fillWithShadow(context, page, block, SHADOWS.moving, style);
  context.fillStyle = style;
  tracePlace(context, page, block);
  context.fill();
  const { left, top, width, height } = boxOf(page, block);
  context.save();
  setShadow(context, page, SHADOWS.letter);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = fontOf(800, CELL.letterPx);
  context.fillStyle = colourOf(scene, "letter");
  context.fillText(block.id, left + width / 2, top + height / 2);
  context.restore();
}

/** What is written over a cell and a block at rest in it: its number, and its row and column. */
function drawCellNumbers(
  context: SKRSContext2D,
  page: Page,
  scene: Scene,
  index: number,
  place: Place,
): void {
  const { left, top, width, height } = boxOf(page, place);
  context.textBaseline = "middle";
  context.font = fontOf(700, CELL.badgeTextPx);
  const text = `${index}`;
  const badgeWidth = Math.max(
    CELL.badgeMinWidthPx,
    context.measureText(text).width + 2 * CELL.badgePaddingPx,
  );
  const [badgeLeft, badgeTop] = [left + CELL.badgeLeftPx, top + CELL.badgeTopPx];
  context.fillStyle = OVERLAYS.badge;
  context.beginPath();
  context.roundRect(badgeLeft, badgeTop, badgeWidth, CELL.badgeHeightPx, CELL.badgeHeightPx / 2);
  context.fill();
  context.fillStyle = colourOf(scene, "letter");
  context.textAlign = "center";
  context.fillText(text, badgeLeft + badgeWidth / 2, badgeTop + CELL.badgeHeightPx / 2);
  context.font = fontOf(700, CELL.placeTextPx);
  const name = `r${place.y} c${place.x}`;
  const tagWidth = context.measureText(name).width + 2 * CELL.placePaddingPx;
  const tagLeft = left + width - CELL.placeInsetPx - tagWidth;
  const tagTop = top + height - CELL.placeInsetPx - CELL.placeHeightPx;
  context.fillStyle = OVERLAYS.placeTag;
  context.beginPath();
  context.roundRect(tagLeft, tagTop, tagWidth, CELL.placeHeightPx, CELL.placeHeightPx / 2);
  context.fill();
  context.fillStyle = OVERLAYS.place;
  context.fillText(name, tagLeft + tagWidth / 2, tagTop + CELL.placeHeightPx / 2);
}

function colourOf(scene: Scene, role: SwapColour): string {
  return scene.palette[role] ?? SWAP_PALETTE[role];
}
