/**
 * A whole run: opens the folder, runs what is not finished with bounded concurrency, and reads the
 * result back. Owns resuming and stopping; leaves out options, printing and reports.
 */
import type { ProgressStream } from "../core/progress.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { Provenance, RunConfig } from "../core/schema/run.ts";
import { latestByKey, type RunRecord, readRun } from "../core/store/read-run.ts";
import type { Redactor } from "../core/store/redact.ts";
import { openRunStore, type RunStoreOptions } from "../core/store/run-store.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { AnyTask } from "../tasks/task.ts";
import { agentProgress } from "./agent/agent-progress.ts";
import { createReplyBook } from "./agent/reply-book.ts";
import { createStop } from "./create-stop.ts";
import type { Diagnose } from "./judge-episode.ts";
import type { Reasoner } from "./reasoners/reasoner.ts";
import { findReplacedClips } from "./replaced-clips.ts";
import { requireClips } from "./require-clips.ts";
import { requireTokenPrice } from "./require-token-price.ts";
import type { CheckClip } from "./rollouts/check-clip.ts";
import { progressOf } from "./rollouts/choose-work.ts";
import type { Clock } from "./rollouts/clock.ts";
import { type Costs, sumCosts } from "./rollouts/costs.ts";
import { estimateWork, openBooks } from "./rollouts/open-books.ts";
import { type RolloutState, rolloutState } from "./rollouts/rollout-state.ts";
import { runWork, type WorkDone } from "./run-work.ts";
import { requireReasoner, settleSuite } from "./settle-suite.ts";
import type { PromptOf } from "./work-item.ts";

export type SuiteOptions = {
  readonly runPath: string;
  readonly task: AnyTask;
  /** Left out in conditions that need none. */
  readonly generator?: Generator<BuiltinRequest>;
  /** Who decides, in conditions that use a reasoner; `config.agent` is of it. */
  readonly reasoner?: Reasoner;
  readonly config: RunConfig;
  readonly instances: readonly Instance[];
  readonly diagnose: Diagnose;
  /** Episodes in flight at the same time, 1 or more. */
  readonly concurrency: number;
  /** Aborting stops new work, aborts generators, and ends in status "interrupted". */
  readonly signal: AbortSignal;
  readonly provenance: Provenance;
  /** The command line, for the manifest. */
  readonly command: string;
  readonly redactor: Redactor;
  /** Makes a rollout prompt. @default the template that comes with the package */
  readonly promptOf?: PromptOf;
  /** Most that the whole run folder may cost, in US dollars. @default no limit */
  readonly maxCostUsd?: number;
  /** Buys anew what was bought and ended without a clip. @default false */
  readonly retryFailed?: boolean;
  /** Buys anew what may have been bought. @default false */
  readonly retryUnknown?: boolean;
  /** Whether a new run is begun although a replay has not one clip of it. @default false */
  readonly mayLackClips?: boolean;
  /** Whether a clip from a host is all there. @default decodes it */
  readonly checkClip?: CheckClip;
  /** How waiting for a host passes the time. @default really */
  readonly clock?: Clock;
  /** @default process.stderr */
  readonly progressStream?: ProgressStream;
  /** Milliseconds, monotonic. @default performance.now */
  readonly now?: () => number;
  /** For tests of a full disk. */
  readonly openFile?: RunStoreOptions["openFile"];
};

export type SuiteResult = {
  /** "budget": what is left undone would cost more than --max-cost allows. */
  readonly status: "finished" | "interrupted" | "budget";
  readonly run: RunRecord;
  /** Episodes that were finished before, errors that stand among them. */
  readonly skipped: number;
  /** Episodes that asked the generator for something in this call. */
  readonly generatorCalls: number;
  /** Ids of instances that have no result and would be taken up by the next call. */
  readonly undone: readonly string[];
  /** Of all rollouts in the folder. */
  readonly costs: Costs;
  /** Of all replies in the folder. */
  readonly reasonerCosts: Costs;
  /** Errors that stand until they are retried on purpose. */
  readonly standing: { readonly unknown: number; readonly failed: number };
};

