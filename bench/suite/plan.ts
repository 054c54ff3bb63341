/** The suites that are measured. Data only. */
import { type Suite, suiteSchema } from "../../core/schema/suite.ts";
import { TASKS } from "../../tasks/registry.ts";

const SMALL = { widthPx: 208, heightPx: 120, frames: 9, fps: 8 } as const;

/** Who solves everything, and who knows nothing, without imagination, on all tasks. */
export function policySuite(perTier: number, seed: number, tasks: readonly string[]): Suite {
  return suiteSchema.parse({
    ...{ schema: "topoprobe.suite/1", name: "policies", tasks: [...tasks] },
    instances: { kind: "generated", perTier, seeds: [seed] },
    conditions: ["none"],
    reasoners: [{ id: "oracle" }, { id: "random" }],
    rollout: { widthPx: 208, heightPx: 120 },
  });
}

/** One published number of episodes, 35 a tier, with a clip in each. */
export function offlineSuite(task: string, perTier: number, seed: number): Suite {
  return suiteSchema.parse({
    ...{ schema: "topoprobe.suite/1", name: "offline", tasks: [task] },
    instances: { kind: "generated", perTier, seeds: [seed] },
    conditions: ["video"],
    reasoners: [{ id: "oracle" }],
    generators: [{ id: "oracle" }],
  });
}

/**
 * What is killed: a chat model with pictures and clips of hosts, and without. Both hosts take ids of
 * ours or can be asked again, so that nothing is left that nobody knows of.
 */
export function killedSuite(perTier: number, seed: number): Suite {
  return suiteSchema.parse({
    ...{ schema: "topoprobe.suite/1", name: "killed", tasks: ["pipe", "swap"] },
    tiers: ["easy"],
    instances: { kind: "generated", perTier, seeds: [seed] },
    conditions: ["none", "text", "video"],
    // Whether a server takes tools would be asked anew by each process.
    reasoners: [{ id: "chat:stand-in", tools: "native" }],
    generators: [{ id: "wan2.2", via: "comfyui" }],
    rollout: { ...SMALL, frames: 5 },
  });
}

export const ALL_TASKS: readonly string[] = TASKS.ids;
