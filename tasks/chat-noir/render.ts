/**
 * The published Chat Noir scene on a 2D canvas: scene and drawing. Owns nothing that decides: a pose is
 * drawn as given. What moves is drawn over what does not: a growing block over its open cell, the
 * walking cat over all.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { scaleThenShift } from "../../core/geometry/homography.ts";
import type { Scene } from "../../core/schema/scene.ts";
import { ensureFont, fontOf } from "../scene/font.ts";
import { chooseView, containPage } from "../scene/view.ts";
import type { RenderOptions } from "../task.ts";
import { cellCount, hexBoard } from "./board.ts";
import {
  CHAT_NOIR_PALETTE,
  type ChatNoirColour,
  HALO_ALPHA,
  LABEL,
  LABEL_STYLES,
  PAGE,
  PILL,
  pageScale,
  radiusOfRows,
  WORLD,
} from "./look.ts";
import { type ChatNoirPose, cellPoint } from "./pose.ts";
import type { ChatNoirState } from "./state.ts";

export const CHAT_NOIR_VIEWS = ["published"] as const;

/**
 * Geometry and colours of the picture of a board. The board plane is that of `cellPoint`: its origin
 * is the middle of the middle cell, a unit is the distance of neighbours. It is stretched a little more
 * across than down; `pitchPx` is the geometric mean. `grid` counts rows, and cells of the middle row.
 * @throws UsageError when the view is unknown
 */
export function chatNoirScene(
  { radius }: Pick<ChatNoirState, "radius">,
  options: RenderOptions,
): Scene {
  const { widthPx, heightPx } = options;
  const view = chooseView(CHAT_NOIR_VIEWS, options.view);
  const page = containPage(PAGE.widthPx, PAGE.heightPx, widthPx, heightPx);
  const [pitchX, pitchY] = pageScale(radius).map((perUnit) => perUnit * WORLD.pitch) as [
    number,
    number,
  ];
  const rim = WORLD.ringRadius / WORLD.pitch;
  const reachY = (radius * Math.sqrt(3)) / 2;
  return {
    schema: "topoprobe.scene/1",
    task: "chat-noir",
    widthPx,
    heightPx,
    view,
    boardToPixel: [
      ...scaleThenShift(
        page.scale * pitchX,
        page.scale * pitchY,
        page.leftPx + (page.scale * PAGE.widthPx) / 2,
        page.topPx + (page.scale * PAGE.heightPx) / 2,
      ),
    ],
    grid: { rows: 2 * radius + 1, cols: 2 * radius + 1 },
    extent: {
      left: -radius - rim,
      top: -reachY - rim,
      right: radius + rim,
      bottom: reachY + rim,
    },
    pitchPx: page.scale * Math.sqrt(pitchX * pitchY),
    palette: { ...CHAT_NOIR_PALETTE },
  };
}

/** Draws the whole picture. @throws RuleError when the scene's grid is that of no board */
export function drawChatNoir(context: SKRSContext2D, scene: Scene, pose: ChatNoirPose): void {
  const painter = createPainter(context, scene);
  context.fillStyle = painter.colour("background");
  context.fillRect(0, 0, scene.widthPx, scene.heightPx);
  context.textAlign = "center";
  context.textBaseline = "middle";
  ensureFont();
  const { radius, blocked, lastBlocked, growing, cat } = pose;
  const isBlocked = new Set(blocked);
  const cells = Array.from({ length: cellCount(radius) }, (_, cell) => cell);
  castLabelShadows(
    painter,
    cells.filter((cell) => !isBlocked.has(cell)).map((cell) => painter.middleOf(cell)),
  );
  for (const cell of cells) {
    drawCell(painter, cell, isBlocked.has(cell) ? "blocked" : "open", cell === lastBlocked);
  }
  if (growing !== null) {
    context.save();
    const [x, y] = painter.middleOf(growing.cell);
    traceDisc(painter, x, y, WORLD.ringRadius * growing.share);
    context.clip();
    drawCell(painter, growing.cell, "blocked", true);
    context.restore();
  }
  drawCat(painter, cat);
}

/** A context, and how page and world lie in the picture, read back from the scene's geometry. */
type Painter = {
  readonly context: SKRSContext2D;
  /** Pixels of the picture per pixel of the page. */
  readonly scale: number;
  /** Pixels of the picture per unit of the world. */
  readonly worldX: number;
  readonly worldY: number;
  readonly toPixel: (x: number, y: number) => readonly [number, number];
  readonly middleOf: (cell: number) => readonly [number, number];
  readonly isOnRim: (cell: number) => boolean;
  readonly colour: (role: ChatNoirColour) => string;
};

