/** Whole rollouts against the stand-in of Replicate, with every fault that it plays. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { faultsOf } from "../../demo-server/index.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import {
  type Fault,
  once,
  requestOf,
  untilEnded,
  withFakes,
} from "../common/testing/against-fakes.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import type { RolloutHandle } from "../generator.ts";
import { replicateHost } from "./index.ts";

const QUICK = { stallMs: 50, retryAfterSec: 0 };
const SMALL = requestOf({ widthPx: 64, heightPx: 48 });
const faultsAt = (action: "create" | "status" | "content" | "cancel" | "upload") =>
  faultsOf("replicate", action, QUICK).map((fault) => [JSON.stringify(fault), fault] as const);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "replicate-fakes-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** The stand-in encodes what is asked for: 144 frames in 1080p take a busy machine its time. */
const CLIP_TIMEOUT_MS = 120_000;

describe("rollouts", () => {
  it.each([
    ["wan2.2", requestOf()],
    ["cogvideox", requestOf({ frames: 49, fps: 8, widthPx: 720 })],
    ["ltx-2.3", requestOf({ frames: 144, fps: 24 })],
  ])(
    "%s: what the table row asks for is taken, and gives a clip",
    async (model, request) => {
      await withFakes(replicateHost, model, undefined, async (generator, fakes) => {
        const handle = await generator.start(request, startContext());
        expect(await untilEnded(generator, handle)).toEqual({ state: "succeeded" });
        const destination = join(folder, `${model}.mp4`);
        const { billedSec } = await generator.result(handle, destination, startContext());
        expect((await readFile(destination)).subarray(4, 8).toString()).toBe("ftyp");
        expect(billedSec).toBeGreaterThanOrEqual(0);
        expect(fakes.stats()).toMatchObject({ billableCreates: 1, refusedCreates: 0 });
      });
    },
    CLIP_TIMEOUT_MS,
  );

  it("uploads a picture that is too large for a data URI, through every fault", async () => {
    const request = requestOf({}, true);
    expect(request.firstFramePng.byteLength).toBeGreaterThan(750_000);
    const faults = faultsAt("upload").map(([, fault]) => fault);
    for (const fault of [undefined, ...faults]) {
      const plan = fault && once("upload", fault);
      await withFakes(replicateHost, "wan2.2", plan, async (generator, fakes) => {
        await generator.start(request, startContext());
        expect(fakes.stats().billableCreates).toBe(1);
      });
    }
  });
});

describe("a create that goes wrong", () => {
  it.each(faultsAt("create"))("is never bought twice, nor lost unsaid: %s", async (_, fault) => {
    await withFakes(replicateHost, "wan2.2", once("create", fault), async (generator, fakes) => {
      let handle: RolloutHandle | undefined;
      let error: unknown;
      try {
        handle = await generator.start(SMALL, startContext());
      } catch (caught) {
        error = caught;
      }
      const { billableCreates, distinctCreates } = fakes.stats();
      expect(billableCreates).toBe(distinctCreates);
      if (handle !== undefined) {
        expect(billableCreates).toBe(1);
        return;
      }
      if (!(error instanceof ProviderError)) throw error;
      // Not knowing is allowed, a false "no" is not.
      if (billableCreates === 1) expect(error.mayHaveStarted).toBe(true);
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain("demo-replicate");
    });
  });

  const ENDS: readonly [string, Fault, string][] = [
    ["ended before it started", { kind: "job-aborted" }, "failed"],
    ["failed", { kind: "job-failed" }, "failed"],
    ["deleted its output", { kind: "output-expired" }, "failed"],
  ];
  it.each(ENDS)("ends when the job %s", async (_, fault, state) => {
    await withFakes(replicateHost, "wan2.2", once("create", fault), async (generator) => {
      const handle = await generator.start(SMALL, startContext());
      expect(await untilEnded(generator, handle)).toMatchObject({ state });
      const asked = generator.result(handle, join(folder, "none.mp4"), startContext());
      expect((await failureOf(asked)).isRetryable).toBe(false);
    });
  });
});

describe("a job that is under way", () => {
  it.each(faultsAt("status"))("is found again after %s", async (_, fault) => {
    await withFakes(replicateHost, "wan2.2", once("status", fault), async (generator, fakes) => {
      const handle = await generator.start(SMALL, startContext());
      expect(await untilEnded(generator, handle)).toEqual({ state: "succeeded" });
      expect(fakes.stats().billableCreates).toBe(1);
    });
  });

  it.each(faultsAt("content"))(
    "gives its clip, or can be asked again, after %s",
    async (_, fault) => {
      await withFakes(replicateHost, "wan2.2", once("content", fault), async (generator, fakes) => {
        const handle = await generator.start(SMALL, startContext());
        await untilEnded(generator, handle);
        const destination = join(folder, "content.mp4");
        const fetch = () => generator.result(handle, destination, startContext());
        try {
          await fetch();
        } catch (error) {
          expect(error).toMatchObject({ isRetryable: true });
          await fetch();
        }
        expect((await readFile(destination)).subarray(4, 8).toString()).toBe("ftyp");
        await rm(destination);
        expect(fakes.stats().billableCreates).toBe(1);
      });
    },
  );

  it.each(faultsAt("cancel"))("is canceled through %s", async (_, fault) => {
    const faults = (question: { action: string; ordinal: number }): Fault | undefined => {
      if (question.action === "create") return { kind: "job-never-ends" };
      return question.action === "cancel" && question.ordinal === 0 ? fault : undefined;
    };
    await withFakes(replicateHost, "wan2.2", faults, async (generator) => {
      const handle = await generator.start(SMALL, startContext());
      await generator.cancel(handle);
      const { state } = await untilEnded(generator, handle);
      expect(state).toBe(fault.kind === "cancel-races" ? "succeeded" : "canceled");
    });
  });

  it("is unknown to a host that has forgotten it", async () => {
    await withFakes(replicateHost, "wan2.2", undefined, async (generator) => {
      const handle = { generator: "wan2.2", id: "neverseen", data: {} };
      expect(await generator.status(handle, startContext())).toMatchObject({ state: "absent" });
      await generator.cancel(handle);
    });
  });
});
