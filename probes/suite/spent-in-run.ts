/** What a run folder has cost, or can still cost, from its journals. Reads and nothing else. */
import { replyRecordSchema } from "../../core/schema/reply.ts";
import { type RolloutRecord, rolloutRecordSchema } from "../../core/schema/rollout.ts";
import { readJournal } from "../../core/store/journal.ts";
import { inRun, REPLIES_FILE, ROLLOUTS_FILE } from "../../core/store/run-layout.ts";
import { attemptCosts, type Costs, committedUsd, sumCosts } from "../rollouts/costs.ts";

export type SpentInRun = {
  /** US dollars: what is known, and for rollouts that are not settled the most that they can cost. */
  readonly committedUsd: number;
  readonly rollouts: Costs;
  readonly replies: Costs;
};

/** Zero for a folder that is not there. @throws StoreError when a journal is corrupt */
export async function spentInRun(runPath: string): Promise<SpentInRun> {
  const byKey = new Map<string, RolloutRecord[]>();
  for (const record of await readJournal(inRun(runPath, ROLLOUTS_FILE), rolloutRecordSchema)) {
    byKey.set(record.key, [...(byKey.get(record.key) ?? []), record]);
  }
  const attempts = [...byKey.values()].flatMap(attemptCosts);
  const replies = (await readJournal(inRun(runPath, REPLIES_FILE), replyRecordSchema)).flatMap(
    (record) => (record.event === "reply" ? [{ costUsd: record.costUsd, estimateUsd: 0 }] : []),
  );
  return {
    committedUsd: committedUsd(attempts, 0) + committedUsd(replies, 0),
    rollouts: sumCosts(attempts),
    replies: sumCosts(replies),
  };
}

/** Costs of several folders. */
export function addCosts(all: readonly Costs[]): Costs {
  const knownUsd = all.reduce((sum, costs) => sum + costs.knownUsd, 0);
  const unknownCount = all.reduce((sum, costs) => sum + costs.unknownCount, 0);
  return { spentUsd: unknownCount > 0 ? null : knownUsd, knownUsd, unknownCount };
}
