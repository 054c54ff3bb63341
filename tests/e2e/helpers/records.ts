/** Small valid records of a run, for tests of the store, the metrics and the report. */
import { sha256 } from "../../../core/hash/sha256.ts";
import type { Tier } from "../../../core/schema/common.ts";
import type { JudgedEpisode } from "../../../core/schema/episode.ts";
import type { Manifest, RunConfig } from "../../../core/schema/run.ts";
import type { CheckResult, Verdict } from "../../../core/schema/verdict.ts";

export const sampleConfig: RunConfig = {
  task: "pipe",
  taskVersion: "1",
  generator: { id: "oracle", version: "1", params: { crf: 18 } },
  condition: "video-policy",
  reasoner: "oracle",
  instances: { kind: "generated", tiers: ["easy"], episodes: 2, seed: 1 },
  rollout: { widthPx: 832, heightPx: 480, frames: 81, fps: 16, view: "published" },
  judge: { diagnosticsVersion: "1", sampling: 41 },
};

export const sampleManifest: Omit<Manifest, "schema" | "name" | "configSha256"> = {
  config: sampleConfig,
  instances: [
    { id: "pipe-easy-1", tier: "easy", key: sha256("pipe-easy-1") },
    { id: "pipe-easy-2", tier: "easy", key: sha256("pipe-easy-2") },
  ],
  provenance: {
    topoprobe: "0.0.0",
    node: "v20.19.0",
    platform: "linux-x64",
    ffmpeg: "6.0",
    git: null,
  },
  command: "probe run --task pipe",
};

export type SampleOutcome = {
  readonly tier?: Tier;
  readonly terminal?: "pass" | "fail" | "undetermined";
  readonly processValid?: boolean;
  readonly success?: boolean;
};

/** A judged episode. @param id also decides the work key */
export function sampleEpisode(id: string, outcome: SampleOutcome = {}): JudgedEpisode {
  const terminal = outcome.terminal ?? "pass";
  const processValid = outcome.processValid ?? true;
  const success = outcome.success ?? true;
  return {
    schema: "topoprobe.episode/1",
    key: sha256(id),
    instanceId: id,
    task: "pipe",
    taskVersion: "1",
    tier: outcome.tier ?? "easy",
    seed: 1,
    generator: sampleConfig.generator,
    condition: "video-policy",
    rollout: sampleConfig.rollout,
    promptSha256: sha256("prompt"),
    status: "ok",
    clip: { path: `episodes/${id}/imagined-00.mp4`, sha256: sha256(`clip ${id}`), bytes: 1000 },
    warnings: [],
    verdict: {
      diagnosticsVersion: "1",
      terminal,
      scorable: terminal !== "undetermined",
      processValid,
      processValidSuccess: processValid && terminal === "pass",
    },
    world: { steps: 3, illegal: 0, success },
    success,
  };
}

/** The verdict on the clip of {@link sampleEpisode}. */
export function sampleVerdict(
  id: string,
  outcome: SampleOutcome = {},
  checks: readonly CheckResult[] = [],
): Verdict {
  const episode = sampleEpisode(id, outcome);
  return {
    schema: "topoprobe.verdict/1",
    diagnosticsVersion: "1",
    video: episode.clip.path,
    videoSha256: episode.clip.sha256,
    task: "pipe",
    instanceId: id,
    sampling: {
      frames: 2,
      indices: [0, 80],
      totalFrames: 81,
      fps: 16,
      widthPx: 832,
      heightPx: 480,
    },
    frames: [
      { index: 0, timeSec: 0, label: "exact", confidence: 1 },
      { index: 80, timeSec: 5, label: "exact", confidence: 1 },
    ],
    terminal: {
      outcome: episode.verdict.terminal,
      scorable: episode.verdict.scorable,
      goalEverReached: episode.verdict.terminal === "pass",
      goalHeld: episode.verdict.terminal === "pass",
    },
    checks: [...checks],
    plan: { actions: [], frames: [], legal: true, reachesGoal: true },
    processValid: episode.verdict.processValid,
    processValidSuccess: episode.verdict.processValidSuccess,
  };
}
