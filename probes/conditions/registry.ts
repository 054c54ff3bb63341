/** The conditions there are. */
import { createRegistry, type Registry } from "../../core/registry.ts";
import { agentConditions } from "./agent-conditions.ts";
import type { Condition } from "./condition.ts";
import { videoPolicy } from "./video-policy.ts";

export const conditionRegistry: Registry<Condition> = createRegistry("condition", [
  ...agentConditions,
  videoPolicy,
]);
