/** Rollouts of models at hosts of the fakes, followed to their end without a runner. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningDemoServer } from "../../demo-server/index.ts";
import { demoPng } from "../../demo-server/testing/requests.ts";
import type {
  Generator,
  RolloutHandle,
  RolloutStatus,
  StartContext,
} from "../../generators/generator.ts";
import type { Host } from "../../generators/host.ts";
import type { Model } from "../../generators/models/schema.ts";
import { MODELS } from "../../generators/models/table.ts";
import { startContext } from "../helpers/call-context.ts";

const WORKFLOWS = new URL("../../samples/workflows/", import.meta.url);
const PNG = demoPng(208, 120);
const NO_PRICE = { estimateUsd: () => null, costUsd: () => null };

/** The model of this name. */
export function modelNamed(id: string): Model {
  const model = MODELS.find((row) => row.id === id);
  if (model === undefined) throw new Error(`no model ${id}`);
  return model;
}

export type Begun = {
  readonly generator: Generator;
  readonly handle: RolloutHandle;
  readonly context: StartContext;
  readonly scratchDir: string;
};

/** Starts a job, hands it on, and clears away its files. */
export async function withRollout<Result>(
  fakes: RunningDemoServer,
  host: Host,
  model: Model,
  use: (begun: Begun) => Promise<Result>,
): Promise<Result> {
  const scratchDir = mkdtempSync(join(tmpdir(), "probe-contract-"));
  try {
    const workflow = model.hosts.comfyui?.workflow ?? "wan2.2-i2v.json";
    const text = readFileSync(new URL(workflow, WORKFLOWS), "utf8");
    const generator = host.create({
      model,
      env: fakes.env,
      redact: (words) => words,
      deadlineMs: 60_000,
      price: NO_PRICE,
      firstPauseMs: 5,
      ...(host.id === "comfyui" ? { workflow: { name: workflow, text } } : {}),
    });
    const context = startContext({ scratchDir });
    const handle = await generator.start(
      { instanceId: "one", firstFramePng: PNG, prompt: "turn it", seed: 0, ...model.defaults },
      context,
    );
    return await use({ generator, handle, context, scratchDir });
  } finally {
    rmSync(scratchDir, { recursive: true, force: true });
  }
}

/** Asks until the job has ended. */
export async function followToEnd({ generator, handle, context }: Begun): Promise<RolloutStatus> {
  let status = await generator.status(handle, context);
  while (status.state === "queued" || status.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, 10));
    status = await generator.status(handle, context);
  }
  return status;
}

/** Bytes of the clip or picture. */
export async function fetchResult({
  generator,
  handle,
  context,
  scratchDir,
}: Begun): Promise<Uint8Array> {
  const path = join(scratchDir, "clip");
  await generator.result(handle, path, context);
  return new Uint8Array(readFileSync(path));
}

/** All of it. @returns how the job ended, and the bytes of its file */
export function rollOut(
  fakes: RunningDemoServer,
  host: Host,
  model: Model,
): Promise<{ readonly status: RolloutStatus; readonly bytes: Uint8Array }> {
  return withRollout(fakes, host, model, async (begun) => ({
    status: await followToEnd(begun),
    bytes: await fetchResult(begun),
  }));
}
