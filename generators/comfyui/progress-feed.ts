/**
 * Progress over ComfyUI's websocket, one socket per client id while jobs of it run. A convenience: a
 * socket that cannot be had, or breaks, is never an error, and never keeps the process alive. What
 * counts is asked over HTTP.
 */
import { z } from "zod";
import { parseJson } from "../common/parse-json.ts";
import { onAbort } from "../http/on-abort.ts";
import { openSocket, type SocketConnection } from "./open-socket.ts";

export type FeedOptions = {
  /** Without a slash at the end; http or https. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Pause after a socket that failed, before another one is tried. @default 15000 */
  readonly retryAfterMs?: number;
};

export type WatchedJob = {
  readonly id: string;
  readonly clientId: string;
  /** Ids of the nodes whose progress is the job's. */
  readonly samplers: readonly string[];
};

export type ProgressFeed = {
  /** Opens the socket of the job's client when there is none. Returns at once. */
  readonly watch: (job: WatchedJob) => void;
  /** 0 to 1; undefined when nothing was heard. */
  readonly progressOf: (id: string) => number | undefined;
  /**
   * Waits until the job is heard to have ended, its socket breaks, or the time is over; returns at once
   * when there is no open socket.
   *
   * @returns whether it was heard to have ended
   * @throws the reason of the signal
   */
  readonly waitForEnd: (id: string, maxMs: number, signal: AbortSignal) => Promise<boolean>;
  /** Forgets a job; its socket is closed with the last one. */
  readonly forget: (id: string) => void;
};

type Job = WatchedJob & {
  readonly ratios: Map<string, number>;
  readonly wake: Set<() => void>;
  hasEnded: boolean;
};

const messageSchema = z.looseObject({
  type: z.string(),
  data: z.looseObject({ prompt_id: z.string() }),
});
const progressSchema = z.looseObject({
  node: z.string(),
  value: z.number(),
  max: z.number().positive(),
});
const progressStateSchema = z.looseObject({
  nodes: z.record(
    z.string(),
    z.looseObject({ value: z.number(), max: z.number(), state: z.string().optional() }),
  ),
});
const ENDS = ["execution_success", "execution_error", "execution_interrupted"];

export function createProgressFeed(options: FeedOptions): ProgressFeed {
  const jobs = new Map<string, Job>();
  const connections = new Map<string, SocketConnection>();
  const failedAt = new Map<string, number>();
  const retryAfterMs = options.retryAfterMs ?? 15_000;

  const jobsOf = (clientId: string): readonly Job[] =>
    [...jobs.values()].filter((job) => job.clientId === clientId);

  const connect = (clientId: string): void => {
    if (connections.has(clientId)) return;
    if (performance.now() - (failedAt.get(clientId) ?? Number.NEGATIVE_INFINITY) < retryAfterMs) {
      return;
    }
    const connection = openSocket(
      { ...options, clientId },
      {
        onMessage: (text) => hear(jobs, text),
        onEnd: () => {
          if (connections.get(clientId) === connection) connections.delete(clientId);
          failedAt.set(clientId, performance.now());
          for (const job of jobsOf(clientId)) wakeAll(job);
        },
      },
    );
    connections.set(clientId, connection);
  };

  return {
    watch: (watched) => {
      if (!jobs.has(watched.id)) {
        jobs.set(watched.id, { ...watched, ratios: new Map(), wake: new Set(), hasEnded: false });
      }
      connect(watched.clientId);
    },
    progressOf: (id) => {
      const job = jobs.get(id);
      if (job === undefined || job.ratios.size === 0) return undefined;
      const counted = job.samplers.length === 0 ? [...job.ratios.keys()] : job.samplers;
      const sum = counted.reduce((total, node) => total + (job.ratios.get(node) ?? 0), 0);
      return Math.min(1, sum / counted.length);
    },
    waitForEnd: async (id, maxMs, signal) => {
      const job = jobs.get(id);
      if (job === undefined) return false;
      if (!job.hasEnded && connections.get(job.clientId)?.isOpen === true) {
        await sleepUntilWoken(job, maxMs, signal);
      }
      return job.hasEnded;
    },
    forget: (id) => {
      const job = jobs.get(id);
      if (job === undefined) return;
      jobs.delete(id);
      wakeAll(job);
      if (jobsOf(job.clientId).length > 0) return;
      const connection = connections.get(job.clientId);
      connections.delete(job.clientId);
      connection?.close();
    },
  };
}

function wakeAll(job: Job): void {
  for (const wake of job.wake) wake();
}

function hear(jobs: ReadonlyMap<string, Job>, text: string): void {
  const message = messageSchema.safeParse(parseJson(text));
  if (!message.success) return;
  const { type, data } = message.data;
  const job = jobs.get(data.prompt_id);
  if (job === undefined) return;
  // `executing` without a node is how a job's end was told before there were words for it.
  if (ENDS.includes(type) || (type === "executing" && data["node"] === null)) {
    job.hasEnded = true;
    wakeAll(job);
  } else if (type === "progress") {
    const progress = progressSchema.safeParse(data);
    if (progress.success) note(job, progress.data.node, progress.data);
  } else if (type === "progress_state") {
    const state = progressStateSchema.safeParse(data);
    for (const [node, progress] of Object.entries(state.success ? state.data.nodes : {})) {
      note(job, node, progress);
    }
  }
}

function note(
  job: Job,
  node: string,
  { value, max }: { readonly value: number; readonly max: number },
) {
  if (max > 0) job.ratios.set(node, Math.min(1, Math.max(0, value / max)));
}

function sleepUntilWoken(job: Job, maxMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const clear = (): void => {
      clearTimeout(timer);
      job.wake.delete(end);
      forget();
    };
    const end = (): void => {
      clear();
      resolve();
    };
    const timer = setTimeout(end, maxMs);
    const forget = onAbort(signal, () => {
      clear();
      reject(signal.reason);
    });
    job.wake.add(end);
  });
}
