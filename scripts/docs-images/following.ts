/** How the board is held: the points that are aligned, and the grid that was found in moved pictures. */
import { join } from "node:path";
import { drawClip, encodeTo, SIZE_480 } from "../../bench/judge/clips.ts";
import { CAMERAS } from "../../bench/judge/spoil.ts";
import { applyHomography } from "../../core/geometry/homography.ts";
import type { AlignmentPoints } from "../../cv-diagnostics/board/template.ts";
import { diagnose } from "../../cv-diagnostics/diagnose.ts";
import { createPipeReader } from "../../cv-diagnostics/grid/pipe/reader.ts";
import { getTask } from "../../tasks/registry.ts";
import { createSurface, type Surface } from "../../tasks/scene/surface.ts";
import { createPanel, letter, PANEL, place } from "./canvas.ts";

const HEIGHT_PX = 264;
const CAPTION_PX = 34;
const GAP_PX = 10;
const CRF = 12;
const SEED = 2;

export async function drawFollowing(work: string): Promise<Surface> {
  const drawn = drawClip({
    task: "pipe",
    tier: "easy",
    seed: SEED,
    generator: "oracle",
    size: SIZE_480,
  });
  const shown = [
    { name: "zoomIn", text: "zoomed by a tenth", spoil: CAMERAS.zoomIn, sample: 40 },
    { name: "letterbox", text: "letterboxed", spoil: CAMERAS.letterbox, sample: 22 },
  ];
  const square = HEIGHT_PX;
  const wide = Math.round((HEIGHT_PX * 4) / 3);
  const widths = [square, square, wide, wide];
  const total = widths.reduce((sum, width) => sum + width + GAP_PX, GAP_PX);
  const panel = createPanel(total, HEIGHT_PX + CAPTION_PX + 2 * GAP_PX);
  let left = GAP_PX;
  const caption = (text: string): void =>
    letter(panel, text, [left, GAP_PX + HEIGHT_PX + 22], { sizePx: 14, colour: PANEL.text });

  const reader = createPipeReader(drawn.instance, drawn.scene);
  for (const [text, points] of [
    ["points of the board as last read", reader.start.points],
    ["anchors: what no move touches", reader.anchors],
  ] as const) {
    const picture = drawPoints(drawn, points);
    panel.context.drawImage(picture.canvas, left, GAP_PX, square, square);
    caption(text);
    left += square + GAP_PX;
  }
  for (const { name, text, spoil, sample } of shown) {
    const frames = drawn.frames.map((frame, i) => spoil(frame, i, drawn.frames.length));
    const size = frames[0] ?? SIZE_480;
    const clip = await encodeTo(work, name, frames, size, CRF);
    const overlayDir = join(work, name);
    await diagnose({ clip, instance: drawn.instance, scene: drawn.scene, overlayDir });
    const cut = Math.min(size.widthPx, Math.round((size.heightPx * 4) / 3));
    await place(
      panel,
      join(overlayDir, `frame-${String(sample).padStart(2, "0")}.png`),
      { left, top: GAP_PX, width: wide, height: HEIGHT_PX },
      { left: (size.widthPx - cut) / 2, top: 0, width: cut, height: size.heightPx },
    );
    caption(`${text}: the grid that was found`);
    left += wide + GAP_PX;
  }
  return panel;
}

/** The first frame, dimmed, with the alignment points on it: the square that holds the board. */
function drawPoints(
  { instance, scene }: Pick<ReturnType<typeof drawClip>, "instance" | "scene">,
  points: AlignmentPoints,
): Surface {
  const task = getTask(instance.task);
  const picture = createSurface(scene.widthPx, scene.heightPx);
  task.draw(picture.context, scene, task.poseOf(task.initialState(instance)));
  const side = scene.heightPx;
  const surface = createSurface(side, side);
  const { context } = surface;
  context.globalAlpha = 0.6;
  context.drawImage(picture.canvas, -(scene.widthPx - side) / 2, 0);
  context.globalAlpha = 1;
  context.fillStyle = "#ffd23f";
  for (let k = 0; k < points.count; k++) {
    const [x, y] = applyHomography(scene.boardToPixel, [points.u[k] ?? 0, points.v[k] ?? 0]);
    context.fillRect(x - (scene.widthPx - side) / 2 - 1.1, y - 1.1, 2.2, 2.2);
  }
  return surface;
}
