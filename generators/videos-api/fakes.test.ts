/** Whole rollouts against the stand-in servers, with every fault that they can play. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startContext } from "../../tests/helpers/call-context.ts";
import { startFakes } from "../../tests/helpers/fakes/start-fakes.ts";
import { type Fault, type Faults, once, untilEnded } from "../common/testing/against-fakes.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import type { Generator } from "../generator.ts";
import { videosApiHost } from "./index.ts";
import { modelOf, optionsOf, REQUEST } from "./testing/options.ts";

const DIALECTS = ["vllm-omni", "sglang"] as const;
const SMALL = { ...REQUEST, frames: 5, widthPx: 64, heightPx: 48 };
/** Names that the fakes list: other ones are refused, as vLLM-Omni does. */
const SERVED = { video: "Wan-AI/Wan2.2-I2V-A14B-Diffusers", image: "ByteDance-Seed/BAGEL-7B-MoT" };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "videos-api-fakes-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

async function withFakes<T>(
  videos: (typeof DIALECTS)[number],
  faults: Faults | undefined,
  kind: "video" | "image",
  use: (generator: Generator, fakes: Awaited<ReturnType<typeof startFakes>>) => Promise<T>,
): Promise<T> {
  const fakes = await startFakes({ videos, faults });
  try {
    const model = modelOf(kind, { model: SERVED[kind] });
    return await use(videosApiHost.create(optionsOf(fakes.env, model)), fakes);
  } finally {
    await fakes.close();
  }
}

const context = () => startContext({ scratchDir: folder });

describe.each(DIALECTS)("clips of %s", (dialect) => {
  it.each<readonly [string, Faults | undefined]>([
    ["nothing", undefined],
    ["429 at create", once("create", { kind: "too-many-requests", retryAfterSec: 0 })],
    ["a reset at status", once("status", { kind: "reset-after" })],
    ["503 at status", once("status", { kind: "unavailable" })],
    ["a clip broken off", once("content", { kind: "truncated", contentLength: "unmet" })],
    ["a clip called a page", once("content", { kind: "wrong-type", body: "media" })],
  ])("come to a good end in spite of: %s", async (_, faults) => {
    await withFakes(dialect, faults, "video", async (generator, fakes) => {
      const handle = await generator.start(SMALL, context());
      expect(handle).toMatchObject({ data: { dialect, size: "64x48" } });
      expect(await untilEnded(generator, handle, context())).toEqual({ state: "succeeded" });
      const path = join(folder, `${handle.id}.mp4`);
      expect(await generator.result(handle, path, context())).toMatchObject({
        path,
        kind: "video",
        warnings: [],
      });
      expect((await readFile(path)).byteLength).toBeGreaterThan(500);
      expect(fakes.stats()).toMatchObject({ billableCreates: 1, creates: { [dialect]: 1 } });
    });
  });

  it.each<readonly [string, Fault, number]>([
    ["reset-after", { kind: "reset-after" }, 1],
    ["error-500-after", { kind: "error-500-after" }, 1],
    ["reset-before", { kind: "reset-before" }, 0],
    ["unavailable", { kind: "unavailable" }, 0],
  ])("are not asked for again when nobody knows: %s", async (_, fault, billed) => {
    await withFakes(dialect, once("create", fault), "video", async (generator, fakes) => {
      const error = await failureOf(generator.start(SMALL, context()));
      expect(error.mayHaveStarted).toBe(true);
      expect(fakes.stats().billableCreates).toBe(billed);
    });
  });

  it("are refused in the server's words", async () => {
    const fault = { kind: "detail-error", status: 422, detail: "too many frames" } as const;
    await withFakes(dialect, once("create", fault), "video", async (generator, fakes) => {
      const error = await failureOf(generator.start(SMALL, context()));
      expect([error.message, error.mayHaveStarted]).toEqual([
        expect.stringContaining("too many frames"),
        false,
      ]);
      expect(fakes.stats().billableCreates).toBe(0);
    });
  });

  it.each([["job-failed"], ["job-aborted"]] as const)("fail with a reason: %s", async (kind) => {
    await withFakes(dialect, once("create", { kind }), "video", async (generator) => {
      const status = await untilEnded(generator, await generator.start(SMALL, context()));
      expect(status).toEqual({ state: "failed", reason: expect.stringMatching(/memory|aborted/) });
    });
  });

  it("of a job that never ends stay running until it is stopped", async () => {
    const faults = once("create", { kind: "job-never-ends" });
    await withFakes(dialect, faults, "video", async (generator) => {
      const handle = await generator.start(SMALL, context());
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await generator.status(handle, context())).state).toBe("running");
      await generator.cancel(handle);
      expect((await untilEnded(generator, handle, context())).state).toMatch(/^(canceled|absent)$/);
    });
  });

  it("that were finished before the stop can be had", async () => {
    const faults = once("cancel", { kind: "cancel-races" });
    await withFakes(dialect, faults, "video", async (generator) => {
      const handle = await generator.start(SMALL, context());
      await generator.cancel(handle);
      expect(await untilEnded(generator, handle, context())).toEqual({ state: "succeeded" });
      await generator.result(handle, join(folder, `${handle.id}.mp4`), context());
    });
  });

  it.each<readonly [string, Fault, boolean]>([
    ["404 although it is done", { kind: "not-found" }, true],
    ["a page", { kind: "wrong-type", body: "html" }, true],
    ["deleted", { kind: "output-expired" }, false],
  ])("are refused when the answer is: %s", async (_, fault, isRetryable) => {
    await withFakes(dialect, once("content", fault), "video", async (generator) => {
      const handle = await generator.start(SMALL, context());
      await untilEnded(generator, handle, context());
      const path = join(folder, `${handle.id}.mp4`);
      const error = await failureOf(generator.result(handle, path, context()));
      expect(error.isRetryable).toBe(isRetryable);
      await expect(readFile(path)).rejects.toThrow(/ENOENT/);
      if (isRetryable) await generator.result(handle, path, context());
    });
  });

  it("of a server that was started anew are absent", async () => {
    const handle = await withFakes(dialect, undefined, "video", (generator) =>
      generator.start(SMALL, context()),
    );
    await withFakes(dialect, undefined, "video", async (generator) => {
      expect((await generator.status(handle, context())).state).toBe("absent");
    });
  });
});

describe.each(DIALECTS)("pictures of %s", (dialect) => {
  it("are made once and written", async () => {
    await withFakes(dialect, undefined, "image", async (generator, fakes) => {
      const handle = await generator.start(SMALL, context());
      expect(await generator.status(handle, context())).toEqual({ state: "succeeded" });
      const path = join(folder, `${dialect}.png`);
      await generator.result(handle, path, context());
      expect([...(await readFile(path)).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
      expect(fakes.stats()).toMatchObject({ billableCreates: 1, creates: { [dialect]: 1 } });
    });
  });

  it.each<readonly [string, Fault]>([
    ["reset-after", { kind: "reset-after" }],
    ["error-500-after", { kind: "error-500-after" }],
  ])("are not asked for again when nobody knows: %s", async (_, fault) => {
    await withFakes(dialect, once("create", fault), "image", async (generator, fakes) => {
      const error = await failureOf(generator.start(SMALL, context()));
      expect(error.mayHaveStarted).toBe(true);
      expect(fakes.stats().billableCreates).toBe(1);
    });
  });
});
