/** Whole rollouts against the stand-in of ComfyUI, with every fault that it plays. */
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { createRedactor } from "../../core/store/redact.ts";
import { faultsOf } from "../../demo-server/index.ts";
import { probeClip } from "../../demo-server/testing/probe-clip.ts";
import { demoPng } from "../../demo-server/testing/requests.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { startFakes } from "../../tests/helpers/fakes/start-fakes.ts";
import { type Faults, once } from "../common/testing/against-fakes.ts";
import type { Generator, RolloutHandle, RolloutRequest, RolloutStatus } from "../generator.ts";
import { MODELS } from "../models/table.ts";
import { comfyuiHost } from "./index.ts";

type Fakes = Awaited<ReturnType<typeof startFakes>>;

const SMALL: RolloutRequest = {
  instanceId: "pipe-easy-0",
  firstFramePng: demoPng(64, 48),
  prompt: "turn the pipe",
  frames: 9,
  fps: 8,
  widthPx: 64,
  heightPx: 48,
  seed: 0,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "comfyui-fakes-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function withFakes(
  modelId: string,
  faults: Faults | undefined,
  use: (generator: Generator, fakes: Fakes, again: () => Generator) => Promise<void>,
): Promise<void> {
  const fakes = await startFakes({ faults });
  try {
    const model = MODELS.find(({ id }) => id === modelId);
    const name = model?.hosts.comfyui?.workflow;
    if (model === undefined || name === undefined) throw new Error(`no workflow of ${modelId}`);
    const file = join(import.meta.dirname, "../../samples/workflows", name);
    const create = () =>
      comfyuiHost.create({
        model,
        env: fakes.env,
        redact: createRedactor(fakes.env).text,
        deadlineMs: 60_000,
        price: { estimateUsd: () => null, costUsd: () => null },
        workflow: { name, text: readFileSync(file, "utf8") },
        firstPauseMs: 5,
      });
    await use(create(), fakes, create);
  } finally {
    await fakes.close();
  }
}

const context = () => startContext({ scratchDir: folder });

