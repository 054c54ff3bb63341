/** Encoded clips of a small One Stroke board through the whole judge. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Verdict, verdictSchema } from "../../../core/schema/verdict.ts";
import { oneStrokeTask } from "../../../tasks/one-stroke/index.ts";
import { encodeFilm } from "../../../tests/helpers/pipe-clips.ts";
import { type StrokeFilm, strokeFilmOf } from "../../../tests/helpers/stroke-clips.ts";
import { type DiagnoseOptions, diagnose } from "../../diagnose.ts";

/** A clip takes about a second; a busy machine gets time. */
const TIMEOUT_MS = 90_000;
const instance = oneStrokeTask.generate("easy", 3);
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "topoprobe-stroke-clips-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Judged = { readonly film: StrokeFilm; readonly verdict: Verdict };

async function judge(generator: string, options: Partial<DiagnoseOptions> = {}): Promise<Judged> {
  const film = strokeFilmOf(generator, instance);
  const clip = await encodeFilm(folder, generator.replace(":", "-"), film);
  const verdict = await diagnose({ clip, instance, scene: film.scene, ...options });
  return { film, verdict };
}

describe("a valid rollout", () => {
  it(
    "is a process-valid success with its plan, and its strip is drawn",
    async () => {
      const overlayDir = join(folder, "strip");
      const { film, verdict } = await judge("oracle", { overlayDir, overlayFrames: false });
      expect(verdictSchema.parse(JSON.parse(JSON.stringify(verdict)))).toEqual(verdict);
      expect(verdict).toMatchObject({
        ...{ task: "one-stroke", processValid: true, processValidSuccess: true },
        terminal: { outcome: "pass", scorable: true, goalEverReached: true, goalHeld: true },
        plan: { actions: film.plan, legal: true, reachesGoal: true },
        sampling: { frames: 41, totalFrames: 49, widthPx: 624, heightPx: 360 },
      });
      expect(verdict.checks.map(({ outcome }) => outcome)).toEqual(
        verdict.checks.map(() => "pass"),
      );
      expect(verdict.frames.map(({ label }) => label)).toEqual(verdict.frames.map(() => "exact"));
      const strip = join(overlayDir, "strip.png");
      expect(existsSync(strip)).toBe(true);
      const bytes = readFileSync(strip);
      expect(bytes.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
      expect(bytes.length).toBeGreaterThan(20_000);
    },
    TIMEOUT_MS,
  );
});

describe("clips that are no valid success", () => {
  it("still: valid, not solved", async () => {
    const { verdict } = await judge("still", { sampling: 9 });
    expect(verdict).toMatchObject({
      terminal: { outcome: "fail", scorable: true, goalEverReached: false },
      plan: { actions: [], legal: true, reachesGoal: false },
      ...{ processValid: true, processValidSuccess: false },
    });
  });

  it.each(["jump", "crossfade"])("%s: solved, not valid", async (generator) => {
    const { verdict } = await judge(generator, { sampling: 17 });
    expect(verdict).toMatchObject({
      terminal: { outcome: "pass", scorable: true },
      ...{ processValid: false, processValidSuccess: false },
    });
    const failed = verdict.checks.filter(({ outcome }) => outcome === "fail");
    expect(failed.map(({ name }) => name)).toContain("one_move_at_a_time");
  });

  it.each(["fault:gap", "fault:recolour-cell"])(
    "%s: caught by its own check at its place, within two frames of its time",
    async (generator) => {
      const { film, verdict } = await judge(generator);
      const { truth } = film;
      const check = verdict.checks.find(({ name }) => name === truth?.check);
      expect(check?.outcome).toBe("fail");
      const [violation] = check?.violations ?? [];
      expect(truth?.where).toContain(violation?.where);
      expect(Math.abs((violation?.frame ?? -9) - (truth?.frame ?? 0))).toBeLessThanOrEqual(2);
      expect(verdict.processValid).toBe(false);
    },
    TIMEOUT_MS,
  );
});
