/**
 * An episode and its run folder, open for a client: one call at a time, each with its own signal and
 * its own ear for progress. Owns the way from a folder to a playable episode and back to its lines.
 */
import { resolve } from "node:path";
import pLimit from "p-limit";
import { ProbeError } from "../../core/errors.ts";
import type { Episode } from "../../core/schema/episode.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { Provenance } from "../../core/schema/run.ts";
import { indexVerdicts } from "../../core/store/read-run.ts";
import type { Redactor } from "../../core/store/redact.ts";
import { inRun } from "../../core/store/run-layout.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { NO_GENERATOR } from "../agent/no-generator.ts";
import { createReplyBook } from "../agent/reply-book.ts";
import { createStop } from "../create-stop.ts";
import type { Diagnose } from "../judge-episode.ts";
import type { AgentTexts } from "../reasoners/agent-texts.ts";
import type { PolicyReasoner } from "../reasoners/reasoner.ts";
import type { Budget } from "../rollouts/budget.ts";
import type { CheckClip } from "../rollouts/check-clip.ts";
import type { Clock } from "../rollouts/clock.ts";
import { estimateWork } from "../rollouts/open-books.ts";
import { type LeftUndone, runEpisode } from "../run-episode.ts";
import type { WorkItem } from "../work-item.ts";
import { createBusyClock } from "./busy-clock.ts";
import { CancelledError, RefusedError } from "./client-errors.ts";
import { createClips } from "./create-clips.ts";
import { defer } from "./defer.ts";
import { createMcpCondition, type Judged, type McpCondition } from "./mcp-condition.ts";
import type { OpenRun } from "./open-run.ts";
import type { Play } from "./play.ts";

/** A call of a client. */
export type Call = {
  /** Aborted when the client takes the request back. */
  readonly signal: AbortSignal;
  /** Told in a few words what is going on. */
  readonly onStage: (stage: string) => void;
};

export type Ended = { readonly episode: Episode; readonly judged: Judged | undefined };

export type Table = {
  /** Run folder. */
  readonly path: string;
  readonly instance: Instance;
  readonly condition: McpCondition;
  /**
   * Does something in the episode, after all that was asked for before. An error that is not the
   * client's own ends the episode; one that came to its end is written down before this resolves.
   *
   * @throws CancelledError when the request is taken back, and what the work throws
   */
  readonly use: <T>(call: Call, work: (play: Play) => Promise<T> | T) => Promise<T>;
  /** Undefined while it is played. */
  readonly ended: () => Ended | undefined;
  /** Absolute path of a file of the run. */
  readonly absolute: (relative: string) => string;
  /** Ends what is still played without a result, and closes the folder. */
  readonly close: () => Promise<void>;
};

export type TableServices = {
  readonly generator?: Generator<BuiltinRequest>;
  readonly reasoner: PolicyReasoner;
  readonly texts: AgentTexts;
  readonly diagnose: Diagnose;
  /** Of all episodes of the server. */
  readonly budget: Budget;
  readonly maxCostUsd?: number;
  readonly redactor: Redactor;
  readonly provenance: Provenance;
  /** The command line, for the manifest. */
  readonly command: string;
  /** The end of the server. */
  readonly signal: AbortSignal;
  readonly onNote: (message: string) => void;
  /** @default really */
  readonly clock?: Clock;
  /** @default decodes it */
  readonly checkClip?: CheckClip;
};

export type TableOptions = {
  /** Stays open until `onClose`. */
  readonly run: OpenRun;
  readonly task: AnyTask;
  readonly condition: McpCondition;
  readonly item: WorkItem;
  readonly onClose: () => Promise<void>;
};

/**
 * @param onClose told when the episode is written down or left: nothing is written after it
 * @throws UsageError when --max-cost is given and no price is known
 */
