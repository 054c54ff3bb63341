/** ComfyUI as a host: a server of one's own, and a workflow that makes the clips. */
import { UsageError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { missingVariable, refuseMissing } from "../common/missing-variable.ts";
import { redactAlso } from "../common/redact-also.ts";
import type { Host } from "../host.ts";
import { createHttpHost } from "../http/index.ts";
import { bindWorkflow } from "./bind-workflow.ts";
import { COMFYUI_ID, createComfyuiGenerator } from "./comfyui-generator.ts";
import { KEY_VARIABLE, readConnection } from "./connection.ts";
import { createProgressFeed } from "./progress-feed.ts";
import { parseWorkflow } from "./workflow.ts";

/** A server of one's own: enough to keep its queue filled, and to ask how the jobs do. */
const LIMITS = { concurrency: 4, perMinute: 600 };

/** `status` listens for four first pauses: 2 s. */
const DEFAULT_FIRST_PAUSE_MS = 500;
const LISTEN_PAUSES = 4;

/**
 * COMFYUI_URL is the address, with a path in front of the API where there is one; COMFYUI_API_KEY is
 * sent as a bearer token. The workflow comes with the options; how its nodes are bound is described in
 * `samples/workflows/README.md`.
 */
export const comfyuiHost: Host = {
  id: COMFYUI_ID,
  title: "ComfyUI",
  missing: (env) =>
    missingVariable(env, "COMFYUI_URL", "the address of ComfyUI, such as http://127.0.0.1:8188"),
  create: ({ model, env, deadlineMs, price, workflow: file, firstPauseMs, ...options }) => {
    const entry = model.hosts.comfyui;
    if (entry === undefined) {
      throw new UsageError(
        `expected a model that ComfyUI serves but received ${model.id}. Add "comfyui" to its hosts in a ` +
          "file of models (--models FILE)",
      );
    }
    refuseMissing(COMFYUI_ID, comfyuiHost.missing(env));
    const connection = readConnection(env);
    if (file === undefined) {
      throw new UsageError(
        `expected --workflow FILE for ${model.id} at ComfyUI but received nothing. Export one from ComfyUI ` +
          "(Workflow > Export (API))",
      );
    }
    const workflow = parseWorkflow(file);
    const { baseUrl, headers, secrets } = connection;
    const redact = redactAlso(options.redact, secrets);
    return createComfyuiGenerator({
      model,
      capabilities: entry.capabilities,
      workflow,
      workflowSha256: sha256(file.text),
      binding: bindWorkflow(workflow, { name: file.name, kind: model.kind }),
      http: createHttpHost({
        id: COMFYUI_ID,
        baseUrl,
        headers,
        keyVariable: KEY_VARIABLE,
        limits: LIMITS,
        redact,
        ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
      }),
      feed: createProgressFeed({ baseUrl, headers }),
      listenMs: LISTEN_PAUSES * (firstPauseMs ?? DEFAULT_FIRST_PAUSE_MS),
      allowedHosts: [connection.host],
      price,
      deadlineMs,
      redact,
    });
  },
};
