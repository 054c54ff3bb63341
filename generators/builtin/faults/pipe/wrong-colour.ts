/** A piece at rest shows the other colour for a while, though nothing about its connections changes. */
import { RuleError } from "../../../../core/errors.ts";
import type { PipePose } from "../../../../tasks/pipe/render.ts";
import { type ClipScript, plainShots } from "../../script.ts";
import { cellAt, countColourConflicts, isPiece, type PipeContext, type Site } from "./plant.ts";

/** How long it shows, in seconds, the longest that finds a place first. */
const DURATIONS_SEC = [1, 0.8, 0.6] as const;

export function wrongColour(context: PipeContext): ClipScript<PipePose> {
  const { poses, rng, fps, states } = context;
  for (const durationSec of DURATIONS_SEC) {
    const length = Math.ceil(durationSec * fps);
    const sites = listSteadySites(poses, length);
    if (sites.length === 0) continue;
    const { frame, index } = rng.choice(sites);
    const toFrame = frame + length - 1;
    const changed = poses.map((pose, at) =>
      at < frame || at > toFrame ? pose : flipColour(pose, index),
    );
    return {
      shots: plainShots(changed),
      truth: {
        fault: "wrong-colour",
        check: "color_matches_connectivity",
        frame,
        toFrame,
        cell: cellAt(index, states[0]?.gridSize ?? 0),
        colourConflictFrames: countColourConflicts(changed),
      },
    };
  }
  throw new RuleError(
    "expected a piece that keeps turn and colour for 0.6 s for fault:wrong-colour but received a " +
      "clip without any. Take another instance, or more frames.",
  );
}

/** Pieces that keep turn and colour over the frames shown, the one before and the one after. */
function listSteadySites(poses: readonly PipePose[], length: number): Site[] {
  const cells = poses[0]?.cells ?? [];
  return cells.flatMap((cell, index) => {
    if (!isPiece(cell) || cell.isSource) return [];
    const sites: Site[] = [];
    let steadySince = 0;
    for (let frame = 1; frame < poses.length; frame++) {
      const now = poses[frame]?.cells[index];
      const before = poses[frame - 1]?.cells[index];
      if (now?.angleDeg !== before?.angleDeg || now?.connected !== before?.connected) {
        steadySince = frame;
      }
      const first = frame - length;
      if (first > steadySince) sites.push({ frame: first, index });
    }
    return sites;
  });
}

function flipColour(pose: PipePose, index: number): PipePose {
  const cells = pose.cells.map((cell, at) =>
    at === index ? { ...cell, connected: !cell.connected } : cell,
  );
  return { ...pose, cells };
}
