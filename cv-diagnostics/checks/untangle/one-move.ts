/** One end at a time: no two ends on their way in one frame, no two moves between two frames. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { checkResult } from "../result.ts";
import { byFrame, violationOver } from "./lasting.ts";
import type { Hop } from "./rests.ts";
import { countSteps, type RopeTracks } from "./tracks.ts";

export function checkOneMove(tracks: RopeTracks, hops: readonly Hop[]): CheckResult {
  const { observations, ends } = tracks;
  const violations: Violation[] = [];
  let hasUnseenChange = false;
  hops.forEach((first, k) => {
    for (const second of hops.slice(k + 1)) {
      if (first.rope === second.rope && first.end === second.end) continue;
      const meeting = meet(tracks, first, second);
      if (meeting === "unseen") hasUnseenChange = true;
      if (meeting === undefined || meeting === "unseen") continue;
      violations.push(
        violationOver(observations, meeting, {
          where: namesOf(first, second),
          reason: meeting.isTogether ? "several_ends_between_frames" : "several_ends_in_flight",
          measured: 2,
          limit: 1,
        }),
      );
    }
  });
  return checkResult("one_move_at_a_time", "dynamic", {
    violations: violations.sort(byFrame),
    ...countSteps(observations, ends),
    hasUnseenChange,
  });
}

type Meeting = { readonly first: number; readonly last: number; readonly isTogether: boolean };

/** When two ends are on their way at a time; undefined when they are not, or can have gone in turn. */
function meet({ observations }: RopeTracks, a: Hop, b: Hop): Meeting | "unseen" | undefined {
  const both = a.inFlight.filter((at) => b.inFlight.includes(at));
  if (both.length > 0) {
    const left = Math.max(a.takeoff, b.takeoff) + 1;
    return { first: Math.min(left, both[0] ?? left), last: both.at(-1) ?? left, isTogether: false };
  }
  const [from, to] = [Math.max(a.takeoff, b.takeoff), Math.min(a.landing, b.landing)];
  if (from >= to || a.to === undefined || b.to === undefined) return undefined;
  const isTogether = a.takeoff === b.takeoff && a.landing === b.landing;
  // One of them was seen at rest before the other one left, or after it had come down.
  if (!isTogether) return isInTurn(a, b) || isInTurn(b, a) ? undefined : "unseen";
  const gap = (observations[to]?.index ?? 0) - (observations[from]?.index ?? 0);
  return gap === 1 ? { first: to, last: to, isTogether } : "unseen";
}

/** The second one was seen at its old place when the first one was seen to be on its way or there. */
function isInTurn(first: Hop, second: Hop): boolean {
  return (
    first.landing <= second.takeoff + 1 ||
    first.inFlight.some((at) => at <= second.takeoff) ||
    second.inFlight.some((at) => at >= first.landing)
  );
}

function namesOf(a: Hop, b: Hop): string {
  return a.where === b.where
    ? a.where
    : [a, b]
        .sort((x, y) => x.rope - y.rope)
        .map(({ where }) => where)
        .join(" and ");
}
