/** A generator and a judge without pixels, for tests of the loop around them. */
import { writeFileSync } from "node:fs";
import { sha256File } from "../../../core/hash/sha256.ts";
import type { Verdict } from "../../../core/schema/verdict.ts";
import type {
  BuiltinRequest,
  Generator,
  RolloutHandle,
  RolloutStatus,
} from "../../../generators/generator.ts";
import type { Diagnose } from "../../../probes/judge-episode.ts";
import type { HostOfGenerator } from "../../../probes/rollouts/clip.ts";
import { getTask } from "../../../tasks/registry.ts";
import { sampleVerdict } from "./records.ts";

export type FakeGenerator = Generator<BuiltinRequest> & {
  readonly requests: BuiltinRequest[];
  /** Calls by name, in order. */
  readonly calls: string[];
};

export type FakeGeneratorOptions = {
  readonly id?: string;
  /** Called in `result`; throw to fail. */
  readonly onResult?: (instanceId: string, signal: AbortSignal) => void | Promise<void>;
  /** Answers of `status`, in order; the last one repeats. */
  readonly statuses?: readonly (RolloutStatus | Error)[];
  /** Makes it one that asks a host; costs are 0.5 US dollars unless it says otherwise. */
  readonly host?: Partial<HostOfGenerator>;
  /** What goes wrong with `start` after it was submitted, in order; undefined for nothing. */
  readonly startErrors?: readonly (Error | undefined)[];
  /** The handle is told before the request, as where the id is ours. */
  readonly ownIds?: boolean;
  readonly onCancel?: () => void | Promise<void>;
  readonly warnings?: readonly string[];
};

/** Writes the instance id as its clip. */
export function createFakeGenerator(options: FakeGeneratorOptions = {}): FakeGenerator {
  const statuses = [...(options.statuses ?? [{ state: "succeeded" as const }])];
  const startErrors = [...(options.startErrors ?? [])];
  const requests: BuiltinRequest[] = [];
  const calls: string[] = [];
  return {
    id: options.id ?? "fake",
    version: "1",
    kind: "video",
    params: { crf: 18 },
    requests,
    calls,
    ...(options.host === undefined ? {} : { host: { ...FAKE_HOST, ...options.host } }),
    start: async (request, { signal, onSubmit }) => {
      signal.throwIfAborted();
      calls.push("start");
      requests.push(request);
      const handle: RolloutHandle = {
        generator: "fake",
        id: `job-${request.instanceId}`,
        data: { instanceId: request.instanceId },
        ...(options.warnings === undefined ? {} : { warnings: options.warnings }),
      };
      await onSubmit(options.ownIds === true ? handle : undefined);
      const error = startErrors.shift();
      if (error !== undefined) throw error;
      return handle;
    },
    status: async () => {
      calls.push("status");
      const next = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? {
        state: "succeeded" as const,
      };
      if (next instanceof Error) throw next;
      return next;
    },
    result: async (handle, destination, { signal }) => {
      calls.push("result");
      const { instanceId } = handle.data as { instanceId: string };
      await options.onResult?.(instanceId, signal);
      writeFileSync(destination, instanceId);
      return {
        path: destination,
        kind: "video",
        warnings: [`made for ${instanceId}`],
        truth: { planted: "nothing" },
      };
    },
    cancel: async () => {
      calls.push("cancel");
      await options.onCancel?.();
    },
  };
}

const FAKE_HOST: HostOfGenerator = {
  id: "fake-host",
  estimateUsd: () => 0.5,
  costUsd: () => 0.5,
  preview: ({ instanceId }) => ({
    ...{ host: "fake-host", method: "POST", url: "http://127.0.0.1/jobs", warnings: [] },
    body: { instanceId },
  }),
  deadlineMs: 60_000,
};

export type FakeJudge = { readonly diagnose: Diagnose; readonly judged: string[] };

/** Finds the solver's plan in every clip, and writes no overlay. */
export function createFakeJudge(change: (verdict: Verdict) => Verdict = (v) => v): FakeJudge {
  const judged: string[] = [];
  const diagnose: Diagnose = async ({ clip, instance, videoName }) => {
    judged.push(instance.id);
    const task = getTask(instance.task);
    const plan = task.solve(task.initialState(instance)) ?? [];
    return change({
      ...sampleVerdict(instance.id),
      video: videoName ?? clip,
      videoSha256: await sha256File(clip),
      plan: {
        actions: [...plan],
        frames: plan.map((_, i) => i),
        legal: true,
        reachesGoal: true,
      },
    });
  };
  return { diagnose, judged };
}
