/** Words for what the demo server can do wrong on purpose, and for whoever decides when. No behaviour. */

export const DEMO_PROVIDERS = ["replicate", "openai", "vllm-omni", "sglang", "comfyui"] as const;
export type DemoProvider = (typeof DEMO_PROVIDERS)[number];

export const DEMO_ACTIONS = ["create", "status", "content", "upload", "cancel", "chat"] as const;
/**
 * What a request is about: `create` is the one that is charged, `content` fetches a clip or picture,
 * `chat` asks for a chat completion.
 */
export type DemoAction = (typeof DEMO_ACTIONS)[number];

/**
 * One thing that goes wrong. "Taken" means that the request had its effect: a create that was taken is a
 * job, and billable, whatever its client gets to see.
 */
export type Fault =
  /** 429, not taken. With a Retry-After header, or with the words of Replicate's body only. */
  | {
      readonly kind: "too-many-requests";
      /** @default 1 */
      readonly retryAfterSec?: number;
      /** @default "header" */
      readonly says?: "header" | "detail";
    }
  /** The connection is reset; not taken. */
  | { readonly kind: "reset-before" }
  /** The connection is reset instead of an answer; taken. */
  | { readonly kind: "reset-after" }
  /** No answer; taken. */
  | Stall<"stall-headers">
  /** Headers and the first half of the body, then silence; taken. */
  | Stall<"stall-body">
  /** 500 with a body of HTML; taken. */
  | { readonly kind: "error-500-after" }
  /** 503; not taken. */
  | { readonly kind: "unavailable" }
  /** {"detail": ...} as FastAPI and Replicate answer; not taken. */
  | {
      readonly kind: "detail-error";
      /** @default 400 */
      readonly status?: 400 | 402 | 403 | 422 | 500;
      readonly detail?: string;
    }
  /** 404; not taken. For `content`: SGLang while a job runs, vLLM-Omni even after it is done. */
  | { readonly kind: "not-found" }
  /** The job ends before it began: `aborted` at Replicate, `failed` elsewhere. Asked at create or status. */
  | { readonly kind: "job-aborted" }
  /** The job fails. Asked at create (it fails at its end) or status (it fails now). */
  | { readonly kind: "job-failed" }
  /** The job runs for ever; a deadline kept by the server still ends it. Asked at create or status. */
  | { readonly kind: "job-never-ends" }
  /** The job succeeds, and its output has been deleted. Asked at create, status or content. */
  | { readonly kind: "output-expired" }
  /** A cancel comes too late: the job has just succeeded. Asked at create or cancel. */
  | { readonly kind: "cancel-races" }
  /** The first half of the file. Content-Length tells the half ("met") or the whole ("unmet"). */
  | { readonly kind: "truncated"; readonly contentLength: "met" | "unmet" }
  /** A page of HTML that calls itself a video or picture, or a video that calls itself a page. */
  | { readonly kind: "wrong-type"; readonly body: "html" | "media" }
  /** ComfyUI: the websocket is closed when the job begins to run. Asked at create. */
  | { readonly kind: "socket-drops" }
  /** ComfyUI: the upload is kept under another name. */
  | { readonly kind: "renamed-upload" }
  /** ComfyUI: `execution_error` by websocket and in the history. Asked at create. */
  | { readonly kind: "execution-error" }
  /**
   * ComfyUI: the history stays empty for so many requests after the job is done, and the queue shows it
   * as running. Asked at create.
   */
  | { readonly kind: "history-empty"; readonly polls: number }
  /** Chat: the message has no text, and no tool calls. */
  | { readonly kind: "empty-content" }
  /** Chat: the first half of the text, with the finish reason "length"; no tool calls. */
  | { readonly kind: "cut-short" }
  /** Chat: arguments of tool calls are no JSON; an answer without calls is as it is. */
  | { readonly kind: "malformed-arguments" };

type Stall<Kind extends string> = {
  readonly kind: Kind;
  /** The connection is reset after so long. @default never */
  readonly forMs?: number;
};

export type FaultKind = Fault["kind"];

/** One request that may go wrong. */
export type FaultQuestion = {
  readonly provider: DemoProvider;
  readonly action: DemoAction;
  /** Number of earlier requests with the same provider and action. */
  readonly ordinal: number;
  /** Id of the job that the request names; undefined for creates and uploads. */
  readonly job: string | undefined;
};

/** Asked once for each request; undefined lets it pass. */
export type FaultPlan = (question: FaultQuestion) => Fault | undefined;

export type PlayedFault = FaultQuestion & { readonly fault: Fault };
