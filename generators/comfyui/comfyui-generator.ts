/**
 * Rollouts made by a ComfyUI server with a bound workflow. Owns the order of the requests; the workflow
 * is bound in `bind-workflow.ts`, answers are read in `answers.ts`. The job's id is ours, so that a job
 * whose answer was lost can be found again.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { ProviderError } from "../../core/errors.ts";
import { describePicture } from "../common/describe-picture.ts";
import { parseHandleData } from "../common/parse-handle-data.ts";
import { asRetryable, asRetryableUnlessGone } from "../common/still-there.ts";
import type {
  CallContext,
  Generator,
  RolloutHandle,
  RolloutRequest,
  RolloutStatus,
  StartContext,
} from "../generator.ts";
import type { Pricing } from "../host.ts";
import { shorten } from "../http/error-body.ts";
import type { HttpHost } from "../http/index.ts";
import { type FittedRequest, fitRequest } from "../models/fit-request.ts";
import type { Capabilities, Model } from "../models/schema.ts";
import { readSubmitted } from "./answers.ts";
import type { Binding } from "./bind-workflow.ts";
import { fillWorkflow } from "./fill-workflow.ts";
import { findFile, viewPath } from "./find-file.ts";
import type { ProgressFeed } from "./progress-feed.ts";
import { cancelJob, getHistory, getStatus, uploadPicture } from "./server.ts";
import type { Workflow } from "./workflow.ts";

export const COMFYUI_ID = "comfyui";
const VERSION = "1";

/** Of what is said of a job or a node. */
const MAX_REASON_CHARS = 500;
/** Looks for a job whose answer was lost, 2 s apart. */
const SETTLE_LOOKS = 5;
/** The end is told a moment before it stands in the history. */
const HISTORY_LAG_MS = 100;

export type ComfyuiParts = {
  readonly model: Model;
  readonly capabilities: Capabilities;
  readonly workflow: Workflow;
  /** Of the workflow's file. */
  readonly workflowSha256: string;
  readonly binding: Binding;
  readonly http: HttpHost;
  readonly feed: ProgressFeed;
  /** How long `status` listens for the end of a job before it answers, in milliseconds. */
  readonly listenMs: number;
  /** Names from which results are fetched. */
  readonly allowedHosts: readonly string[];
  readonly price: Pricing;
  readonly deadlineMs: number;
  readonly redact: (text: string) => string;
};

const handleDataSchema = z.strictObject({
  clientId: z.string(),
  /** Id of the node that has the clip. */
  output: z.string(),
  samplers: z.array(z.string()),
});

export function createComfyuiGenerator(parts: ComfyuiParts): Generator {
  const { model, binding, http, feed } = parts;
  const who = `${model.id} at ${COMFYUI_ID}`;
  const clientId = randomUUID();
  // Workflows are told frames and never seconds.
  const capabilities = { ...parts.capabilities, seconds: undefined };
  const fitToModel = (request: RolloutRequest): FittedRequest => {
    const fitted = fitRequest(who, capabilities, request, model.kind);
    return { ...fitted, warnings: [...fitted.warnings, ...binding.warnings] };
  };

  return {
    id: model.id,
    version: VERSION,
    kind: model.kind,
    params: { host: COMFYUI_ID, workflowSha256: parts.workflowSha256 },
    host: {
      id: COMFYUI_ID,
      estimateUsd: parts.price.estimateUsd,
      costUsd: parts.price.costUsd,
      deadlineMs: parts.deadlineMs,
      preview: (request) => {
        const fitted = fitToModel(request);
        const image = describePicture(request.firstFramePng);
        return {
          host: COMFYUI_ID,
          method: "POST",
          url: `${http.baseUrl}/prompt`,
          body: { prompt: fill(parts, request, fitted, image) },
          warnings: fitted.warnings,
        };
      },
    },
    start: async (request, context) => {
      context.signal.throwIfAborted();
      const fitted = fitToModel(request);
      const image = await uploadPicture(http, request.firstFramePng, context);
      const handle: RolloutHandle = {
        generator: model.id,
        id: randomUUID(),
        data: { clientId, output: binding.output, samplers: binding.samplers },
        warnings: fitted.warnings,
      };
      // Before the job is sent: what is said of it early is heard too.
      feed.watch({ id: handle.id, clientId, samplers: binding.samplers });
      try {
        return await submit(parts, handle, fill(parts, request, fitted, image), context);
      } catch (error) {
        feed.forget(handle.id);
        throw error;
      }
    },
    status: async (handle, context) => {
      const data = parseHandleData(handleDataSchema, handle);
      feed.watch({ id: handle.id, clientId: data.clientId, samplers: data.samplers });
      const status = await listen(parts, handle.id, context);
      if (isFinal(status)) feed.forget(handle.id);
      return status;
    },
    result: async (handle, destination, context) => {
      const { output } = parseHandleData(handleDataSchema, handle);
      const entry = await getHistory(http, handle.id, context).catch((error: unknown) => {
        throw asRetryable(error);
      });
      if (entry === undefined) {
        throw new ProviderError(
          `expected job ${handle.id} in the history of ${COMFYUI_ID} but received nothing. It forgets ` +
            "its jobs when it is restarted",
        );
      }
      const file = findFile(entry.outputs, { output, kind: model.kind });
      if (file === undefined) {
        throw new ProviderError(
          `expected a ${model.kind} among the outputs of job ${handle.id} but received outputs of ` +
            `${Object.keys(entry.outputs).join(", ") || "no node"}. Put probe:output into the title of ` +
            "the node that saves it",
        );
      }
      const download = {
        url: `${http.baseUrl}${viewPath(file)}`,
        destination,
        allowedHosts: parts.allowedHosts,
        sendHeaders: true,
        accept: model.kind,
      };
      await http.download(download, context).catch((error: unknown) => {
        throw asRetryableUnlessGone(error);
      });
      const warnings =
        file.node === output
          ? []
          : [`${who}: node ${output} has no ${model.kind}, node ${file.node} has`];
      return { path: destination, kind: model.kind, warnings };
    },
    cancel: async (handle) => {
      feed.forget(handle.id);
      await cancelJob(http, handle.id);
    },
  };
}

