import { describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { loadModels, loadPrices } from "./load-models.ts";
import { PRICES } from "./prices.ts";
import { MODELS } from "./table.ts";

const mine = {
  ...{ id: "mine", title: "Mine", kind: "video" },
  defaults: { frames: 81, fps: 16, widthPx: 832, heightPx: 480 },
  hosts: { "videos-api": { model: "me/mine", capabilities: { sizeStep: 16 } } },
};

function file(models: readonly unknown[], schema = "topoprobe.models/1") {
  return { name: "models.json", text: JSON.stringify({ schema, models }) };
}

describe("loadModels", () => {
  it("is the built-in table without a file", () => {
    expect(loadModels(undefined)).toBe(MODELS);
    expect(MODELS.map(({ id }) => id)).toEqual(
      "wan2.2 ltx-2.3 ltx-2.5 cogvideox gpt-image-2 bagel thinkmorph".split(" "),
    );
  });

  it("adds models behind the others, with defaults filled in", () => {
    const models = loadModels(file([mine]));
    expect(models).toHaveLength(MODELS.length + 1);
    const host = models.at(-1)?.hosts["videos-api"];
    expect(host).toMatchObject({ fixed: {}, capabilities: { sizeStep: 16, seed: false } });
  });

  it("puts a model of the same id in the place of the built-in one", () => {
    const models = loadModels(file([{ ...mine, id: "wan2.2" }]));
    expect(models).toHaveLength(MODELS.length);
    expect(models[0]).toMatchObject({ id: "wan2.2", title: "Mine" });
    expect(models[0]?.hosts.replicate).toBeUndefined();
  });

  it.each([
    [
      "no JSON",
      { name: "models.json", text: "models: 1" },
      /expected JSON for --models models.json/,
    ],
    ["another schema", file([mine], "topoprobe.models/9"), /schema/],
    ["no model", file([]), /models/],
    ["an id that stands twice", file([mine, mine]), /each id once .*"mine"/],
    ["an unknown field", file([{ ...mine, nmae: "x" }]), /nmae/],
    ["an id with a colon", file([{ ...mine, id: "fault:mine" }]), /models\.0\.id/],
    ["no host", file([{ ...mine, hosts: {} }]), /expected a host/],
    ["an unknown host", file([{ ...mine, hosts: { fal: {} } }]), /fal/],
    [
      "frames upside down",
      file([
        {
          ...mine,
          hosts: { comfyui: { capabilities: { frames: { min: 81, max: 5 } } } },
        },
      ]),
      /frames/,
    ],
  ])("refuses %s and names it", (_, given, message) => {
    expect(() => loadModels(given)).toThrow(UsageError);
    expect(() => loadModels(given)).toThrow(message);
  });
});

describe("loadPrices", () => {
  const prices = (rows: readonly unknown[]) => ({
    name: "prices.json",
    text: JSON.stringify({ schema: "topoprobe.prices/1", prices: rows }),
  });
  const row = { model: "wan2.2", host: "replicate", perRolloutUsd: 0.2, source: "an invoice" };

  it("puts the rows of a file in the place of all rows of that model at that host", () => {
    const loaded = loadPrices(prices([row]), PRICES);
    expect(loaded.filter(({ model }) => model === "wan2.2")).toEqual([row]);
    expect(loaded.some(({ model }) => model === "ltx-2.3")).toBe(true);
    expect(loadPrices(undefined, PRICES)).toBe(PRICES);
  });

  it.each([
    ["a negative price", { ...row, perRolloutUsd: -1 }, /perRolloutUsd/],
    ["no source", { ...row, source: undefined }, /source/],
    ["another currency", { ...row, perRolloutEur: 1 }, /perRolloutEur/],
    ["a price of nothing", { ...row, perRolloutUsd: undefined }, /a price/],
  ])("refuses %s", (_, given, message) => {
    expect(() => loadPrices(prices([given]), PRICES)).toThrow(message);
  });
});
