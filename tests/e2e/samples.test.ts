/**
 * The committed samples: what they are, that their verdicts still hold, and that they match the truth.
 * After a change that is meant to change verdicts: `npm run samples`, and look at what changed.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sha256 } from "../../core/hash/sha256.ts";
import { instanceSchema } from "../../core/schema/instance.ts";
import { type Verdict, verdictSchema } from "../../core/schema/verdict.ts";
import { type RunRecord, readRun } from "../../core/store/read-run.ts";
import { SAMPLES, samplesTruthSchema } from "../../scripts/samples/plan.ts";
import { getTask } from "../../tasks/registry.ts";
import { probe } from "./helpers/cli.ts";

const FOLDER = fileURLToPath(new URL("../../samples", import.meta.url));
const RUN = join(FOLDER, "run");
/** Largest size of the folder, reports left out. Bytes. */
const MAX_BYTES = 1_000_000;

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const truth = samplesTruthSchema.parse(readJson(join(FOLDER, "truth.json")));
const episode = (id: string, file: string): string => join(RUN, "episodes", id, file);

let run: RunRecord;
let verdicts: readonly Verdict[];

beforeAll(async () => {
  run = await readRun(RUN);
  const result = await probe("diagnose", RUN, "--json");
  expect(result.code).toBe(0);
  verdicts = z.array(verdictSchema).parse(JSON.parse(result.out));
}, 60_000);

/** What has to be equal; confidences and measured angles may differ between machines. */
function conclusions(verdict: Verdict | undefined): unknown {
  return {
    processValid: verdict?.processValid,
    processValidSuccess: verdict?.processValidSuccess,
    terminal: verdict?.terminal,
    plan: verdict?.plan,
    labels: verdict?.frames.map((frame) => frame.label),
    checks: verdict?.checks.map(({ name, kind, outcome, violations }) => ({
      name,
      kind,
      outcome,
      violations: violations.map(({ frame, where, reason }) => ({ frame, where, reason })),
    })),
  };
}

describe("samples", () => {
  it("are a finished run of the clips that their truth names, and small", () => {
    expect(run.missing).toEqual([]);
    expect(truth.clips.map((clip) => clip.instanceId)).toEqual(
      SAMPLES.map((plan) => plan.instanceId),
    );
    for (const { instanceId, clipSha256 } of truth.clips) {
      expect(sha256(readFileSync(episode(instanceId, "imagined-00.mp4")))).toBe(clipSha256);
    }
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
      .filter((name) => !name.startsWith(join("run", "report")))
      .map((name) => statSync(join(FOLDER, name)));
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  it.each(SAMPLES)("$instanceId is the board of its seed", ({ instanceId, seed }) => {
    const task = getTask("pipe");
    const instance = instanceSchema.parse(readJson(episode(instanceId, "instance.json")));
    expect(instance).toEqual(task.generate("easy", seed));
    const scene = readJson(episode(instanceId, "scene.json"));
    expect(scene).toEqual(
      task.scene(task.initialState(instance), { widthPx: 640, heightPx: 368, view: "published" }),
    );
  });

  it.each(truth.clips)("$instanceId, made by $generator, gets the verdict that is kept", (clip) => {
    const now = verdicts.find((verdict) => verdict.instanceId === clip.instanceId);
    const kept = run.records.find((record) => record.episode.instanceId === clip.instanceId);
    expect(conclusions(now)).toEqual(conclusions(kept?.verdict));
  });

  it.each(truth.clips)("$instanceId, made by $generator, is judged as it was made", (clip) => {
    const { planted, expected } = clip;
    const verdict = verdicts.find(({ instanceId }) => instanceId === clip.instanceId);
    expect(verdict?.processValid).toBe(expected.processValid);
    expect(verdict?.terminal.outcome).toBe(expected.terminal);
    expect(verdict?.processValidSuccess).toBe(
      expected.processValid && expected.terminal === "pass",
    );
    const failed = verdict?.checks.filter((check) => check.outcome === "fail") ?? [];
    const names = failed.map((check) => check.name);
    expect(names).toEqual(expect.arrayContaining([...expected.mustFail]));
    if (expected.processValid) expect(names).toEqual([]);
    if (planted === null) return;
    const violations = failed
      .filter((check) => expected.mustFail.includes(check.name))
      .flatMap((check) => check.violations);
    const { x, y } = planted.cell ?? {};
    const near = violations.filter(
      (violation) =>
        Math.abs(violation.frame - planted.frame) <= 2 &&
        (planted.cell === undefined || violation.where === `x=${x},y=${y}`),
    );
    expect(near).not.toEqual([]);
  });
});