/** The last state of a job; a job that is absent twice is absent. */
async function untilEnded(generator: Generator, handle: RolloutHandle): Promise<RolloutStatus> {
  let absent = 0;
  for (let poll = 0; poll < 100; poll += 1) {
    const status = await generator.status(handle, context());
    if (status.state === "absent") absent += 1;
    else if (status.state !== "queued" && status.state !== "running") return status;
    if (absent > 1) return status;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { state: "running" };
}

describe("the workflows that come along", () => {
  it.each([
    ["wan2.2", { frames: 81, fps: 16, widthPx: 832, heightPx: 480 }],
    ["ltx-2.3", { frames: 121, fps: 24, widthPx: 832, heightPx: 480 }],
  ])(
    "of %s are taken, and give a clip of the length and size asked for",
    async (modelId, shape) => {
      await withFakes(modelId, undefined, async (generator, fakes) => {
        const request = {
          ...SMALL,
          ...shape,
          firstFramePng: demoPng(shape.widthPx, shape.heightPx),
        };
        const handle = await generator.start(request, context());
        expect(handle.warnings).toEqual([]);
        expect(await untilEnded(generator, handle)).toEqual({ state: "succeeded" });
        const path = join(folder, "clip.mp4");
        expect(await generator.result(handle, path, context())).toEqual({
          path,
          kind: "video",
          warnings: [],
        });
        expect(await probeClip(await readFile(path))).toEqual(shape);
        expect(fakes.stats()).toMatchObject({ billableCreates: 1, refusedCreates: 0 });
      });
    },
  );
});

const CREATE_FAULTS = faultsOf("comfyui", "create", { stallMs: 50, retryAfterSec: 0 });
it.each(CREATE_FAULTS.map((fault) => [JSON.stringify(fault), fault] as const))(
  "a create that goes wrong is never sent twice, and a job whose answer is lost is found: %s",
  async (_, fault) => {
    await withFakes("wan2.2", once("create", fault), async (generator, fakes, again) => {
      const noted: (RolloutHandle | undefined)[] = [];
      const onSubmit = async (handle?: RolloutHandle) => {
        noted.push(handle);
      };
      const outcome = await generator
        .start(SMALL, { ...context(), onSubmit })
        .catch((error: unknown) => error);
      const { billableCreates } = fakes.stats();
      expect(billableCreates).toBeLessThanOrEqual(1);
      const [handle] = noted;
      if (handle === undefined) throw new Error("expected the handle before the request");
      if (outcome instanceof Error) {
        if (!(outcome instanceof ProviderError)) throw outcome;
        // Not knowing is allowed, a false "no" is not.
        if (billableCreates === 1) expect(outcome.mayHaveStarted).toBe(true);
      } else {
        expect(billableCreates).toBe(1);
      }
      if (fault.kind === "job-never-ends") {
        await generator.cancel(handle);
      }
      const { state } = await untilEnded(again(), handle);
      const expected: Record<string, RegExp> = {
        "job-aborted": /failed|canceled/,
        "job-failed": /failed/,
        "execution-error": /failed/,
        "job-never-ends": /canceled|absent/,
      };
      expect(state).toMatch(
        billableCreates === 0 ? /absent/ : (expected[fault.kind] ?? /succeeded/),
      );
      if (state !== "succeeded") return;
      const fetching = generator.result(handle, join(folder, "clip.mp4"), context());
      if (fault.kind === "output-expired") await expect(fetching).rejects.toThrow(ProviderError);
      else expect(await fetching).toMatchObject({ kind: "video" });
    });
  },
);

for (const action of ["upload", "status", "content"] as const) {
  const faults = faultsOf("comfyui", action, { stallMs: 50, retryAfterSec: 0 });
  it.each(faults.map((fault) => [JSON.stringify(fault), fault] as const))(
    `a rollout comes to its end, or says why not, when ${action} goes wrong: %s`,
    async (_, fault) => {
      await withFakes("wan2.2", once(action, fault), async (generator, fakes) => {
        const path = join(folder, "clip.mp4");
        const handle = await generator.start(SMALL, context());
        expect(await untilEnded(generator, handle)).toEqual({ state: "succeeded" });
        const outcome = await generator.result(handle, path, context()).catch((error) => error);
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(ProviderError);
          expect(action).toBe("content");
          // What went wrong once does not stay wrong.
          await generator.result(handle, path, context());
        }
        expect((await readFile(path)).byteLength).toBeGreaterThan(300);
        expect(fakes.stats().billableCreates).toBe(1);
      });
    },
  );
}

it("a cancel that comes too late leaves the clip to be had", async () => {
  await withFakes("wan2.2", once("cancel", { kind: "cancel-races" }), async (generator) => {
    const handle = await generator.start(SMALL, context());
    await generator.cancel(handle);
    expect((await untilEnded(generator, handle)).state).toMatch(/succeeded|absent|canceled/);
  });
});

it("a refused workflow is told with node and reason, and not charged", async () => {
  await withFakes("wan2.2", undefined, async (_generator, fakes) => {
    const workflow = {
      "1": { class_type: "LoadImage", inputs: { image: "x" } },
      "2": { class_type: "Wand", inputs: { text: "probe", start: ["1", 0] } },
      "3": { class_type: "SaveVideo", inputs: { video: ["2", 0], filename_prefix: "x" } },
    };
    const [model] = MODELS;
    if (model === undefined) throw new Error("no models");
    const generator = comfyuiHost.create({
      model,
      env: fakes.env,
      redact: (text) => text,
      deadlineMs: 1000,
      price: { estimateUsd: () => null, costUsd: () => null },
      workflow: {
        name: "w.json",
        text: JSON.stringify({
          ...workflow,
          "2": { ...workflow["2"], _meta: { title: "probe:prompt" } },
        }),
      },
    });
    const error = await generator.start(SMALL, context()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ mayHaveStarted: false });
    expect(String(error)).toMatch(/Wand/);
    expect(fakes.stats().billableCreates).toBe(0);
  });
});
