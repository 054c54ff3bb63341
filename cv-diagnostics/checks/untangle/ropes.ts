/** Static checks of ropes: each in one piece, and exactly the instance's. */
import type { CheckResult, Violation } from "../../../core/schema/verdict.ts";
import type { RopeFlaw, RopeReading } from "../../rope/state.ts";
import { ROPE_MOTION_THRESHOLDS } from "../../thresholds.ts";
import { checkResult, rounded } from "../result.ts";
import { byFrame, lastingFaults, SOUND } from "./lasting.ts";
import { countFrames, type RopeTracks } from "./tracks.ts";

/** One piece a rope: no gap, no branch, no loose piece. */
export function checkIntegrity({ observations, ropes }: RopeTracks): CheckResult {
  const { minGap, minExtra } = ROPE_MOTION_THRESHOLDS;
  const faults: readonly {
    readonly reason: string;
    readonly limit: number;
    readonly sizeOf: (reading: RopeReading) => number;
  }[] = [
    { reason: "gap", limit: minGap, sizeOf: ({ gaps }) => largest(gaps) },
    { reason: "branch_or_loose_piece", limit: minExtra, sizeOf: ({ extra }) => largest(extra) },
  ];
  const violations = ropes.flatMap(({ where, readings }) =>
    faults.flatMap(({ reason, limit, sizeOf }) => {
      const sizes = readings.map((reading) => (reading ? sizeOf(reading) : undefined));
      const reasons = sizes.map((size) =>
        size === undefined ? undefined : size >= limit ? reason : SOUND,
      );
      const measured = rounded(Math.max(0, ...sizes.map((size) => size ?? 0)));
      return lastingFaults(observations, where, reasons).map((violation) => ({
        ...violation,
        ...{ measured, limit },
      }));
    }),
  );
  return checkResult("rope_integrity", "static", {
    violations: violations.sort(byFrame),
    ...countFrames(observations, ropes),
  });
}

function largest(flaws: readonly RopeFlaw[]): number {
  return flaws.reduce((most, { size }) => Math.max(most, size), 0);
}

/** The instance's ropes, each once, and no other. */
export function checkIdentity({ observations, ropes }: RopeTracks): CheckResult {
  const readable = observations.map(({ state, label }) => (label === "failed" ? undefined : state));
  const presence = ropes.map((_, rope) =>
    readable.map((state) => {
      const reading = state?.ropes[rope];
      if (reading === undefined || reading.status === "partly") return undefined;
      if (reading.status === "absent") return "rope_missing";
      return reading.extraPlugs.length >= 2 ? "rope_twice" : SOUND;
    }),
  );
  const violations = ropes.flatMap(({ where }, rope) =>
    lastingFaults(observations, where, presence[rope] ?? []),
  );
  const foreign = readable.map((state) => {
    if (state === undefined) return undefined;
    return largest(state.foreign) >= ROPE_MOTION_THRESHOLDS.minForeign ? "foreign_rope" : SOUND;
  });
  violations.push(
    ...lastingFaults(observations, FOREIGN, foreign).map((violation) => ({
      ...violation,
      where: missingMeanwhile(violation, violations) ?? FOREIGN,
    })),
  );
  return checkResult("rope_identity", "static", {
    violations: violations.sort(byFrame),
    ...countFrames(
      observations,
      presence.map((readings) => ({ readings })),
    ),
  });
}

/** A rope that nobody knows. */
const FOREIGN = "rope of another colour";

/** The rope that a foreign one stands for: the one that is missing while it is there. */
function missingMeanwhile(
  { frame, toFrame = frame }: Violation,
  violations: readonly Violation[],
): string | undefined {
  const missing = violations.filter(
    (other) =>
      other.reason === "rope_missing" && other.frame <= toFrame && frame <= (other.toFrame ?? 0),
  );
  return missing.length === 1 ? missing[0]?.where : undefined;
}
