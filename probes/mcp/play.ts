/**
 * One episode as its client plays it: what is shown, what is imagined, which move is made. The same
 * words, pictures and limits as in the agent conditions of `probe run`. Owns what counts; leaves out
 * the protocol, the run folder, and that one thing is done at a time.
 */
import type { AgentStep, Imagination } from "../../core/schema/agent.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { inVain } from "../agent/answer-requests.ts";
import { type Imaginer, keyOfRollout, type RolloutMaker } from "../agent/imaginer.ts";
import type { Observation, Observer } from "../agent/observer.ts";
import { type AgentPlay, isOver, readDecision } from "../agent/run-agent.ts";
import { wellFormed } from "../agent/well-formed.ts";
import type { AgentPrompt, Picture } from "../reasoners/agent-prompt.ts";
import type { NotImagined } from "../reasoners/imagination.ts";
import type { ChatPart } from "../reasoners/reasoner.ts";
import type { Clip } from "../rollouts/clip.ts";
import { CancelledError } from "./client-errors.ts";

/** Cancelled jobs that count towards no limit: more would be a way to buy without end. */
export const MAX_FREE_CANCELS = 3;

export type PlayOptions = {
  readonly task: AnyTask;
  readonly instance: Instance;
  readonly prompt: AgentPrompt;
  readonly observe: Observer;
  /** Present where something can be imagined. */
  readonly imagining?: {
    readonly kind: "image" | "video";
    /** Pictures, or clips, that the episode may have. */
    readonly limit: number;
    readonly imaginer: Imaginer;
    /** Work key of the episode. */
    readonly key: string;
    readonly costOf: RolloutMaker["costOf"];
  };
};

/** Where the episode stands: nothing of the board. */
export type Standing = {
  /** Steps made. */
  readonly step: number;
  readonly movesLeft: number;
  /** Pictures, or clips, that may still be imagined; absent where nothing can be. */
  readonly imaginationsLeft?: number;
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly success: boolean;
};

export type ImaginedNow =
  | { readonly ok: true; readonly parts: readonly ChatPart[]; readonly clip: Clip }
  | {
      readonly ok: false;
      readonly parts: readonly ChatPart[];
      readonly reason: NotImagined;
      /** What the generator said: for people and records, as no reasoner is told it. */
      readonly detail?: string;
    };

export type Play = {
  /**
   * The turn, and the pictures imagined in it. Costs nothing.
   *
   * @param recall in later turns, also the frames of the clip: a client has them in its talk already
   */
  readonly look: (recall: boolean) => readonly ChatPart[];
  /** @throws CancelledError, and what making a rollout does */
  readonly imagine: (words: string) => Promise<ImaginedNow>;
  /** Reads an answer and carries it out; one that cannot be read, or is illegal, costs a step as well. */
  readonly act: (reply: string) => Promise<AgentStep["outcome"]>;
  /** Ends the episode before the world or the budget does. */
  readonly giveUp: () => void;
  readonly isOver: () => boolean;
  /** The board as it is, and what else the task shows. */
  readonly board: () => readonly Picture[];
  readonly standing: () => Standing;
  readonly record: () => AgentPlay;
  /** What was imagined without a move after it: part of no step. */
  readonly pending: () => readonly Imagination[];
  readonly clips: () => ReadonlyMap<string, Clip>;
};

