/** Labels are added to what is there, and reading a sheet twice adds nothing. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { labelSchema } from "../../core/schema/label.ts";
import { KEY_FILE } from "../spot-check/key-file.ts";
import { fakeItem, fakeKey, goodAnswers, SHEET } from "../spot-check/testing/candidates.ts";
import { appendLabels, LABELS_FILE } from "./labels.ts";
import type { Rating } from "./match-key.ts";
import { readFilled } from "./read-filled.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "topoprobe-labels-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rating: Rating = {
  item: fakeItem("aaaaaaaa"),
  rater: "rater-1",
  answers: goodAnswers(),
  reason: "<script>\u202e=1",
  answeredAt: null,
  file: "filled.json",
};

const append = (ratings: readonly Rating[], now: string) =>
  appendLabels(ratings, {
    sheet: SHEET,
    keyPath: join(folder, KEY_FILE),
    sources: new Map([["filled.json", "0".repeat(64)]]),
    now,
    onRepair: () => undefined,
  });

describe("appendLabels", () => {
  it("adds rater, time and reason, once, and keeps the first word when there is a second", async () => {
    expect((await append([rating], "2026-01-01T00:00:00.000Z")).added).toBe(1);
    expect((await append([rating], "2026-01-02T00:00:00.000Z")).added).toBe(0);
    const changed = { ...rating, answers: goodAnswers({ goal_reached: "no" }) };
    expect((await append([changed], "2026-01-03T00:00:00.000Z")).added).toBe(1);
    const lines = (await readFile(join(folder, LABELS_FILE), "utf8")).trim().split("\n");
    const labels = lines.map((line) => labelSchema.parse(JSON.parse(line)));
    expect(labels.map(({ recordedAt }) => recordedAt)).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-01-03T00:00:00.000Z",
    ]);
    expect(labels[0]).toMatchObject({
      ...{ rater: "rater-1", item: "aaaaaaaa", reason: rating.reason, answeredAt: null },
      answers: { goal_reached: "yes" },
    });
  });
});

describe("readFilled", () => {
  it("finds the key beside the sheet or above it, and refuses one of another kind", async () => {
    const sheet = join(folder, "filled.csv");
    await writeFile(sheet, "sheet,rater,item,task,rule,comment\n");
    await expect(readFilled([sheet], { kind: "spot-check" })).rejects.toThrow(/Name it with --key/);
    await writeFile(join(folder, KEY_FILE), JSON.stringify(fakeKey([rating.item])));
    const { key, sources } = await readFilled([sheet], { kind: "spot-check" });
    expect(key.sheet).toBe(SHEET);
    expect(sources.get("filled.csv")).toMatch(/^[0-9a-f]{64}$/);
    await expect(readFilled([sheet], { kind: "errors" })).rejects.toThrow(UsageError);
  });

  it("refuses a key that is none", async () => {
    const path = join(folder, "other.json");
    await writeFile(path, "{}");
    await expect(readFilled([path], { kind: "spot-check", keyPath: path })).rejects.toThrow(
      /expected the key of a sheet/,
    );
  });
});