/**
 * Runs or resumes.
 *
 * @throws StoreError when the folder is in use, is damaged, or cannot be written: what was finished
 * stays finished
 * @throws UsageError when the generator does not make what the condition needs or serves not one clip
 * of a new run, a limit is set and no price is known, or the folder holds something else: nothing was
 * started then
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { config, runPath } = options;
  const { condition, generator, agent, work } = settleSuite(options);
  const reasoner =
    agent === undefined ? undefined : requireReasoner(agent.config, options.reasoner);
  requireTokenPrice(reasoner, options.maxCostUsd);
  const estimates = estimateWork(generator, work, config.rollout, options.maxCostUsd);
  if (options.mayLackClips !== true) await requireClips(options, generator, work);
  const note = (message: string): void => {
    (options.progressStream ?? process.stderr).write(`${message}\n`);
  };
  const stop = createStop(options.signal);
  const store = await openRunStore({
    path: runPath,
    manifest: {
      config,
      instances: work.map(({ instance, key }) => ({ id: instance.id, tier: instance.tier, key })),
      provenance: options.provenance,
      command: options.command,
    },
    redactor: options.redactor,
    onNote: note,
    onLost: stop.fail,
    ...(options.openFile === undefined ? {} : { openFile: options.openFile }),
  });
  const books = openBooks(store, work, estimates, options.maxCostUsd);
  const { replies: initial, appendReply: write } = store;
  const book = createReplyBook({ initial, write, budget: books.budget });
  let done: WorkDone = { generatorCalls: 0, undone: [], leftByBudget: 0 };
  let skipped = 0;
  let hasBegun = false;
  try {
    const latest = latestByKey(store.episodes);
    const replaced = await findReplacedClips(generator, work, latest, stop.signal);
    if (replaced.size > 0) {
      note(`${replaced.size} of ${work.length} clips are others than were judged: judged again`);
    }
    const stateOf = (key: string) => rolloutState(books.log.recordsOf(key));
    const todo = work.filter(({ key }) => {
      if (agent !== undefined) {
        return agentProgress(latest.get(key), replaced.has(key), options) === "unfinished";
      }
      const state = generator.host === undefined ? undefined : stateOf(key);
      return progressOf(latest.get(key), replaced.has(key), state, options) === "unfinished";
    });
    hasBegun = !stop.signal.aborted;
    skipped = work.length - todo.length;
    if (todo.length > 0) {
      if (skipped > 0) note(`resuming ${runPath}: ${skipped} of ${work.length} are done`);
      const open = todo.filter(({ key }) => stateOf(key).kind === "open").length;
      if (open > 0)
        note(`${open} of the clips were asked for before: they are picked up, not bought again`);
      await store.appendTiming({
        schema: "topoprobe.timing/1",
        kind: "invocation",
        startedAt: new Date().toISOString(),
        command: options.command,
        provenance: options.provenance,
      });
      done = await runWork({
        ...{ options, condition, generator, store, books, estimates, stop, total: work.length },
        ...(agent === undefined || reasoner === undefined
          ? {}
          : { agent: { ...agent, reasoner, book } }),
        // What hosts may soon forget comes first.
        todo: todo.toSorted((a, b) => rank(stateOf(a.key)) - rank(stateOf(b.key))),
      });
    }
  } finally {
    stop.dispose();
    await store.close();
  }
  if (stop.fatal !== undefined) throw stop.fatal;
  const run = await readRun(runPath);
  const isInterrupted = options.signal.aborted && (!hasBegun || done.undone.length > 0);
  const isShort = done.leftByBudget > 0;
  const withCode = (wanted: string): number =>
    run.records.filter(({ episode }) => episode.status === "error" && episode.error.code === wanted)
      .length;
  return {
    status: isInterrupted ? "interrupted" : isShort ? "budget" : "finished",
    run,
    skipped,
    generatorCalls: done.generatorCalls,
    undone: done.undone,
    costs: sumCosts(books.log.costs()),
    reasonerCosts: book.costs(),
    standing: { unknown: withCode("unknown"), failed: withCode("failed") },
  };
}

function rank({ kind }: RolloutState): number {
  return kind === "open" ? 0 : kind === "downloaded" ? 1 : 2;
}
