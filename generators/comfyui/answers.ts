/**
 * What ComfyUI answers, read loosely: its versions add fields. Owns the shapes of /upload/image,
 * /prompt, /history and /queue and what they mean for one job; sends nothing. Pure.
 */
import { z } from "zod";
import type { RolloutStatus } from "../generator.ts";

const uploadSchema = z.looseObject({
  name: z.string().min(1),
  subfolder: z.string().default(""),
  type: z.string().default("input"),
});

/** The value of `LoadImage.image` for an uploaded file; the server may have renamed it. */
export function readUpload(json: unknown): string | undefined {
  const parsed = uploadSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { name, subfolder, type } = parsed.data;
  const path = subfolder === "" ? name : `${subfolder}/${name}`;
  return type === "input" ? path : `${path} [${type}]`;
}

const promptSchema = z.looseObject({
  prompt_id: z.string().min(1).optional(),
  error: z.unknown().optional(),
  node_errors: z.unknown().optional(),
});

export type Submitted = {
  /** Id under which the server has the job; undefined when it has none. */
  readonly id: string | undefined;
  /** What it says against nodes, one line each. */
  readonly complaints: readonly string[];
};

/** @returns undefined when it is no such answer */
export function readSubmitted(json: unknown): Submitted | undefined {
  const parsed = promptSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { prompt_id: id, error, node_errors } = parsed.data;
  const told = describeError(error);
  return {
    id,
    complaints: [...(told === undefined ? [] : [told]), ...describeNodeErrors(node_errors)],
  };
}

const nodeErrorsSchema = z.record(
  z.string(),
  z.looseObject({
    class_type: z.string().default("?"),
    errors: z
      .array(
        z.looseObject({ message: z.string().default(""), details: z.string().default("") }).loose(),
      )
      .default([]),
  }),
);

function describeNodeErrors(json: unknown): readonly string[] {
  const parsed = nodeErrorsSchema.safeParse(json ?? {});
  if (!parsed.success) return [];
  return Object.entries(parsed.data).map(([id, node]) => {
    const told = node.errors.map(({ message, details }) =>
      [message, details].filter((text) => text !== "").join(": "),
    );
    return oneLine(`node ${id} (${node.class_type}): ${told.join("; ") || "not accepted"}`);
  });
}

function describeError(error: unknown): string | undefined {
  if (typeof error === "string") return oneLine(error);
  const parsed = z
    .looseObject({ message: z.string(), details: z.string().optional() })
    .safeParse(error);
  if (!parsed.success) return undefined;
  const { message, details } = parsed.data;
  return oneLine(details === undefined || details === "" ? message : `${message} (${details})`);
}

/** That there is an entry is what counts: an odd field in it does not make it none. */
const entrySchema = z.looseObject({
  outputs: z.record(z.string(), z.unknown()).catch({}).default({}),
  status: z
    .looseObject({
      status_str: z.string().optional().catch(undefined),
      messages: z.array(z.unknown()).catch([]).default([]),
    })
    .nullish()
    .catch(undefined),
});
export type HistoryEntry = z.infer<typeof entrySchema>;

/** The job's entry in the answer of /history/{id}; undefined while it has none. */
export function readHistory(json: unknown, id: string): HistoryEntry | undefined {
  const parsed = z.record(z.string(), z.unknown()).safeParse(json);
  const entry = parsed.success ? entrySchema.safeParse(parsed.data[id]) : undefined;
  return entry?.success === true ? entry.data : undefined;
}

/** How an ended job ended. Entries of old servers have no status: they are there when all is done. */
export function readEnd(entry: HistoryEntry): RolloutStatus {
  const messages = (entry.status?.messages ?? []).map(readMessage);
  const interrupted = messages.find(({ type }) => type === "execution_interrupted");
  if (interrupted !== undefined) {
    return { state: "canceled", reason: "ComfyUI was asked to interrupt the job" };
  }
  const failure = messages.find(({ type }) => type === "execution_error");
  if (failure === undefined && entry.status?.status_str !== "error") return { state: "succeeded" };
  return { state: "failed", reason: describeFailure(failure?.data) };
}

function readMessage(message: unknown): { readonly type: unknown; readonly data: unknown } {
  const [type, data] = Array.isArray(message) ? (message as readonly unknown[]) : [];
  return { type, data };
}

const failureSchema = z.looseObject({
  node_id: z.union([z.string(), z.number()]).optional(),
  node_type: z.string().optional(),
  exception_type: z.string().optional(),
  exception_message: z.string().optional(),
});

function describeFailure(data: unknown): string {
  const parsed = failureSchema.safeParse(data);
  if (!parsed.success) return "ComfyUI says that the job failed, and not why";
  const { node_id, node_type, exception_type, exception_message } = parsed.data;
  const why = [exception_type, exception_message?.trim()].filter((text) => text).join(": ");
  return oneLine(
    `node ${node_id ?? "?"} (${node_type ?? "?"}) failed: ${why || "no reason given"}`,
  );
}

const queueSchema = z.looseObject({
  queue_running: z.array(z.unknown()),
  queue_pending: z.array(z.unknown()),
});

/** Where a job stands in the answer of /queue; undefined when that is no queue. */
export function readQueue(json: unknown, id: string): "running" | "queued" | "nowhere" | undefined {
  const parsed = queueSchema.safeParse(json);
  if (!parsed.success) return undefined;
  // Entries are [number, id, prompt, ...].
  const has = (entries: readonly unknown[]): boolean =>
    entries.some((entry) => Array.isArray(entry) && entry.slice(0, 2).includes(id));
  if (has(parsed.data.queue_running)) return "running";
  return has(parsed.data.queue_pending) ? "queued" : "nowhere";
}

/** Of any length: it is cut when secrets are gone, for a cut one would not be recognised. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