function createPainter(context: SKRSContext2D, scene: Scene): Painter {
  const radius = radiusOfRows(scene.grid.rows);
  const [perUnitX, , left, , perUnitY, top] = scene.boardToPixel;
  const board = hexBoard(radius);
  const toPixel = (x: number, y: number): readonly [number, number] => [
    left + x * perUnitX,
    top + y * perUnitY,
  ];
  const worldX = perUnitX / WORLD.pitch;
  return {
    context,
    scale: worldX / pageScale(radius)[0],
    worldX,
    worldY: perUnitY / WORLD.pitch,
    toPixel,
    middleOf: (cell) => toPixel(...cellPoint(radius, cell)),
    isOnRim: (cell) => board.rim[cell] === 1,
    colour: (role) => scene.palette[role] ?? CHAT_NOIR_PALETTE[role],
  };
}

function traceDisc(painter: Painter, x: number, y: number, worldRadius: number): void {
  const { context, worldX, worldY } = painter;
  context.beginPath();
  context.ellipse(x, y, worldX * worldRadius, worldY * worldRadius, 0, 0, 2 * Math.PI);
}

function fillDisc(painter: Painter, x: number, y: number, radius: number, style: string): void {
  painter.context.fillStyle = style;
  traceDisc(painter, x, y, radius);
  painter.context.fill();
}

function drawCell(
  painter: Painter,
  cell: number,
  content: "open" | "blocked",
  isLast: boolean,
): void {
  const [x, y] = painter.middleOf(cell);
  const openRing = painter.isOnRim(cell) ? "rimRing" : "openRing";
  const blockedRing = isLast ? "lastRing" : "blockedRing";
  const ring = painter.colour(content === "open" ? openRing : blockedRing);
  fillDisc(painter, x, y, WORLD.ringRadius, ring);
  fillDisc(painter, x, y, WORLD.cellRadius, painter.colour(content));
  const text = painter.colour(content === "open" ? "openText" : "blockedText");
  drawLabel(painter, x, y, content, `${cell}`, text);
}

function drawCat(painter: Painter, cat: ChatNoirPose["cat"]): void {
  const { context, worldX, worldY } = painter;
  const [x, y] = painter.toPixel(cat.x, cat.y);
  fillDisc(painter, x, y, WORLD.ringRadius, painter.colour("catRing"));
  fillDisc(painter, x, y, WORLD.cellRadius, painter.colour("cat"));
  context.save();
  context.globalAlpha = HALO_ALPHA;
  context.fillStyle = painter.colour("halo");
  context.beginPath();
  for (const radius of [WORLD.haloOuter, WORLD.haloInner]) {
    context.moveTo(x + worldX * radius, y);
    context.ellipse(x, y, worldX * radius, worldY * radius, 0, 0, 2 * Math.PI);
  }
  context.fill("evenodd");
  context.restore();
  const text = cat.cell === null ? "" : `${cat.cell}`;
  drawLabel(painter, x, y, "cat", text, painter.colour("catText"));
  drawPill(painter, x, y + painter.scale * PILL.downPx);
}

/** The soft shadows of labels on open cells, all in one. */
function castLabelShadows(painter: Painter, middles: readonly (readonly [number, number])[]): void {
  const { context, scale } = painter;
  context.save();
  setShadow(painter, LABEL.shadow);
  context.fillStyle = painter.colour("background");
  context.beginPath();
  for (const [x, y] of middles) {
    context.moveTo(x + scale * LABEL.radiusPx, y);
    context.arc(x, y, scale * LABEL.radiusPx, 0, 2 * Math.PI);
  }
  context.fill();
  context.restore();
}

function drawLabel(
  { context, scale }: Painter,
  x: number,
  y: number,
  content: keyof typeof LABEL_STYLES,
  text: string,
  textStyle: string,
): void {
  const { fill, border } = LABEL_STYLES[content];
  const radius = scale * (LABEL.radiusPx - LABEL.borderPx / 2);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = border;
  context.lineWidth = scale * LABEL.borderPx;
  context.stroke();
  context.font = fontOf(700, scale * LABEL.textPx);
  context.fillStyle = textStyle;
  context.fillText(text, x, y);
}

function drawPill(painter: Painter, x: number, y: number): void {
  const { context, scale } = painter;
  context.save();
  context.font = fontOf(800, scale * PILL.textPx);
  context.letterSpacing = `${scale * PILL.spacingPx}px`;
  const width = context.measureText(PILL.text).width + 2 * scale * PILL.paddingPx;
  const height = scale * PILL.heightPx;
  context.save();
  setShadow(painter, PILL.shadow);
  context.fillStyle = PILL.style;
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  context.fill();
  context.restore();
  context.fillStyle = painter.colour("pillText");
  context.fillText(PILL.text, x, y);
  context.restore();
}

/** Shadows are set in pixels of the picture. */
function setShadow(
  { context, scale }: Painter,
  shadow: { readonly downPx: number; readonly blurPx: number; readonly style: string },
): void {
  context.shadowColor = shadow.style;
  context.shadowBlur = scale * shadow.blurPx;
  context.shadowOffsetX = 0;
  context.shadowOffsetY = scale * shadow.downPx;
}
