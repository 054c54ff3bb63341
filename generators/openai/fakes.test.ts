/** Whole rollouts against the stand-in of OpenAI's images, with every fault that it plays. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { faultsOf } from "../../demo-server/index.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { once, requestOf, withFakes } from "../common/testing/against-fakes.ts";
import { openaiHost } from "./index.ts";

const REQUEST = requestOf({ frames: 1, fps: 1 });

let scratchDir = "";
beforeEach(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), "openai-fakes-"));
});
afterEach(async () => rm(scratchDir, { recursive: true, force: true }));

it("gives a picture of the size that was asked for", async () => {
  await withFakes(openaiHost, "gpt-image-2", undefined, async (generator, fakes) => {
    const context = startContext({ scratchDir });
    const handle = await generator.start(REQUEST, context);
    expect(await generator.status(handle, context)).toEqual({ state: "succeeded" });
    const destination = join(scratchDir, "imagined.png");
    await generator.result(handle, destination, context);
    const png = await readFile(destination);
    // Width and height stand at bytes 16 and 20 of a PNG (its IHDR chunk).
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1072, 624]);
    expect(fakes.stats()).toMatchObject({ billableCreates: 1, refusedCreates: 0 });
  });
});

const FAULTS = faultsOf("openai", "create", { stallMs: 50, retryAfterSec: 0 });
it.each(FAULTS.map((fault) => [JSON.stringify(fault), fault] as const))(
  "an edit that goes wrong is never bought twice, nor lost unsaid: %s",
  async (_, fault) => {
    await withFakes(openaiHost, "gpt-image-2", once("create", fault), async (generator, fakes) => {
      const outcome = await generator
        .start(REQUEST, startContext({ scratchDir }))
        .catch((error: unknown) => error);
      const { billableCreates } = fakes.stats();
      expect(billableCreates).toBeLessThanOrEqual(1);
      if (!(outcome instanceof Error)) {
        expect(billableCreates).toBe(1);
        return;
      }
      if (!(outcome instanceof ProviderError)) throw outcome;
      // Not knowing is allowed, a false "no" is not.
      if (billableCreates === 1) expect(outcome.mayHaveStarted).toBe(true);
      expect(JSON.stringify([outcome, outcome.message, outcome.stack])).not.toContain(
        "demo-openai",
      );
    });
  },
);
