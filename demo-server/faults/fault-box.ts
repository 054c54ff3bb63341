/** Holds the plan in force, counts the requests it is asked about, and keeps what was played. */
import type { DemoAction, DemoProvider, Fault, FaultPlan, PlayedFault } from "./types.ts";

export type FaultBox = {
  /** From now on; undefined: nothing goes wrong. The counts of requests go on. */
  readonly use: (plan: FaultPlan | undefined) => void;
  /** In the order of the requests. */
  readonly played: () => readonly PlayedFault[];
  /** Asks the plan about one request. */
  readonly ask: (
    provider: DemoProvider,
    action: DemoAction,
    job: string | undefined,
  ) => Fault | undefined;
};

export function createFaultBox(initial: FaultPlan | undefined): FaultBox {
  let plan = initial;
  const ordinals = new Map<string, number>();
  const played: PlayedFault[] = [];
  return {
    use: (next) => {
      plan = next;
    },
    played: () => [...played],
    ask: (provider, action, job) => {
      const key = `${provider} ${action}`;
      const ordinal = ordinals.get(key) ?? 0;
      ordinals.set(key, ordinal + 1);
      const question = { provider, action, ordinal, job };
      const fault = plan?.(question);
      if (fault !== undefined) played.push({ ...question, fault });
      return fault;
    },
  };
}
