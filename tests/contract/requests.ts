/** One rollout of a model at a host of the fakes, as far as its request is concerned. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningDemoServer } from "../../demo-server/index.ts";
import { demoPng } from "../../demo-server/testing/requests.ts";
import type { RolloutStatus } from "../../generators/generator.ts";
import type { Host } from "../../generators/host.ts";
import type { Model } from "../../generators/models/schema.ts";
import { startContext } from "../helpers/call-context.ts";

const WORKFLOWS = new URL("../../samples/workflows/", import.meta.url);
const PNG = demoPng(208, 120);
const NO_PRICE = { estimateUsd: () => null, costUsd: () => null };

/** Starts the job and follows it to its end. @returns how it ended, and the bytes of its file */
export async function rollOut(
  fakes: RunningDemoServer,
  host: Host,
  model: Model,
): Promise<{ readonly status: RolloutStatus; readonly bytes: Uint8Array }> {
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
    let status = await generator.status(handle, context);
    while (status.state === "queued" || status.state === "running") {
      await new Promise((resolve) => setTimeout(resolve, 20));
      status = await generator.status(handle, context);
    }
    const path = join(scratchDir, "clip");
    await generator.result(handle, path, context);
    return { status, bytes: new Uint8Array(readFileSync(path)) };
  } finally {
    rmSync(scratchDir, { recursive: true, force: true });
  }
}
