/** One clip made with a fake generator and a journal in memory, for tests of what is bought when. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../../../core/hash/sha256.ts";
import type { RolloutEvent, RolloutRecord } from "../../../core/schema/rollout.ts";
import { createBudget } from "../../../probes/rollouts/budget.ts";
import type { CheckClip } from "../../../probes/rollouts/check-clip.ts";
import type { Clip } from "../../../probes/rollouts/clip.ts";
import { attemptCosts, committedUsd } from "../../../probes/rollouts/costs.ts";
import { makeClip } from "../../../probes/rollouts/make-clip.ts";
import { createRolloutLog } from "../../../probes/rollouts/rollout-log.ts";
import { getTask } from "../../../tasks/registry.ts";
import { createFakeGenerator, type FakeGeneratorOptions } from "./fakes.ts";

export const KEY = sha256("work");
export const INSTANCE = getTask("pipe").generate("easy", 1);

export type ClipMakingOptions = FakeGeneratorOptions & {
  /** What the journal holds already. */
  readonly journal?: readonly RolloutRecord[];
  readonly maxUsd?: number;
  readonly retryFailed?: boolean;
  readonly retryUnknown?: boolean;
  readonly checkClip?: CheckClip;
  /** Called at each pause. */
  readonly onSleep?: (ms: number) => void;
  /** @default a new folder */
  readonly folder?: string;
  /** Dies instead of writing this event: what a kill at that point leaves. */
  readonly dieBefore?: RolloutEvent["event"];
};

export function setUpClip(options: ClipMakingOptions = {}) {
  const generator = createFakeGenerator(options);
  const journal: RolloutRecord[] = [...(options.journal ?? [])];
  const waits: number[] = [];
  const asked: string[] = [];
  const controller = new AbortController();
  const budget = createBudget(options.maxUsd);
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "probe-clip-"));
  let nowMs = 0;
  let isDead = false;
  const log = createRolloutLog({
    initial: options.journal ?? [],
    write: async (event) => {
      isDead ||= event.event === options.dieBefore;
      if (isDead) throw new Died();
      journal.push(event);
    },
    onAppend: (key, records) => budget.commit(key, committedUsd(attemptCosts(records), 0)),
  });
  budget.commit(KEY, committedUsd(attemptCosts(log.recordsOf(KEY)), 0));
  const make = (): Promise<Clip> =>
    makeClip(
      {
        ...{ generator, log, budget, signal: controller.signal, mayStop: () => true },
        clock: {
          now: () => nowMs,
          sleep: async (ms, signal) => {
            signal?.throwIfAborted();
            nowMs += ms;
            waits.push(ms);
            options.onSleep?.(ms);
            // Lets a race that this pause bounds be won by the other side.
            await new Promise((resolve) => setImmediate(resolve));
          },
        },
        checkClip: options.checkClip ?? (async () => ({ state: "whole" })),
        retryFailed: options.retryFailed ?? false,
        retryUnknown: options.retryUnknown ?? false,
      },
      {
        key: KEY,
        request: {
          ...{ instanceId: INSTANCE.id, instance: INSTANCE, view: "published", prompt: "" },
          ...{ firstFramePng: new Uint8Array(), frames: 5, fps: 16, widthPx: 8, heightPx: 8 },
          seed: 0,
        },
        destination: join(folder, "a.mp4"),
        relativePath: "episodes/a/a.mp4",
        scratchDir: async () => folder,
        onWait: () => undefined,
        onAsk: () => asked.push("asked"),
      },
    );
  /** Events by name, those that the journal began with included. */
  const events = (): readonly string[] =>
    journal.map((record) => ("event" in record ? record.event : "v1"));
  return { generator, journal, waits, asked, controller, budget, folder, make, events };
}

/** The process is gone: nothing that comes after may be looked at. */
export class Died extends Error {}
