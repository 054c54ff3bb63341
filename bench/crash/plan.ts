/** What a crash exam is: options, and the run that its processes work on. Data only. */
import { z } from "zod";
import type { RunConfig } from "../../core/schema/run.ts";
import { defaultPromptOf } from "../../probes/default-prompt.ts";
import { generateInstances } from "../../probes/instances.ts";
import { planWork, type WorkItem } from "../../probes/work-item.ts";
import { getTask } from "../../tasks/registry.ts";

export const CRASH_HOSTS = ["replicate", "videos-api", "comfyui"] as const;
export type CrashHost = (typeof CRASH_HOSTS)[number];

/** Handed to the child as JSON. */
export const childPlanSchema = z.strictObject({
  host: z.enum(CRASH_HOSTS),
  runPath: z.string(),
  rollouts: z.number().int().positive(),
  concurrency: z.number().int().positive(),
  deadlineMs: z.number().int().positive(),
});
export type ChildPlan = z.infer<typeof childPlanSchema>;

const SEED = 1;
/** Clips are made and looked through as real ones are; small, so that this takes little. */
const ROLLOUT = { widthPx: 208, heightPx: 120, frames: 5, fps: 8 } as const;

export const crashTask = getTask("pipe");
export const crashInstances = (rollouts: number) =>
  generateInstances(crashTask, ["easy"], rollouts, SEED);

export function crashConfig(rollouts: number, generator: RunConfig["generator"]): RunConfig {
  return {
    task: crashTask.id,
    taskVersion: crashTask.version,
    generator,
    condition: "video-policy",
    reasoner: "oracle",
    instances: { kind: "generated", tiers: ["easy"], episodes: rollouts, seed: SEED },
    rollout: { ...ROLLOUT, view: crashTask.views[0] ?? "" },
    judge: { diagnosticsVersion: "1", sampling: 41 },
  };
}

/** The work by the seed that is sent along, so that what a server was asked for can be told apart. */
export function crashWork(rollouts: number): readonly WorkItem[] {
  const config = crashConfig(rollouts, { id: "wan2.2", version: "1", params: {} });
  return planWork(crashTask, crashInstances(rollouts), config, defaultPromptOf);
}