export async function openTable(
  services: TableServices,
  { run, task, condition, item, onClose }: TableOptions,
  firstCall: Call,
): Promise<Table> {
  const { generator, maxCostUsd } = services;
  const { store, config, path } = run;
  let estimates: ReadonlyMap<string, number | null>;
  try {
    estimates = estimateWork(generator ?? NO_GENERATOR, [item], config.rollout, maxCostUsd);
  } catch (error) {
    await onClose();
    throw error;
  }
  const stop = createStop(AbortSignal.any([services.signal, run.lost]));
  const clock = createBusyClock(() => performance.now());
  let current: Call | undefined = firstCall;
  let judged: Judged | undefined;
  let ended: Ended | undefined;
  const opened = defer<Play>();
  const over = defer<void>();
  const onAbort = (): void => over.reject(stop.signal.reason);
  stop.signal.addEventListener("abort", onAbort);
  if (stop.signal.aborted) onAbort();

  const isCancelled = (): boolean => current?.signal.aborted === true && !stop.signal.aborted;
  const clips = createClips(services, store, {
    estimateUsd: estimates.get(item.key) ?? 0,
    mayStop: () => !run.lost.aborted,
    signal: () =>
      current === undefined ? stop.signal : AbortSignal.any([stop.signal, current.signal]),
  });
  clock.start();
  const running = runEpisode(
    {
      ...{ task, config, store, clips, signal: stop.signal, now: clock.now },
      condition: createMcpCondition(condition, {
        ...{ onOpen: opened.resolve, over: over.promise, isCancelled },
        onJudged: (word) => {
          judged = word;
        },
      }),
      diagnose: services.diagnose,
      agent: {
        ...{ reasoner: services.reasoner, config: config.agent, texts: services.texts },
        book: createReplyBook({
          ...{ initial: store.replies, write: store.appendReply, budget: services.budget },
        }),
      },
      verdictOf: indexVerdicts(store.verdicts),
      onStage: (stage) => current?.onStage(stage),
      onGeneratorCall: () => undefined,
    },
    item,
  );
  let left: LeftUndone | undefined;
  const settle = async (): Promise<Episode | LeftUndone> => {
    try {
      const episode = await running;
      if (typeof episode === "string") left = episode;
      else ended = { episode, judged };
      return episode;
    } catch (error) {
      left = "aborted";
      throw run.lost.aborted ? run.lost.reason : error;
    } finally {
      stop.signal.removeEventListener("abort", onAbort);
      stop.dispose();
      await onClose();
    }
  };
  const settled = settle();
  settled.catch(() => undefined);

  const play = await Promise.race([
    opened.promise,
    settled.then((episode) => {
      throw endedEarly(episode);
    }),
  ]).finally(clock.stop);
  current = undefined;
  const queue = pLimit(1);

  return {
    ...{ path, condition, instance: item.instance },
    ended: () => ended,
    absolute: (relative) => resolve(inRun(path, relative)),
    use: (call, work) =>
      queue(async () => {
        if (call.signal.aborted) throw new CancelledError();
        if (left !== undefined) throw endedEarly(left);
        current = call;
        clock.start();
        try {
          const result = await work(play);
          if (play.isOver() && ended === undefined) {
            over.resolve();
            const episode = await settled;
            if (typeof episode === "string") throw endedEarly(episode);
          }
          return result;
        } catch (error) {
          if (ended !== undefined || error instanceof RefusedError) throw error;
          if (error instanceof CancelledError) throw error;
          over.reject(error);
          await settled;
          throw error;
        } finally {
          clock.stop();
          current = undefined;
        }
      }),
    close: async () => {
      stop.fail(new ProbeError("interrupted", "the server ends"));
      await settled.catch(() => undefined);
    },
  };
}

function endedEarly(episode: Episode | LeftUndone): ProbeError {
  if (episode === "budget") {
    return new ProbeError(
      "provider",
      "the episode was left without a result: another rollout would cost more than --max-cost allows",
    );
  }
  if (episode === "aborted") {
    return new ProbeError("interrupted", "the episode was left without a result");
  }
  const why = episode.status === "error" ? episode.error.message : "it is over";
  return new ProbeError("provider", `the episode could not be played: ${why}`);
}
