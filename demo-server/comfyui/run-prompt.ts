/** Tells by websocket how a prompt of the demo's ComfyUI goes on, at the times that its job says. */
import type { Job, JobReport } from "../jobs.ts";
import type { Sockets } from "./sockets.ts";

export type PromptRun = {
  readonly job: Job;
  readonly clientId: string | undefined;
  readonly outputNode: string;
  readonly outputClass: string;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly preview: Uint8Array;
};

/** Milliseconds between two looks at the job. */
const LOOK_MS = 20;

/** @param report how the job stands; undefined once nobody wants to know any more */
export async function narrate(
  run: PromptRun,
  sockets: Sockets,
  report: () => JobReport | undefined,
): Promise<void> {
  const { job, clientId, outputNode } = run;
  const prompt_id = job.id;
  const send = (type: string, data: Readonly<Record<string, unknown>>): void =>
    sockets.send(clientId, type, data);
  let hasBegun = false;
  for (;;) {
    const now = report();
    if (now === undefined) return;
    if (!hasBegun && now.state !== "queued" && now.state !== "canceled") {
      hasBegun = true;
      send("execution_start", { prompt_id, timestamp: job.startsMs });
      send("execution_cached", { nodes: [], prompt_id, timestamp: job.startsMs });
      send("executing", { node: outputNode, display_node: outputNode, prompt_id });
      send("progress", { value: 1, max: 20, prompt_id, node: outputNode });
      sockets.sendPreview(clientId, run.preview);
      if ([...job.faults].some(({ kind }) => kind === "socket-drops")) sockets.drop(clientId);
    }
    if (now.endedMs !== undefined) {
      const type = endMessage(now);
      if (type === "execution_success" && !now.isExpired) {
        const output = run.outputs;
        send("executed", { node: outputNode, display_node: outputNode, output, prompt_id });
      }
      send(type, messageData(run, now));
      if (type === "execution_success") send("executing", { node: null, prompt_id });
      send("status", { status: { exec_info: { queue_remaining: 0 } } });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref());
  }
}

/** Also the last message in the history. */
export function endMessage({ state }: JobReport): string {
  if (state === "succeeded") return "execution_success";
  return state === "canceled" ? "execution_interrupted" : "execution_error";
}

export function messageData(
  { job, outputNode, outputClass }: PromptRun,
  report: JobReport,
): Readonly<Record<string, unknown>> {
  const shared = { prompt_id: job.id, timestamp: report.endedMs };
  switch (endMessage(report)) {
    case "execution_success":
      return shared;
    case "execution_interrupted":
      return { ...shared, node_id: outputNode, node_type: outputClass, executed: [] };
    default:
      return {
        ...shared,
        node_id: outputNode,
        node_type: outputClass,
        executed: [],
        exception_message: report.reason ?? "failed",
        exception_type: "torch.OutOfMemoryError",
        traceback: [],
        current_inputs: {},
        current_outputs: [],
      };
  }
}
