/** A run of four easy pipe boards with a fake generator and a fake judge, for tests of the loop. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedactor } from "../../../core/store/redact.ts";
import { generateInstances } from "../../../probes/instances.ts";
import type { SuiteOptions } from "../../../probes/run-suite.ts";
import { getTask } from "../../../tasks/registry.ts";
import { createFakeGenerator, createFakeJudge } from "./fakes.ts";
import { sampleConfig, sampleManifest } from "./records.ts";

const pipe = getTask("pipe");
export const SUITE_INSTANCES = generateInstances(pipe, ["easy"], 4, 1);

export function newRunPath(): string {
  return join(mkdtempSync(join(tmpdir(), "probe-suite-")), "run");
}

export function suiteOptions(runPath: string, changes: Partial<SuiteOptions> = {}): SuiteOptions {
  const generator = changes.generator ?? createFakeGenerator();
  const { id, version, params } = generator;
  return {
    runPath,
    task: pipe,
    generator,
    config: {
      ...sampleConfig,
      generator: { id, version, params },
      instances: { kind: "generated", tiers: ["easy"], episodes: 4, seed: 1 },
      rollout: { widthPx: 128, heightPx: 96, frames: 5, fps: 8, view: pipe.views[0] ?? "" },
    },
    instances: SUITE_INSTANCES,
    diagnose: createFakeJudge().diagnose,
    concurrency: 2,
    signal: new AbortController().signal,
    provenance: sampleManifest.provenance,
    command: "probe run",
    redactor: createRedactor({}),
    progressStream: { write: () => undefined },
    checkClip: async () => ({ state: "whole" }),
    clock: { now: () => performance.now(), sleep: async () => undefined },
    ...changes,
  };
}

/** Records of a journal. */
export function readLines(runPath: string, name: string): readonly Record<string, unknown>[] {
  return readFileSync(join(runPath, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
