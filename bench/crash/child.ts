/**
 * The process that is killed: one run of a suite at a host whose address and key are in the environment.
 * Prints one line of JSON when it gets to its end.
 */
import { readFile } from "node:fs/promises";
import { createRedactor } from "../../core/store/redact.ts";
import { comfyuiHost } from "../../generators/comfyui/index.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { Host } from "../../generators/host.ts";
import { loadModels } from "../../generators/models/load-models.ts";
import { replicateHost } from "../../generators/replicate/index.ts";
import { videosApiHost } from "../../generators/videos-api/index.ts";
import { runSuite } from "../../probes/run-suite.ts";
import { createFakeJudge } from "../../tests/e2e/helpers/fakes.ts";
import { sampleManifest } from "../../tests/e2e/helpers/records.ts";
import {
  type ChildPlan,
  type CrashHost,
  childPlanSchema,
  crashConfig,
  crashInstances,
  crashTask,
} from "./plan.ts";

const HOSTS: Readonly<Record<CrashHost, Host>> = {
  replicate: replicateHost,
  "videos-api": videosApiHost,
  comfyui: comfyuiHost,
};
const WORKFLOW = new URL("../../samples/workflows/wan2.2-i2v.json", import.meta.url);
/** Whatever it costs: 25 cents a clip. */
const PRICE = { estimateUsd: () => 0.25, costUsd: () => 0.25 };
const FIRST_PAUSE_MS = 20;

const plan = childPlanSchema.parse(JSON.parse(process.argv[2] ?? "null"));
const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort());
const redactor = createRedactor(process.env);
const generator = await createGenerator(plan);
const { id, version, params } = generator;
const result = await runSuite({
  runPath: plan.runPath,
  task: crashTask,
  generator,
  config: crashConfig(plan.rollouts, { id, version, params }),
  instances: crashInstances(plan.rollouts),
  diagnose: createFakeJudge().diagnose,
  concurrency: plan.concurrency,
  signal: interrupt.signal,
  provenance: sampleManifest.provenance,
  // A command line with a key in it: it must not reach the disk.
  command: `probe run --gen ${id} ${process.env["CRASH_SECRET"] ?? ""}`,
  redactor,
});
const errors = result.run.records.flatMap(({ episode }) =>
  episode.status === "error" ? [episode.error.code] : [],
);
process.stdout.write(`${JSON.stringify({ status: result.status, errors })}\n`);
// Sockets that a host holds open do not keep a finished run alive.
process.exit(0);

async function createGenerator({
  host,
  deadlineMs,
}: ChildPlan): Promise<Generator<BuiltinRequest>> {
  const model = loadModels(undefined).find((row) => row.id === "wan2.2");
  if (model === undefined) throw new Error("expected wan2.2 in the table of models");
  const text = await readFile(WORKFLOW, "utf8");
  return HOSTS[host].create({
    ...{ model, env: process.env, redact: redactor.text, deadlineMs, price: PRICE },
    ...{ workflow: { name: "wan2.2-i2v.json", text }, firstPauseMs: FIRST_PAUSE_MS },
  });
}
