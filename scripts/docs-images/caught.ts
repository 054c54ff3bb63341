/** The overlay strip of a clip that ends solved, in which a rope passed through another one's plug. */
import { join } from "node:path";
import { type ClipPlan, drawClip, encodeTo, SIZE_480 } from "../../bench/judge/clips.ts";
import { diagnose } from "../../cv-diagnostics/diagnose.ts";

const CLIP: ClipPlan = {
  ...{ task: "untangle", tier: "medium", seed: 206, generator: "fault:silent-crossing" },
  size: SIZE_480,
};
const CHECK = "crossing_change_valid";
const CRF = 18;

/**
 * @returns path of the strip
 * @throws Error when the verdict is another one than the documentation tells of
 */
export async function drawCaughtCrossing(work: string): Promise<string> {
  const drawn = drawClip(CLIP);
  const clip = await encodeTo(work, "caught", drawn.frames, CLIP.size, CRF);
  const overlayDir = join(work, "caught");
  const { checks, terminal } = await diagnose({ clip, ...drawn, overlayDir });
  const failed = checks.filter(({ outcome }) => outcome !== "pass").map(({ name }) => name);
  if (terminal.outcome !== "pass" || failed.join() !== CHECK) {
    throw new Error(
      `expected a clip that ends solved and fails ${CHECK} alone, ` +
        `but its terminal is ${terminal.outcome} and it fails ${failed.join(", ")}`,
    );
  }
  return join(overlayDir, "strip.png");
}
