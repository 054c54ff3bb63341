/**
 * Has something imagined within an episode, under a key of its own in the journal of rollouts. Owns
 * numbering, and which failures the episode goes on without: those are written down before they are
 * used, so that the episode takes the same way when it is taken up again.
 */
import { ProbeError, ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import type { Imagination } from "../../core/schema/agent.ts";
import { statusOfError } from "../../generators/common/still-there.ts";
import type { Picture } from "../reasoners/agent-prompt.ts";
import type { Clip } from "../rollouts/clip.ts";
import { BudgetSpentError, RolloutError } from "../rollouts/rollout-error.ts";
import type { ReplyBook } from "./reply-book.ts";
import type { ShowRollout } from "./show-rollout.ts";

/** One rollout to make within an episode. */
export type RolloutAsk = {
  /** Its key in the journal. */
  readonly rolloutKey: string;
  /** Which one of the episode, from 0. */
  readonly ordinal: number;
  readonly kind: "image" | "video";
  readonly prompt: string;
  readonly firstFramePng: Uint8Array;
};

export type RolloutMaker = {
  /** @throws what making a clip does */
  readonly make: (ask: RolloutAsk) => Promise<Clip>;
  /** US dollars of all attempts, null when nobody knows; undefined where no host is asked. */
  readonly costOf: (rolloutKey: string) => number | null | undefined;
};

export type Imagined = {
  readonly record: Imagination;
  /** Absent where nothing came of it. */
  readonly clip?: Clip;
  readonly pictures: readonly Picture[];
};

export type Imaginer = {
  /** What was asked of the generator so far, successful or not. */
  readonly attempts: () => number;
  readonly imagine: (
    prompt: string,
    board: Picture,
    fallback?: Imagination["fallback"],
  ) => Promise<Imagined>;
  /** Every clip and picture that came of it, by its key. */
  readonly clips: () => ReadonlyMap<string, Clip>;
};

export type ImaginerOptions = {
  readonly kind: "image" | "video";
  /** Work key of the episode. */
  readonly key: string;
  readonly book: ReplyBook;
  readonly rollouts: RolloutMaker;
  readonly show: ShowRollout;
  readonly signal: AbortSignal;
};

/** Ends of a rollout that the reasoner is told of, and plays on: the generator's own. */
const PLAYED_ON: ReadonlySet<string> = new Set(["provider", "media", "rule"]);
/** Statuses by which hosts refuse the words, such as what their policies forbid. */
const REFUSED_WORDS: ReadonlySet<number> = new Set([400, 422, 451]);

export function createImaginer(options: ImaginerOptions): Imaginer {
  const { kind, key, book, rollouts, show, signal } = options;
  const clips = new Map<string, Clip>();
  let attempts = 0;
  return {
    attempts: () => attempts,
    clips: () => clips,
    imagine: async (prompt, board, fallback) => {
      const ordinal = attempts;
      attempts += 1;
      const rolloutKey = keyOfRollout(key, ordinal, prompt);
      const common = {
        ...{ kind, prompt, rolloutKey },
        ...(fallback === undefined ? {} : { fallback }),
      };
      const cost = () => {
        const costUsd = rollouts.costOf(rolloutKey);
        return costUsd === undefined ? {} : { costUsd };
      };
      const skip = (reason: string): Imagined => ({
        record: { ...common, skipped: reason, warnings: [], ...cost() },
        pictures: [],
      });
      const given = book.skipOf(rolloutKey);
      if (given !== undefined) return skip(given);
      try {
        const ask = { rolloutKey, ordinal, kind, prompt, firstFramePng: board.png };
        const clip = await rollouts.make(ask);
        const pictures = await show(clip, ordinal);
        clips.set(rolloutKey, clip);
        return {
          record: {
            ...common,
            file: { ...clip.ref },
            shown: pictures.map(({ path }) => path),
            warnings: [...clip.warnings],
            ...cost(),
          },
          clip,
          pictures,
        };
      } catch (error) {
        const isHosted = rollouts.costOf(rolloutKey) !== undefined;
        if (signal.aborted || !isPlayedOn(error, isHosted)) throw error;
        const note = await book.append({
          ...{ event: "skipped", key, rolloutKey },
          reason: `failed: ${error.message}`,
        });
        return skip(note.event === "skipped" ? note.reason : "failed");
      }
    },
  };
}

/** Names one rollout of an episode. @param key the episode's work key */
export function keyOfRollout(key: string, ordinal: number, prompt: string): string {
  return sha256(`${key}/${ordinal}/${prompt}`);
}

/**
 * Whether a rollout was bought and nobody knows is for a person to settle, as is a lack of money, a key
 * that is refused, or a wrong address: the same would befall all episodes, and none of them would have
 * imagined anything. A host that is away keeps what was asked of it: the episode waits for the next run.
 */
function isPlayedOn(error: unknown, isHosted: boolean): error is ProbeError {
  if (!(error instanceof ProbeError) || !PLAYED_ON.has(error.code)) return false;
  if (error instanceof RolloutError) return error.episodeCode === "failed";
  if (error instanceof BudgetSpentError) return false;
  if (!(error instanceof ProviderError)) return true;
  return isHosted ? REFUSED_WORDS.has(statusOfError(error) ?? 0) : !error.isRetryable;
}
