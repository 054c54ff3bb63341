/**
 * A whole run: opens the folder, runs what is not finished with bounded concurrency, and reads the
 * result back. Owns resuming and stopping; leaves out options, printing and reports.
 */
import pLimit from "p-limit";
import { UsageError } from "../core/errors.ts";
import { createProgress, type ProgressStream } from "../core/progress.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { Provenance, RunConfig } from "../core/schema/run.ts";
import { latestByKey, type RunRecord, readRun } from "../core/store/read-run.ts";
import type { Redactor } from "../core/store/redact.ts";
import { openRunStore, type RunStoreOptions } from "../core/store/run-store.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { AnyTask } from "../tasks/task.ts";
import { conditionRegistry } from "./conditions/registry.ts";
import { findReplacedClips } from "./replaced-clips.ts";
import { type Diagnose, runEpisode } from "./run-episode.ts";
import { planWork } from "./work-item.ts";

export type SuiteOptions = {
  readonly runPath: string;
  readonly task: AnyTask;
  readonly generator: Generator<BuiltinRequest>;
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
  /** @default process.stderr */
  readonly progressStream?: ProgressStream;
  /** Milliseconds, monotonic. @default performance.now */
  readonly now?: () => number;
  /** For tests of a full disk. */
  readonly openFile?: RunStoreOptions["openFile"];
};

export type SuiteResult = {
  readonly status: "finished" | "interrupted";
  readonly run: RunRecord;
  /** Episodes that were finished before. */
  readonly skipped: number;
  /** Rollouts asked of the generator by this call. */
  readonly generatorCalls: number;
};

/**
 * Runs or resumes.
 *
 * @throws StoreError when the folder is in use, holds another configuration, or cannot be written:
 * what was finished stays finished
 * @throws UsageError when the generator does not make what the condition needs
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { task, generator, config, runPath } = options;
  const condition = conditionRegistry.get(config.condition);
  if (generator.kind !== condition.needs) {
    throw new UsageError(
      `expected a generator of ${condition.needs} for condition ${condition.id} but received ` +
        `${generator.id}, which makes ${generator.kind}`,
    );
  }
  const now = options.now ?? (() => performance.now());
  const work = planWork(task, options.instances, config);
  const note = (message: string): void => {
    (options.progressStream ?? process.stderr).write(`${message}\n`);
  };
  // One reason to stop for all: the caller's signal, a lost lock, or a journal that cannot be written.
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  options.signal.addEventListener("abort", onAbort);
  if (options.signal.aborted) stop.abort();
  let fatal: unknown;
  const fail = (error: unknown): void => {
    fatal ??= error;
    stop.abort();
  };

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
    onLost: fail,
    ...(options.openFile === undefined ? {} : { openFile: options.openFile }),
  });
  let generatorCalls = 0;
  let skipped = 0;
  let waiting = work.length;
  try {
    const latest = latestByKey(store.episodes);
    const replaced = await findReplacedClips(generator, work, latest, stop.signal);
    const todo = work.filter(({ key }) => latest.get(key)?.status !== "ok" || replaced.has(key));
    if (replaced.size > 0) {
      note(`${replaced.size} of ${work.length} clips are others than were judged: judged again`);
    }
    if (!stop.signal.aborted) waiting = todo.length;
    skipped = work.length - todo.length;
    if (todo.length > 0) {
      if (skipped > 0) note(`resuming ${runPath}: ${skipped} of ${work.length} are done`);
      const progress = createProgress({
        label: `${config.task}, ${config.generator.id}`,
        total: work.length,
        before: skipped,
        now,
        ...(options.progressStream === undefined ? {} : { stream: options.progressStream }),
      });
      await store.appendTiming({
        schema: "topoprobe.timing/1",
        kind: "invocation",
        startedAt: new Date().toISOString(),
        command: options.command,
        provenance: options.provenance,
      });
      const limit = pLimit(options.concurrency);
      await Promise.all(
        todo.map((item) =>
          limit(async () => {
            if (stop.signal.aborted) return;
            try {
              const episode = await runEpisode(
                {
                  task,
                  generator,
                  condition,
                  config,
                  store,
                  diagnose: options.diagnose,
                  signal: stop.signal,
                  now,
                  onStage: (stage) => progress.describe(`${stage} ${item.instance.id}`),
                  onGeneratorCall: () => {
                    generatorCalls += 1;
                  },
                },
                item,
              );
              if (episode === undefined) return;
              waiting -= 1;
              if (episode.status === "error") {
                progress.note(`${item.instance.id}: ${episode.error.message}`);
              }
              progress.advance();
            } catch (error) {
              fail(error);
            }
          }),
        ),
      );
      progress.finish();
    }
  } finally {
    options.signal.removeEventListener("abort", onAbort);
    await store.close();
  }
  if (fatal !== undefined) throw fatal;
  const run = await readRun(runPath);
  const status = options.signal.aborted && waiting > 0 ? "interrupted" : "finished";
  return { status, run, skipped, generatorCalls };
}