function isFinal({ state }: RolloutStatus): boolean {
  return state !== "queued" && state !== "running";
}

function fill(
  { workflow, binding }: ComfyuiParts,
  request: RolloutRequest,
  fitted: FittedRequest,
  image: string,
): Workflow {
  return fillWorkflow(workflow, binding, {
    image,
    prompt: request.prompt,
    ...(fitted.size === undefined
      ? {}
      : { width: fitted.size.widthPx, height: fitted.size.heightPx }),
    ...(fitted.frames === undefined ? {} : { frames: fitted.frames }),
    ...(fitted.fps === undefined ? {} : { fps: fitted.fps }),
    ...(fitted.seed === undefined ? {} : { seed: fitted.seed }),
  });
}

async function submit(
  parts: ComfyuiParts,
  handle: RolloutHandle,
  prompt: Workflow,
  context: StartContext,
): Promise<RolloutHandle> {
  const { http, redact } = parts;
  const { clientId } = parseHandleData(handleDataSchema, handle);
  const body = JSON.stringify({ prompt, client_id: clientId, prompt_id: handle.id });
  const request = { method: "POST", path: "/prompt", body } as const;
  const answer = await http.create(request, context, handle).catch(async (error: unknown) => {
    if (error instanceof ProviderError && error.mayHaveStarted) {
      await waitUntilKnown(parts, handle.id, context);
    }
    throw error;
  });
  const submitted = readSubmitted(answer.json());
  const complaints = (submitted?.complaints ?? []).map((told) =>
    shorten(redact(told), MAX_REASON_CHARS),
  );
  if (submitted?.id === undefined) {
    if (complaints.length > 0) {
      throw new ProviderError(
        `expected ${COMFYUI_ID} to take the workflow but received ${complaints.join("; ")}`,
      );
    }
    throw new ProviderError(
      `expected prompt_id in the answer of POST /prompt at ${COMFYUI_ID} but received ` +
        `${shorten(redact(answer.text()))}. Check that COMFYUI_URL is the address of ComfyUI`,
      { mayHaveStarted: true },
    );
  }
  // Nodes that other outputs need were left out; the job runs.
  const leftOut = complaints.map((told) => `${COMFYUI_ID} leaves out ${told}`);
  return {
    ...handle,
    id: submitted.id,
    warnings: [...(handle.warnings ?? []), ...leftOut],
  };
}

/**
 * After an answer that was lost: a server reads a workflow through before it queues it, and a job that is
 * looked for too soon would be taken for one that was never asked for.
 */
async function waitUntilKnown(
  { http, listenMs }: ComfyuiParts,
  id: string,
  context: CallContext,
): Promise<void> {
  for (let look = 0; look < SETTLE_LOOKS && !context.signal.aborted; look += 1) {
    const state = await getStatus(http, id, context).then(
      (status) => status.state,
      () => undefined,
    );
    if (state !== undefined && state !== "absent") return;
    await pause(listenMs);
  }
}

/** What is known now; a job that runs is listened to for a while first. */
async function listen(
  { http, feed, redact, listenMs }: ComfyuiParts,
  id: string,
  context: CallContext,
): Promise<RolloutStatus> {
  let status = await getStatus(http, id, context);
  if (!isFinal(status) && (await feed.waitForEnd(id, listenMs, context.signal))) {
    status = await getStatus(http, id, context);
    if (!isFinal(status)) {
      await pause(HISTORY_LAG_MS);
      status = await getStatus(http, id, context);
    }
  }
  if ("reason" in status) {
    return { ...status, reason: shorten(redact(status.reason), MAX_REASON_CHARS) };
  }
  const progressRatio = feed.progressOf(id);
  return status.state === "running" && progressRatio !== undefined
    ? { ...status, progressRatio }
    : status;
}
