/**
 * The episodes that are to be run, some at a time. Owns concurrency, progress, and what is left undone;
 * leaves out opening and reading the folder.
 */
import pLimit from "p-limit";
import { createProgress, type Progress } from "../core/progress.ts";
import type { RunConfig } from "../core/schema/run.ts";
import { indexVerdicts } from "../core/store/read-run.ts";
import type { RunStore } from "../core/store/run-store.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { AgentServices, Condition } from "./conditions/condition.ts";
import type { Stop } from "./create-stop.ts";
import { requestFor } from "./imagine.ts";
import { checkClip } from "./rollouts/check-clip.ts";
import { mustBuy } from "./rollouts/choose-work.ts";
import type { ClipServices } from "./rollouts/clip.ts";
import { realClock } from "./rollouts/clock.ts";
import { stopOpen } from "./rollouts/make-clip.ts";
import type { Books } from "./rollouts/open-books.ts";
import { rolloutState } from "./rollouts/rollout-state.ts";
import { type LeftUndone, runEpisode } from "./run-episode.ts";
import type { SuiteOptions } from "./run-suite.ts";
import type { WorkItem } from "./work-item.ts";

export type WorkDone = {
  /** Episodes that asked the generator for something. */
  readonly generatorCalls: number;
  /** Ids of instances without a result. */
  readonly undone: readonly string[];
  /** How many of them would cost too much. */
  readonly leftByBudget: number;
};

export type WorkOptions = {
  readonly options: SuiteOptions;
  readonly condition: Condition;
  readonly generator: Generator<BuiltinRequest>;
  /** Present where the condition uses a reasoner. */
  readonly agent?: Omit<AgentServices, "rollouts" | "call">;
  readonly store: RunStore;
  readonly books: Books;
  readonly estimates: ReadonlyMap<string, number | null>;
  readonly stop: Stop;
  readonly todo: readonly WorkItem[];
  /** Work of the whole run, for the progress line. */
  readonly total: number;
};

/** Errors that end the run go to `stop`; it never throws. */
export async function runWork(given: WorkOptions): Promise<WorkDone> {
  const { options, books, stop, todo, total } = given;
  const progress = createProgress({
    label: labelOf(options.config),
    total,
    before: total - todo.length,
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.progressStream === undefined ? {} : { stream: options.progressStream }),
  });
  const left = new Map<string, { readonly item: WorkItem; readonly why: LeftUndone }>();
  for (const item of todo) left.set(item.key, { item, why: "aborted" });
  let generatorCalls = 0;
  const run = createItemRunner(given, progress, () => {
    generatorCalls += 1;
  });
  const runAll = async (items: readonly WorkItem[]): Promise<void> => {
    const limit = pLimit(options.concurrency);
    await Promise.all(
      items.map((item) =>
        limit(async () => {
          try {
            const why = await run(item);
            if (why === undefined) left.delete(item.key);
            else left.set(item.key, { item, why });
          } catch (error) {
            stop.fail(error);
          }
        }),
      ),
    );
  };
  await runAll(todo);
  // Rollouts that cost less than was set aside for them may have left enough for another one.
  for (let before = -1; left.size > 0 && left.size !== before && !stop.signal.aborted; ) {
    before = left.size;
    const affordable = [...left.values()].flatMap(({ item }) =>
      books.budget.fits(given.estimates.get(item.key) ?? 0) ? [item] : [],
    );
    await runAll(affordable);
  }
  progress.finish();
  const undone = [...left.values()];
  return {
    generatorCalls,
    undone: undone.map(({ item }) => item.instance.id),
    leftByBudget: undone.filter(({ why }) => why === "budget").length,
  };
}

/** Runs one item; the function that is made gives why it was left undone, undefined when it was not. */
function createItemRunner(
  { options, condition, generator, agent, store, books, estimates, stop }: WorkOptions,
  progress: Progress,
  onGeneratorCall: () => void,
): (item: WorkItem) => Promise<LeftUndone | undefined> {
  const { task, config, diagnose } = options;
  const { signal } = stop;
  const now = options.now ?? (() => performance.now());
  const clips: ClipServices = {
    ...{ generator, log: books.log, budget: books.budget, signal },
    clock: options.clock ?? realClock,
    checkClip: options.checkClip ?? checkClip,
    retryFailed: options.retryFailed === true,
    retryUnknown: options.retryUnknown === true,
    mayStop: () => stop.fatal === undefined,
  };
  const tooDear = new Set(books.tooDear);
  const verdictOf = indexVerdicts(store.verdicts);

  return async (item) => {
    const { key, instance } = item;
    const state = rolloutState(books.log.recordsOf(key));
    const { host } = generator;
    if (host !== undefined && state.kind === "open" && (signal.aborted || tooDear.has(key))) {
      tooDear.delete(key);
      if (!clips.mayStop()) return "aborted";
      const job = { key, request: requestFor(item, config.rollout, new Uint8Array()) };
      const why = signal.aborted ? "interrupt" : "budget";
      const stopped = await stopOpen(clips, host, job, state, why);
      if (stopped.state !== "succeeded") return signal.aborted ? "aborted" : "budget";
    }
    if (signal.aborted) return "aborted";
    // What an agent asks for is seen when it asks: replies that are there already cost nothing.
    const estimateUsd = agent === undefined ? (estimates.get(key) ?? 0) : 0;
    if (host !== undefined && mustBuy(state, options) && !books.budget.fits(estimateUsd)) {
      return "budget";
    }
    let hasAsked = false;
    const episode = await runEpisode(
      {
        ...{ task, condition, config, store, diagnose, signal, now, clips, verdictOf },
        ...(agent === undefined ? {} : { agent }),
        onGeneratorCall: () => {
          if (!hasAsked) onGeneratorCall();
          hasAsked = true;
        },
        onStage: (stage) => progress.describe(`${stage} ${instance.id}`),
      },
      item,
    );
    if (typeof episode === "string") return episode;
    if (episode.status === "error") progress.note(`${instance.id}: ${episode.error.message}`);
    progress.advance();
    return undefined;
  };
}

/** The generator is what varies between runs without a reasoner, and the reasoner in the others. */
function labelOf({ task, generator, condition, agent }: RunConfig): string {
  if (agent === undefined) return `${task}, ${generator.id}`;
  return `${task}, ${condition}, ${agent.reasoner.id}`;
}
