/** Every fault at every host: the rows of the tests of how generators take them. */
import {
  type DemoAction,
  type DemoProvider,
  type Fault,
  type FaultKind,
  faultsOf,
  queueOf,
  type RunningDemoServer,
} from "../../demo-server/index.ts";
import { comfyuiHost } from "../../generators/comfyui/index.ts";
import type { Host } from "../../generators/host.ts";
import type { Model } from "../../generators/models/schema.ts";
import { openaiHost } from "../../generators/openai/index.ts";
import { replicateHost } from "../../generators/replicate/index.ts";
import { videosApiHost } from "../../generators/videos-api/index.ts";
import { startFakes } from "../helpers/fakes/start-fakes.ts";
import { modelNamed } from "./requests.ts";

export type Place = {
  readonly provider: DemoProvider;
  readonly host: Host;
  readonly model: Model;
};

/** Where jobs run that are asked for, told of, fetched and stopped. */
export const JOB_PLACES: readonly Place[] = [
  { provider: "replicate", host: replicateHost, model: modelNamed("wan2.2") },
  { provider: "vllm-omni", host: videosApiHost, model: modelNamed("wan2.2") },
  { provider: "sglang", host: videosApiHost, model: modelNamed("wan2.2") },
  { provider: "comfyui", host: comfyuiHost, model: modelNamed("wan2.2") },
];

/** The answer itself is the picture. */
export const PICTURE_PLACE: Place = {
  provider: "openai",
  host: openaiHost,
  model: modelNamed("gpt-image-2"),
};

export type FaultRow = Place & { readonly fault: Fault; readonly row: string };

/** Rows for all faults of an action, but for some kinds. */
export function faultRows(
  places: readonly Place[],
  action: DemoAction,
  without: readonly FaultKind[] = [],
): readonly FaultRow[] {
  return places.flatMap((place) =>
    faultsOf(place.provider, action, { stallMs: 20, retryAfterSec: 0 })
      .filter(({ kind }) => !without.includes(kind))
      .map((fault) => ({
        ...place,
        fault,
        row: `${place.provider}: ${Object.values(fault).join(" ")}`,
      })),
  );
}

/**
 * Fakes that play one fault, once.
 *
 * @param jobMs time of a job, in milliseconds; long where the end has to come from something else. @default 10
 */
export function startFaulty(
  { provider }: Place,
  action: DemoAction,
  fault: Fault,
  jobMs = 10,
): Promise<RunningDemoServer> {
  return startFakes({
    jobMs,
    videos: provider === "sglang" ? "sglang" : "vllm-omni",
    faults: queueOf([{ fault, action, provider }]),
  });
}
