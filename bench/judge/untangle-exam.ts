/** How Untangle is examined: ends, crossings and over and under of settled frames. */
import { z } from "zod";
import { type Crossing, crossingsOf } from "../../core/geometry/polyline-crossings.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { linesSolved } from "../../cv-diagnostics/checks/untangle/straight-line-rule.ts";
import { UNTANGLE_FAULTS } from "../../generators/builtin/faults/untangle/index.ts";
import type { UntanglePose } from "../../tasks/untangle/index.ts";
import type { FrameScore, TaskExam } from "./exam.ts";

const place = z.tuple([z.number(), z.number()]);
const reading = z.object({
  ropes: z.array(
    z.object({
      status: z.string(),
      ends: z.array(z.object({ hole: place.optional(), at: place.optional() })).optional(),
      crossings: z
        .array(
          z.object({ other: z.number(), at: place, lies: z.enum(["over", "under", "unknown"]) }),
        )
        .optional(),
    }),
  ),
});
type RopeStates = z.infer<typeof reading>["ropes"];

export const untangleExam: TaskExam = {
  id: "untangle",
  faults: Object.keys(UNTANGLE_FAULTS),
  scoreFrame({ poses }, frame, state) {
    const pose = poses[frame] as UntanglePose;
    // Frames at rest between the same two moves share one pose.
    if (poses[frame - 1] !== pose && poses[frame + 1] !== pose) return {};
    return scoreSettled(pose, reading.safeParse(state).data?.ropes ?? []);
  },
  isRightPlace(where, truth) {
    return where.split(" and ").some((name) => truth.where?.includes(name) === true);
  },
  otherRule: { name: "straight-line rule accepts", accepts: straightLineRuleAccepts },
};

/** Ends, number of crossings by pair of ropes, and which rope lies over. */
function scoreSettled(pose: UntanglePose, ropes: RopeStates): FrameScore {
  const map = crossingsOf(pose.ropes.map(({ points }) => points));
  const ends = pose.ropes.flatMap((rope, k) =>
    rope.ends.map((end, e) => {
      const hole = ropes[k]?.ends?.[e]?.hole;
      return hole?.[0] === Math.round(end.x) && hole[1] === Math.round(end.y);
    }),
  );
  const seen = ropes.flatMap(({ crossings = [] }, rope) =>
    crossings.filter(({ other }) => other > rope).map((crossing) => ({ ...crossing, rope })),
  );
  const isSameCount =
    pairsOf(map.between.map(({ over, under }) => [over.line, under.line])) ===
    pairsOf(seen.map(({ rope, other }) => [rope, other]));
  const lies = isSameCount ? map.between.map((crossing) => isReadRight(crossing, seen)) : [];
  return {
    "settled ends": { compared: ends.length, exact: ends.filter(Boolean).length },
    "crossing counts": { compared: 1, exact: isSameCount ? 1 : 0 },
    "over and under": { compared: lies.length, exact: lies.filter(Boolean).length },
  };
}

function pairsOf(pairs: readonly (readonly [number, number])[]): string {
  return pairs
    .map(([a, b]) => `${Math.min(a, b)}/${Math.max(a, b)}`)
    .sort()
    .join(" ");
}

/** The nearest crossing that was read between the same ropes has the same rope over. */
function isReadRight(
  { over, under, point }: Crossing,
  seen: readonly {
    readonly rope: number;
    readonly other: number;
    readonly at: readonly [number, number];
    readonly lies: string;
  }[],
): boolean {
  const [first, second] = [Math.min(over.line, under.line), Math.max(over.line, under.line)];
  const distance = (at: readonly [number, number]): number =>
    Math.hypot(at[0] - point[0], at[1] - point[1]);
  const [nearest] = seen
    .filter(({ rope, other }) => rope === first && other === second)
    .sort((a, b) => distance(a.at) - distance(b.at));
  return nearest?.lies === (over.line === first ? "over" : "under");
}

/** What the published judge's terminal rule says of the last frame as it was read. */
function straightLineRuleAccepts({ frames }: Verdict): boolean {
  const ropes = reading.safeParse(frames.at(-1)?.state).data?.ropes;
  if (ropes === undefined) return false;
  const lines = ropes.flatMap(({ ends = [] }) => {
    const [first, second] = ends.map(({ hole, at }) => hole ?? at);
    return first === undefined || second === undefined ? [] : [[first, second] as const];
  });
  return linesSolved(lines);
}
