import { describe, expect, it } from "vitest";
import { MissingToolError, UsageError } from "../core/errors.ts";
import { BUILTIN_IDS } from "./builtin/index.ts";
import { listGenerators, MODEL_IDS, resolveGenerator } from "./resolve.ts";

describe("resolveGenerator", () => {
  it.each(BUILTIN_IDS)("finds the built-in %s", (id) => {
    expect(resolveGenerator(id, {}).id).toBe(id);
  });

  it("hands options on, so that they enter the work key", () => {
    const plain = resolveGenerator("oracle", {});
    const coarse = resolveGenerator("oracle", { crf: 35 });
    expect(coarse.params).not.toEqual(plain.params);
  });

  it.each(MODEL_IDS)("says which three ways would reach %s, and that they are to come", (id) => {
    const resolve = () => resolveGenerator(id, {});
    expect(resolve).toThrow(MissingToolError);
    for (const part of [id, "REPLICATE_API_TOKEN", "VIDEOS_API_URL", "COMFYUI_URL", "replay:DIR"]) {
      expect(resolve).toThrow(part);
    }
    expect(resolve).toThrow(/not in this version yet/);
  });

  it("lists the nearest of an unknown name", () => {
    expect(() => resolveGenerator("orcale", {})).toThrow(UsageError);
    expect(() => resolveGenerator("orcale", {})).toThrow(/nearest: oracle/);
    expect(() => resolveGenerator("fault:retipe", {})).toThrow(/nearest: fault:retype/);
  });
});

describe("listGenerators", () => {
  it("lists every name once, models as not ready", () => {
    const entries = listGenerators();
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    expect(entries.filter((entry) => !entry.isReady).map((entry) => entry.id)).toEqual([
      ...MODEL_IDS,
    ]);
  });
});
