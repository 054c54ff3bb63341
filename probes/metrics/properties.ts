/** Which topological property a task measures, as published. Data only. */
import type { Property } from "../../core/schema/agent-metrics.ts";

const PROPERTY_OF: ReadonlyMap<string, Property> = new Map([
  ["pipe", "continuity"],
  ["maze-2d", "continuity"],
  ["one-stroke", "separation"],
  ["swap", "order"],
  ["chat-noir", "enclosure"],
  ["sheep", "enclosure"],
  ["untangle", "knots"],
]);

/** Null for tasks outside the published ones. */
export function propertyOf(task: string): Property | null {
  return PROPERTY_OF.get(task) ?? null;
}
