/** The run folder of one or several episodes of the server. Owns opening it and noticing its loss. */
import type { RunConfig } from "../../core/schema/run.ts";
import { openRunStore, type RunStore } from "../../core/store/run-store.ts";
import type { WorkItem } from "../work-item.ts";
import type { TableServices } from "./open-table.ts";

export type McpConfig = RunConfig & { readonly agent: NonNullable<RunConfig["agent"]> };

export type OpenRun = {
  readonly path: string;
  readonly config: McpConfig;
  readonly store: RunStore;
  /** Aborted, with the reason, when another process has taken the folder. */
  readonly lost: AbortSignal;
};

/**
 * @throws UsageError when the folder holds something else
 * @throws StoreError when it is in use, damaged, or cannot be written
 */
export async function openRun(
  services: Pick<TableServices, "provenance" | "command" | "redactor" | "onNote">,
  path: string,
  config: McpConfig,
  work: readonly WorkItem[],
): Promise<OpenRun> {
  const { provenance, command, redactor, onNote } = services;
  const lost = new AbortController();
  const store = await openRunStore({
    path,
    manifest: {
      config,
      instances: work.map(({ instance, key }) => ({ id: instance.id, tier: instance.tier, key })),
      ...{ provenance, command },
    },
    ...{ redactor, onNote },
    onLost: (error) => lost.abort(error),
  });
  await store.appendTiming({
    schema: "topoprobe.timing/1",
    kind: "invocation",
    startedAt: new Date().toISOString(),
    ...{ command, provenance },
  });
  return { path, config, store, lost: lost.signal };
}
