import { describe, expect, it } from "vitest";
import type { RolloutRequest } from "../generator.ts";
import { pricingOf } from "./pricing.ts";
import { type Price, priceSchema } from "./schema.ts";
import { MODELS } from "./table.ts";

const request: RolloutRequest = {
  ...{ instanceId: "pipe-easy-1", firstFramePng: new Uint8Array(), prompt: "" },
  ...{ frames: 81, fps: 16, widthPx: 832, heightPx: 480, seed: 0 },
};
const MINUTE_MS = 60_000;

function modelOf(id: string) {
  const model = MODELS.find((row) => row.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
}

function priced(rows: readonly Partial<Price>[], model = "wan2.2") {
  const prices = rows.map((row) =>
    priceSchema.parse({ model, host: "replicate", source: "a test", ...row }),
  );
  return pricingOf(modelOf(model), "replicate", prices, 10 * MINUTE_MS);
}

describe("pricingOf", () => {
  it("says null where no price is known, and zero where it is zero", () => {
    expect(priced([]).estimateUsd(request)).toBeNull();
    expect(priced([]).costUsd(request, 12)).toBeNull();
    expect(priced([{ perRolloutUsd: 0 }]).estimateUsd(request)).toBe(0);
  });

  it("adds up what is given: 0.1 + 81 / 16 s x 0.04", () => {
    const pricing = priced([{ perRolloutUsd: 0.1, perClipSecUsd: 0.04 }]);
    expect(pricing.estimateUsd(request)).toBeCloseTo(0.3025, 10);
    expect(pricing.costUsd(request, undefined)).toBeCloseTo(0.3025, 10);
  });

  it("estimates computing by the deadline, and costs it by what was billed", () => {
    const pricing = priced([{ perBilledSecUsd: 0.001 }]);
    expect(pricing.estimateUsd(request)).toBeCloseTo(0.6, 10);
    expect(pricing.costUsd(request, 90)).toBeCloseTo(0.09, 10);
    expect(pricing.costUsd(request, 0)).toBe(0);
    expect(pricing.costUsd(request, undefined)).toBeNull();
  });

  it("takes the row of the size that is asked for", () => {
    const rows = [
      { size: "720p", perRolloutUsd: 2 },
      { size: "480p", perRolloutUsd: 1 },
    ];
    expect(priced(rows).estimateUsd(request)).toBe(1);
    expect(priced(rows).estimateUsd({ ...request, widthPx: 1280, heightPx: 720 })).toBe(2);
    expect(priced(rows.slice(0, 1)).estimateUsd(request)).toBeNull();
  });

  it("counts the seconds that are asked for, not those that were wanted: 6 s of ltx-2.3", () => {
    const pricing = priced([{ perClipSecUsd: 0.06 }], "ltx-2.3");
    const wanted = { ...request, frames: 121, fps: 24, widthPx: 1920, heightPx: 1080 };
    expect(pricing.estimateUsd(wanted)).toBeCloseTo(0.36, 10);
  });
});
