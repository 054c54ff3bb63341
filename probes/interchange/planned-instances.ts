/** Instances that a run's manifest decides: for episodes that ended before their folder was made. */
import type { Instance } from "../../core/schema/instance.ts";
import type { RunRecord } from "../../core/store/read-run.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { generateInstances } from "../instances.ts";

/** @returns finds one by its id; those of published rows are not told by the manifest */
export function readPlan(
  task: AnyTask,
  { manifest }: Pick<RunRecord, "manifest">,
): (id: string) => Instance | undefined {
  const { instances } = manifest.config;
  let byId: ReadonlyMap<string, Instance> | undefined;
  return (id) => {
    if (instances.kind !== "generated") return undefined;
    const { tiers, episodes, seed } = instances;
    byId ??= new Map(
      generateInstances(task, tiers, episodes, seed).map((instance) => [instance.id, instance]),
    );
    return byId.get(id);
  };
}
