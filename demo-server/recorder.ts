/** Counts what was asked of the demo server, and keeps the bodies of charged requests for contract tests. */
import { sha256Json } from "../core/hash/sha256.ts";
import { DEMO_PROVIDERS, type DemoAction, type DemoProvider } from "./faults/types.ts";

/** Bodies kept; the oldest are dropped first. */
const MAX_RECORDED = 200;

export type RecordedCreate = {
  readonly provider: DemoProvider;
  readonly path: string;
  /** JSON, or the fields of a form; files as {"file": name, "type": ..., "bytes": n}. */
  readonly body: unknown;
};

export type DemoStats = {
  /** Creates that were taken: each of them is a job that a real provider would charge for. */
  readonly billableCreates: number;
  readonly creates: Readonly<Record<DemoProvider, number>>;
  /** Creates that differ in what was asked for; less than `billableCreates` when something was bought twice. */
  readonly distinctCreates: number;
  /** Creates that were refused as wrong. */
  readonly refusedCreates: number;
  /** Requests of each kind, whatever became of them. */
  readonly cancels: number;
  readonly downloads: number;
  readonly uploads: number;
  readonly polls: number;
  /** Requests for chat completions; they are no creates. */
  readonly chatCalls: number;
  /** Requests at which something went wrong on purpose. */
  readonly faults: number;
};

export type Recorder = {
  /** A request came in, whatever becomes of it. */
  readonly count: (action: DemoAction) => void;
  /**
   * A create was taken.
   * @param asked what makes two creates the same purchase
   */
  readonly took: (create: RecordedCreate, asked: unknown) => void;
  readonly refused: () => void;
  /** A request for a chat completion was taken. @param body without its pictures */
  readonly tookChat: (body: unknown) => void;
  readonly stats: () => Omit<DemoStats, "faults">;
  readonly creates: () => readonly RecordedCreate[];
  /** Chat requests that were taken: how many, and the bodies of the last 200. */
  readonly chats: () => { readonly total: number; readonly bodies: readonly unknown[] };
};

export function createRecorder(): Recorder {
  const requests: Record<DemoAction, number> = {
    create: 0,
    status: 0,
    content: 0,
    upload: 0,
    cancel: 0,
    chat: 0,
  };
  const creates = new Map<DemoProvider, number>();
  const distinct = new Set<string>();
  const recorded: RecordedCreate[] = [];
  const chats: unknown[] = [];
  let takenChats = 0;
  let refusedCreates = 0;
  return {
    count: (action) => {
      requests[action] += 1;
    },
    took: (create, asked) => {
      creates.set(create.provider, (creates.get(create.provider) ?? 0) + 1);
      distinct.add(sha256Json(asked));
      recorded.push(create);
      if (recorded.length > MAX_RECORDED) recorded.shift();
    },
    refused: () => {
      refusedCreates += 1;
    },
    tookChat: (body) => {
      takenChats += 1;
      chats.push(body);
      if (chats.length > MAX_RECORDED) chats.shift();
    },
    stats: () => {
      const countOf = (provider: DemoProvider): number => creates.get(provider) ?? 0;
      return {
        billableCreates: DEMO_PROVIDERS.reduce((sum, provider) => sum + countOf(provider), 0),
        creates: {
          replicate: countOf("replicate"),
          openai: countOf("openai"),
          "vllm-omni": countOf("vllm-omni"),
          sglang: countOf("sglang"),
          comfyui: countOf("comfyui"),
        },
        distinctCreates: distinct.size,
        refusedCreates,
        cancels: requests.cancel,
        downloads: requests.content,
        uploads: requests.upload,
        polls: requests.status,
        chatCalls: requests.chat,
      };
    },
    creates: () => [...recorded],
    chats: () => ({ total: takenChats, bodies: [...chats] }),
  };
}
