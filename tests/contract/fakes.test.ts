import { afterEach, expect, it } from "vitest";
import type { RunningDemoServer } from "../../demo-server/index.ts";
import { probeClip } from "../../demo-server/testing/requests.ts";
import { comfyuiHost } from "../../generators/comfyui/index.ts";
import type { Host } from "../../generators/host.ts";
import { MODELS } from "../../generators/models/table.ts";
import { openaiHost } from "../../generators/openai/index.ts";
import { replicateHost } from "../../generators/replicate/index.ts";
import { videosApiHost } from "../../generators/videos-api/index.ts";
import { startFakes } from "../helpers/fakes/start-fakes.ts";
import { rollOut } from "./requests.ts";

const HOSTS: readonly Host[] = [replicateHost, openaiHost, videosApiHost, comfyuiHost];

/** Rows of the table of models, for each host that can serve them. 150 frames in 1080p are left out. */
const ROWS = MODELS.flatMap((model) =>
  HOSTS.filter(({ id }) => Object.hasOwn(model.hosts, id))
    .filter(({ id }) => !(model.id.startsWith("ltx") && id === "replicate"))
    .map((host) => ({ model, host, row: `${model.id} at ${host.id}` })),
);

let fakes: RunningDemoServer | undefined;
afterEach(() => fakes?.close());

it.each(ROWS)("the fakes serve $row, and charge once", async ({ model, host }) => {
  fakes = await startFakes();
  const { status, bytes } = await rollOut(fakes, host, model);
  expect(status).toEqual({ state: "succeeded" });
  expect(fakes.stats()).toMatchObject({ billableCreates: 1, refusedCreates: 0 });
  if (model.kind === "video") expect((await probeClip(bytes)).frames).toBe(model.defaults.frames);
});

it.each(ROWS.filter(({ host }) => host.id === "videos-api"))(
  "the fakes serve $row in the dialect of SGLang",
  async ({ model, host }) => {
    fakes = await startFakes({ videos: "sglang" });
    const { status } = await rollOut(fakes, host, model);
    expect(status).toEqual({ state: "succeeded" });
    expect(fakes.stats()).toMatchObject({ billableCreates: 1, creates: { sglang: 1 } });
  },
);
