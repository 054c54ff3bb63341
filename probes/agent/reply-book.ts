/**
 * The replies of a run folder: what was found and what is appended. Owns looking up, and that money for
 * replies counts; leaves out asking.
 */
import type { ReplyRecord } from "../../core/schema/reply.ts";
import type { Budget } from "../rollouts/budget.ts";
import { type Costs, sumCosts } from "../rollouts/costs.ts";

export type SavedReply = Extract<ReplyRecord, { event: "reply" }>;

/** A line without what the book itself knows. */
export type ReplyNote = ReplyRecord extends infer Line
  ? Line extends ReplyRecord
    ? Omit<Line, "schema">
    : never
  : never;

export type ReplyBook = {
  /** The reply to exactly this request. */
  readonly find: (key: string, ordinal: number, requestSha256: string) => SavedReply | undefined;
  readonly protocolOf: (key: string) => "native" | "text" | undefined;
  /** Why a rollout was given up; undefined when it was not. */
  readonly skipOf: (rolloutKey: string) => string | undefined;
  /** Resolves with the line as it is on disk. @throws StoreError when it cannot be written */
  readonly append: (note: ReplyNote) => Promise<ReplyRecord>;
  /**
   * Sets aside what a further reply may cost, in the words of the dearest so far; false when it does
   * not fit. To be released.
   */
  readonly reserve: (key: string) => boolean;
  readonly release: (key: string) => void;
  /** Of every reply. */
  readonly costs: () => Costs;
};

export type ReplyBookOptions = {
  readonly initial: readonly ReplyRecord[];
  readonly write: (record: ReplyRecord) => Promise<ReplyRecord>;
  readonly budget: Budget;
};

export function createReplyBook({ initial, write, budget }: ReplyBookOptions): ReplyBook {
  const replies = new Map<string, SavedReply>();
  const protocols = new Map<string, "native" | "text">();
  const skips = new Map<string, string>();
  const spent = new Map<string, number>();
  const costs: (number | null)[] = [];
  let dearestUsd = 0;
  const nameOf = (key: string, ordinal: number, hash: string) => `${key} ${ordinal} ${hash}`;
  const add = (record: ReplyRecord): void => {
    switch (record.event) {
      case "protocol":
        protocols.set(record.key, record.toolProtocol);
        break;
      case "skipped":
        skips.set(record.rolloutKey, record.reason);
        break;
      case "reply": {
        const { key, ordinal, requestSha256, costUsd } = record;
        replies.set(nameOf(key, ordinal, requestSha256), record);
        costs.push(costUsd);
        dearestUsd = Math.max(dearestUsd, costUsd ?? 0);
        spent.set(key, (spent.get(key) ?? 0) + (costUsd ?? 0));
        budget.commit(purseOf(key), spent.get(key) ?? 0);
        break;
      }
      default:
        record satisfies never;
    }
  };
  for (const record of initial) add(record);
  return {
    find: (key, ordinal, hash) => replies.get(nameOf(key, ordinal, hash)),
    protocolOf: (key) => protocols.get(key),
    skipOf: (rolloutKey) => skips.get(rolloutKey),
    append: async (note) => {
      const written = await write({ schema: "topoprobe.reply/1", ...note });
      add(written);
      return written;
    },
    reserve: (key) => budget.reserve(purseOf(key), dearestUsd),
    release: (key) => budget.release(purseOf(key)),
    costs: () => sumCosts(costs.map((costUsd) => ({ costUsd, estimateUsd: null }))),
  };
}

/** Under which replies of an episode count, beside its rollouts. */
function purseOf(key: string): string {
  return `replies of ${key}`;
}
