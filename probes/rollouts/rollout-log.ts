/** The rollouts of a run folder by work key: what was found and what is appended. Owns no meaning. */
import type { RolloutEvent, RolloutRecord } from "../../core/schema/rollout.ts";
import type { RolloutHandle } from "../../generators/generator.ts";
import { type AttemptCost, attemptCosts } from "./costs.ts";

/** An event without what the log itself knows. */
export type RolloutNote = RolloutEvent extends infer Event
  ? Event extends RolloutEvent
    ? Omit<Event, "schema" | "key" | "attempt">
    : never
  : never;

export type RolloutLog = {
  /** In the order of writing. */
  readonly recordsOf: (key: string) => readonly RolloutRecord[];
  /** Every key there is. */
  readonly keys: () => readonly string[];
  /** Resolves when the event is on disk. @throws StoreError when it cannot be written */
  readonly append: (key: string, attempt: number, note: RolloutNote) => Promise<void>;
  /** Costs of every attempt of every key. */
  readonly costs: () => readonly AttemptCost[];
};

export type RolloutLogOptions = {
  readonly initial: readonly RolloutRecord[];
  readonly write: (event: RolloutEvent) => Promise<void>;
  /** Told after each event. */
  readonly onAppend?: (key: string, records: readonly RolloutRecord[]) => void;
};

export function createRolloutLog({ initial, write, onAppend }: RolloutLogOptions): RolloutLog {
  const byKey = new Map<string, RolloutRecord[]>();
  const add = (record: RolloutRecord): readonly RolloutRecord[] => {
    const records = byKey.get(record.key) ?? [];
    records.push(record);
    byKey.set(record.key, records);
    return records;
  };
  for (const record of initial) add(record);
  return {
    recordsOf: (key) => byKey.get(key) ?? [],
    keys: () => [...byKey.keys()],
    append: async (key, attempt, note) => {
      const event: RolloutEvent = { schema: "topoprobe.rollout/2", key, attempt, ...note };
      await write(event);
      onAppend?.(key, add(event));
    },
    costs: () => [...byKey.values()].flatMap(attemptCosts),
  };
}

/** A handle as the journal's schema has it. */
export function handleForDisk(
  handle: RolloutHandle,
): Extract<RolloutEvent, { event: "started" }>["handle"] {
  const { generator, id, data, warnings } = handle;
  return { generator, id, data, ...(warnings === undefined ? {} : { warnings: [...warnings] }) };
}
