import { describe, expect, it } from "vitest";
import { billedSecOf, outputOf, predictionSchema, statusOf } from "./prediction.ts";

const asIs = (text: string) => text;
const read = (given: Record<string, unknown>) => predictionSchema.parse({ id: "abc", ...given });
const URL_A = "https://a.replicate.delivery/x/out.mp4";

describe("states", () => {
  it.each([
    ["starting", { state: "queued" }],
    ["processing", { state: "running" }],
    // A word that a later API may bring: waited for, never given up as failed.
    ["queued_elsewhere", { state: "running" }],
    ["failed", { state: "failed", reason: "CUDA out of memory" }],
    ["canceled", { state: "canceled", reason: expect.stringContaining("deadline") }],
    ["aborted", { state: "failed", reason: expect.stringContaining("before it started") }],
  ])("%s", (status, expected) => {
    expect(statusOf(read({ status, error: "CUDA out of memory" }), asIs)).toEqual(expected);
  });

  it("succeeded only with an output", () => {
    expect(statusOf(read({ status: "succeeded", output: URL_A }), asIs)).toEqual({
      state: "succeeded",
    });
    for (const gone of [
      { output: null, data_removed: true },
      { output: null },
      {},
      { output: URL_A, data_removed: true },
    ]) {
      expect(statusOf(read({ status: "succeeded", ...gone }), asIs)).toEqual({
        state: "failed",
        reason: expect.stringContaining("output expired"),
      });
    }
  });

  it("tells how far it is from the last progress bar, 0 included", () => {
    const at = (logs: string) => statusOf(read({ status: "processing", logs }), asIs);
    expect(at(" 10%|#   | 5/50\n 76%|### | 38/50")).toEqual({
      state: "running",
      progressRatio: 0.76,
    });
    expect(at("  0%|    | 0/50")).toEqual({ state: "running", progressRatio: 0 });
    expect(at("loading weights")).toEqual({ state: "running" });
  });

  it("removes secrets from reasons before it cuts them", () => {
    const error = `${"x".repeat(490)}SECRETSECRETSECRET`;
    const status = statusOf(read({ status: "failed", error }), (text) =>
      text.replaceAll("SECRETSECRETSECRET", "[redacted]"),
    );
    expect(JSON.stringify(status)).not.toContain("SECRET");
  });

  it("takes errors that are no text, and none at all", () => {
    const reason = (error: unknown) => statusOf(read({ status: "failed", error }), asIs);
    expect(reason({ code: 1 })).toEqual({ state: "failed", reason: '{"code":1}' });
    expect(reason(null)).toEqual({ state: "failed", reason: "the host gives no reason" });
  });
});

describe("output", () => {
  it.each([
    ["one address", URL_A, URL_A],
    ["a list", [URL_A], URL_A],
    ["a list with a picture before the clip", ["https://a.replicate.delivery/p.png", URL_A], URL_A],
    ["named files", { preview: "https://a.replicate.delivery/p.png", video: URL_A }, URL_A],
    ["no clip: the first", ["https://r.delivery/p.png"], "https://r.delivery/p.png"],
    ["a query after the name", [`${URL_A}?sig=1`], `${URL_A}?sig=1`],
  ])("%s", (_, output, url) => {
    expect(outputOf(read({ status: "succeeded", output }))).toEqual({ ok: true, url });
  });

  it.each(["", "file:///etc/passwd", "http://", [], 0])("holds no address: %j", (output) => {
    expect(outputOf(read({ status: "succeeded", output })).ok).toBe(false);
  });
});

it("tells what is charged, and undefined when it is not said", () => {
  expect(billedSecOf(read({ status: "succeeded", metrics: { predict_time: 0 } }))).toBe(0);
  expect(billedSecOf(read({ status: "succeeded", metrics: {} }))).toBeUndefined();
  expect(billedSecOf(read({ status: "succeeded" }))).toBeUndefined();
});

it("is not lost by a field that only informs", () => {
  const odd = read({ status: "succeeded", metrics: { predict_time: -1 }, logs: 7, output: URL_A });
  expect(statusOf(odd, asIs)).toEqual({ state: "succeeded" });
  expect(billedSecOf(odd)).toBeUndefined();
});

it.each(["../files", "a/b", "", "a?b"])("takes no id that would change a path: %s", (id) => {
  expect(predictionSchema.safeParse({ id, status: "starting" }).success).toBe(false);
});