export async function openPlay(options: PlayOptions): Promise<Play> {
  const { task, instance, prompt, observe, imagining } = options;
  const { actionBudget } = instance;
  let state: unknown = task.initialState(instance);
  let seen: Observation = await observe(0, state);
  let hasGivenUp = false;
  let cancelled = 0;
  /** Of the step that is being decided. */
  let imaginations: Imagination[] = [];
  let calls = 0;
  let shown: readonly Picture[] = [];
  const steps: AgentStep[] = [];

  const terminated = (): boolean => isOver(task, state);
  const truncated = (): boolean => !terminated() && steps.length >= actionBudget;
  const movesLeft = (): number => (hasGivenUp ? 0 : actionBudget - steps.length);
  const left = (): number => {
    if (imagining === undefined) return 0;
    const counted = imagining.imaginer.attempts() - Math.min(cancelled, MAX_FREE_CANCELS);
    return Math.max(0, imagining.limit - counted);
  };
  const refusalOf = (words: string): NotImagined | undefined => {
    if (words === "") return "empty_prompt";
    // The clip shows the game from its start; so does the judge see it.
    if (imagining?.kind === "video" && steps.length > 0) return "limit";
    return left() === 0 ? "limit" : undefined;
  };
  const inView = (): readonly ChatPart[] =>
    shown.length === 0 ? [] : prompt.imaginedTurn(shown, left());

  return {
    look: (recall) => {
      const { pictures } = seen;
      if (steps.length === 0) {
        const turn = { state, actionBudget, protocol: "native", pictures } as const;
        return [...prompt.firstTurn(turn), ...inView()];
      }
      const isClip = imagining?.kind === "video";
      const turn = { state, step: steps.length, movesLeft: movesLeft(), picturesLeft: left() };
      const recalled = isClip && recall ? shown : [];
      return [...prompt.laterTurn({ ...turn, pictures, recalled }), ...(isClip ? [] : inView())];
    },
    imagine: async (given) => {
      calls += 1;
      const words = wellFormed(given).trim();
      const refused = refusalOf(words);
      if (imagining === undefined || refused !== undefined) {
        const reason = refused ?? "unknown_tool";
        const request = { ok: true, prompt: words, toolCallId: null } as const;
        imaginations.push(inVain(imagining?.kind ?? "image", request, reason));
        return { ok: false, reason, parts: prompt.notImaginedTurn(reason, left()) };
      }
      const { kind, imaginer, key, costOf } = imagining;
      const rolloutKey = keyOfRollout(key, imaginer.attempts(), words);
      try {
        const { record, clip, pictures } = await imaginer.imagine(words, seen.board);
        imaginations.push(record);
        if (clip === undefined) {
          const parts = prompt.notImaginedTurn("failed", left());
          const detail = record.skipped ?? "failed";
          return { ok: false, reason: "failed", parts, detail };
        }
        shown = pictures;
        return { ok: true, clip, parts: inView() };
      } catch (error) {
        if (!(error instanceof CancelledError)) throw error;
        cancelled += 1;
        const costUsd = costOf(rolloutKey);
        imaginations.push({
          ...{ kind, prompt: words, rolloutKey, skipped: `failed: ${error.message}`, warnings: [] },
          ...(costUsd === undefined ? {} : { costUsd }),
        });
        throw error;
      }
    },
    act: async (given) => {
      const reply = wellFormed(given);
      const read = readDecision(task, state, { reply });
      state = read.state;
      steps.push({
        step: steps.length,
        observations: seen.pictures.map(({ path }) => path),
        imaginations,
        calls: calls + 1,
        reply,
        ...read.record,
      });
      imaginations = [];
      calls = 0;
      if (imagining?.kind !== "video") shown = [];
      seen = await observe(steps.length, state);
      return read.record.outcome;
    },
    giveUp: () => {
      hasGivenUp = !terminated() && !truncated();
    },
    isOver: () => hasGivenUp || terminated() || truncated(),
    board: () => seen.pictures,
    standing: () => ({
      step: steps.length,
      movesLeft: movesLeft(),
      ...(imagining === undefined ? {} : { imaginationsLeft: left() }),
      terminated: terminated(),
      truncated: truncated(),
      success: task.isSolved(state),
    }),
    record: () => {
      const count = (outcome: AgentStep["outcome"]): number =>
        steps.filter((step) => step.outcome === outcome).length;
      return {
        steps,
        finalObservations: seen.pictures.map(({ path }) => path),
        terminated: terminated(),
        truncated: truncated(),
        world: {
          steps: steps.length,
          illegal: count("illegal"),
          invalid: count("invalid"),
          success: task.isSolved(state),
        },
      };
    },
    pending: () => imaginations,
    clips: () => imagining?.imaginer.clips() ?? new Map(),
  };
}
