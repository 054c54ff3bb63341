/** Static check of the first frames: the instance's ends and crossings. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import { holeName } from "../../../tasks/untangle/names.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult } from "../result.ts";
import { byFrame } from "./lasting.ts";
import type { PairReading, PairTrack } from "./pairs.ts";
import { type RopeTracks, secondsBetween } from "./tracks.ts";

/** What the instance shows before anything moves. */
export type ExpectedStart = {
  /** Holes of each rope's ends. */
  readonly ends: readonly (readonly [number, number])[];
  /** Each pair in the order of `trackPairs`; undefined when crossings are not to be compared. */
  readonly pairs: readonly PairReading[] | undefined;
};

/** A difference counts when every frame of the start in which the place was read shows it. */
export function checkInitialState(
  { observations, ropes, gridSize }: RopeTracks,
  pairs: readonly PairTrack[],
  expected: ExpectedStart,
): CheckResult {
  const { startSec, startFrames } = ROPE_MOTION_THRESHOLDS;
  const start = observations.flatMap((_, at) =>
    at < startFrames && secondsBetween(observations, 0, at) <= startSec ? [at] : [],
  );
  const frame = observations[0]?.index ?? 0;
  const violations: Violation[] = [];
  let decided = 0;
  let unread = 0;
  /** @param seen what each frame of the start shows; undefined where unread */
  const judge = (
    what: Omit<Violation, "frame" | "measured" | "limit">,
    seen: readonly (string | undefined)[],
    limit: string,
  ): void => {
    const read = seen.filter((value) => value !== undefined);
    const [measured] = read;
    if (measured === undefined) unread++;
    else decided++;
    if (measured === undefined || read.includes(limit)) return;
    violations.push({ frame, ...what, measured, limit });
  };
  ropes.forEach(({ where, readings }, rope) => {
    const nameHoles = (holes: readonly (number | null)[]): string =>
      [...holes]
        .sort((a, b) => (a ?? -1) - (b ?? -1))
        .map((hole) => (hole === null ? "beside holes" : holeName(gridSize, hole)))
        .join(" and ");
    const seen = start.map((at) => {
      const ends = readings[at]?.ends;
      return ends && nameHoles(ends.map(({ hole }) => hole));
    });
    judge({ where, reason: "ends_elsewhere" }, seen, nameHoles(expected.ends[rope] ?? []));
  });
  pairs.forEach(({ where, readings }, pair) => {
    const wanted = expected.pairs?.[pair];
    if (wanted === undefined || wanted.isDoubtful) return;
    const known = start.map((at) => (readings[at]?.isDoubtful === true ? undefined : readings[at]));
    const totals = known.map((reading) => reading && `signs ${reading.total}`);
    judge({ where, reason: "crosses_otherwise" }, totals, `signs ${wanted.total}`);
    if (wanted.over === undefined) return;
    // More or fewer crossings of the same sum are a knot that was traced otherwise.
    const isAlike = (reading: PairReading): boolean =>
      reading.total === wanted.total && reading.crossings.length === wanted.crossings.length;
    const over = known.map((reading) =>
      reading?.over === undefined || !isAlike(reading) ? undefined : `over ${reading.over}`,
    );
    const isCrossing = wanted.crossings.length > 0 || over.some((value) => value !== undefined);
    if (isCrossing) judge({ where, reason: "over_is_under" }, over, `over ${wanted.over}`);
  });
  return checkResult("initial_state_match", "static", {
    violations: observations.length === 0 ? [] : violations.sort(byFrame),
    decided,
    unread: observations.length === 0 ? 0 : unread,
  });
}
