/** A plan for tests: these faults in this order, each for the first request that fits it. */
import type { DemoAction, DemoProvider, Fault, FaultPlan } from "./types.ts";

export type QueuedFault = {
  readonly fault: Fault;
  /** @default any */
  readonly action?: DemoAction;
  /** @default any */
  readonly provider?: DemoProvider;
  /** Played for so many fitting requests. @default 1 */
  readonly times?: number;
};

/** Plays each entry once (or `times` times), first come first served; everything else passes. */
export function queueOf(entries: readonly QueuedFault[]): FaultPlan {
  const left = entries.map((entry) => ({ entry, times: entry.times ?? 1 }));
  return (question) => {
    const next = left.find(
      ({ entry, times }) =>
        times > 0 &&
        (entry.action === undefined || entry.action === question.action) &&
        (entry.provider === undefined || entry.provider === question.provider),
    );
    if (next === undefined) return undefined;
    next.times -= 1;
    return next.entry.fault;
  };
}
