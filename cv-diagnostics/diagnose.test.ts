/** Encoded clips through the whole judge: verdicts, overlays, sampling, and clips that hold nothing. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MediaError } from "../core/errors.ts";
import type { RgbaImage } from "../core/image.ts";
import { type Verdict, verdictSchema } from "../core/schema/verdict.ts";
import { pipeTask } from "../tasks/pipe/index.ts";
import {
  encodeFilm,
  FILM_SIZE,
  filmOf,
  type PipeFilm,
  SMALL_PUZZLE,
} from "../tests/helpers/pipe-clips.ts";
import { withNoise } from "../tests/helpers/pipe-pictures.ts";
import { type DiagnoseOptions, diagnose } from "./diagnose.ts";
import { DIAGNOSTICS_VERSION } from "./thresholds.ts";

const SMALL = { instance: SMALL_PUZZLE, frames: 33 } as const;
/** An easy board of 4 x 4, the others of 3 x 3. */
const oracle = filmOf({ generator: "oracle" });
const retype = filmOf({ generator: "fault:retype", ...SMALL });
let folder = "";
let oracleClip = "";
let retypeClip = "";
let valid: Verdict;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "topoprobe-diagnose-"));
  oracleClip = await encodeFilm(folder, "oracle", oracle);
  retypeClip = await encodeFilm(folder, "retype", retype);
  valid = await judge(oracleClip, oracle, { videoName: "oracle.mp4" });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function judge(clip: string, film: PipeFilm, options: Partial<DiagnoseOptions> = {}) {
  return diagnose({ clip, instance: film.instance, scene: film.scene, ...options });
}

async function judgeBuiltin(generator: string, crf = 18): Promise<Verdict> {
  const film = filmOf({ generator, ...SMALL });
  return judge(await encodeFilm(folder, `small-${generator}-${crf}`, film, crf), film);
}

/** Judges a clip of any pictures by the instance of the small board. */
async function judgePictures(name: string, pictures: readonly RgbaImage[]): Promise<Verdict> {
  return judge(await encodeFilm(folder, name, { pictures, fps: 8 }), retype);
}

const outcomeOf = (verdict: Verdict, name: string) =>
  verdict.checks.find((check) => check.name === name)?.outcome;

/** The cells of a frame's state without what differs from reading to reading. */
function piecesIn(frame: Verdict["frames"][number] | undefined) {
  const state = frame?.state as { readonly cells: readonly Record<string, unknown>[] } | undefined;
  return state?.cells.map(({ kind, colour, isSource }) => ({ kind, colour, isSource }));
}

const outcomes = (verdict: Verdict): readonly string[] =>
  verdict.checks.map((check) => check.outcome);

describe("a valid rollout", () => {
  it("is a process-valid success, and its verdict keeps to the schema", () => {
    expect(verdictSchema.parse(JSON.parse(JSON.stringify(valid)))).toEqual(valid);
    expect(valid).toMatchObject({
      ...{ schema: "topoprobe.verdict/1", diagnosticsVersion: DIAGNOSTICS_VERSION },
      ...{ video: "oracle.mp4", task: "pipe", instanceId: oracle.instance.id },
      sampling: { frames: 41, totalFrames: 49, fps: 8, ...FILM_SIZE },
      terminal: { outcome: "pass", scorable: true, goalEverReached: true, goalHeld: true },
      plan: { actions: oracle.plan, legal: true, reachesGoal: true },
      ...{ processValid: true, processValidSuccess: true },
    });
    expect(outcomes(valid)).toEqual(valid.checks.map(() => "pass"));
    expect(valid.sampling.indices).toHaveLength(41);
    expect(valid.frames.map((frame) => frame.index)).toEqual(valid.sampling.indices);
    expect(valid.frames.at(-1)?.index).toBe(48);
    expect(valid.frames.at(-1)?.timeSec).toBe(6);
    expect(valid.videoSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("has in every frame a label, a confidence, the board's place in pixels of the clip", () => {
    const { frames } = valid;
    const { boardToPixel, pitchPx } = oracle.scene;
    for (const frame of frames) {
      expect(frame.label).toBe("exact");
      expect(frame.confidence).toBeGreaterThan(0.7);
      expect(frame.repeated).toBeUndefined();
      frame.boardToPixel?.forEach((value, i) => {
        expect(Math.abs(value - (boardToPixel[i as 0] ?? 0))).toBeLessThan(0.05 * pitchPx);
      });
      expect(frame.state).toMatchObject({ gridSize: 4 });
    }
  });

  it("gives the same verdict again, to the letter", async () => {
    const again = await judge(oracleClip, oracle, { videoName: "oracle.mp4" });
    expect(JSON.stringify(again)).toBe(JSON.stringify(valid));
  });

  it("is read alike without the scene of its picture, taking the task's own", async () => {
    const { instance } = oracle;
    const { frames, video } = await diagnose({ clip: oracleClip, instance, sampling: 2 });
    expect(frames.map((frame) => frame.label)).toEqual(["exact", "exact"]);
    expect(piecesIn(frames[1])).toEqual(piecesIn(valid.frames[40]));
    expect(piecesIn(frames[1])).toHaveLength(16);
    expect(video).toBe(oracleClip);
  });

  it("is valid still when coded coarsely", async () => {
    expect((await judgeBuiltin("oracle", 35)).processValidSuccess).toBe(true);
  });
});

describe("sampling", () => {
  it("takes all frames", async () => {
    const verdict = await judge(retypeClip, retype, { sampling: "all" });
    expect(verdict.sampling.frames).toBe(33);
    expect(verdict.frames.map((frame) => frame.index)).toEqual(retype.poses.map((_, i) => i));
  });

  it("takes as many as asked, and looks between them where several moves were made", async () => {
    const verdict = await judge(oracleClip, oracle, { sampling: 7 });
    expect(verdict.sampling.indices).toEqual([0, 8, 16, 24, 32, 40, 48]);
    expect(verdict.frames).toHaveLength(7);
    expect(verdict).toMatchObject({ processValidSuccess: true, plan: { actions: oracle.plan } });
  });
});

describe("clips that are no valid success", () => {
  it("still: valid, not solved", async () => {
    expect(await judgeBuiltin("still")).toMatchObject({
      terminal: { outcome: "fail", scorable: true, goalEverReached: false },
      plan: { actions: [], legal: true, reachesGoal: false },
      ...{ processValid: true, processValidSuccess: false },
    });
  });

  it.each(["jump", "crossfade"])("%s: solved, not valid", async (generator) => {
    expect(await judgeBuiltin(generator)).toMatchObject({
      terminal: { outcome: "pass", scorable: true },
      ...{ processValid: false, processValidSuccess: false },
    });
  });

  it("a retyped piece: caught at its cell, within one sampled frame of its time", async () => {
    const verdict = await judge(retypeClip, retype);
    const { truth } = retype;
    const check = verdict.checks.find(({ name }) => name === truth?.check);
    expect(check?.outcome).toBe("fail");
    expect(check?.violations).toHaveLength(1);
    const [violation] = check?.violations ?? [];
    expect(violation?.where).toBe(`x=${truth?.cell?.x},y=${truth?.cell?.y}`);
    expect(Math.abs((violation?.frame ?? -9) - (truth?.frame ?? 0))).toBeLessThanOrEqual(1);
    expect(verdict.processValid).toBe(false);
  });

  it("a clip of another instance: its first frame is not this one's", async () => {
    const other = { ...oracle, instance: pipeTask.generate("easy", 8) };
    const verdict = await judge(oracleClip, other, { sampling: 5 });
    expect(outcomeOf(verdict, "initial_state_match")).toBe("fail");
    expect(verdict.processValid).toBe(false);
  });
});

describe("short clips", () => {
  it("one frame: repeated in all samples, nothing dynamic to check, not solved", async () => {
    const verdict = await judgePictures("one", retype.pictures.slice(0, 1));
    expect(verdict.sampling).toMatchObject({ frames: 41, totalFrames: 1, fps: 0 });
    expect(verdict.frames.map((frame) => frame.repeated)).toEqual(
      Array.from({ length: 41 }, (_, i) => (i === 0 ? undefined : true)),
    );
    expect(verdict.checks.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      ...Array.from({ length: 3 }, () => "static pass"),
      ...Array.from({ length: 4 }, () => "dynamic not_applicable"),
    ]);
    expect(verdict).toMatchObject({
      terminal: { outcome: "fail", scorable: true },
      ...{ processValid: true, processValidSuccess: false },
    });
  });

  it("one frame of the solved board: solved, but not from this start", async () => {
    const solved = filmOf({ generator: "oracle", ...SMALL }).pictures.slice(-1);
    const verdict = await judgePictures("end", solved);
    expect(verdict.terminal.outcome).toBe("pass");
    expect(outcomeOf(verdict, "initial_state_match")).toBe("fail");
    expect(verdict.processValidSuccess).toBe(false);
  });

  it("five frames: valid so far, not solved", async () => {
    const verdict = await judgePictures("five", retype.pictures.slice(0, 5));
    expect(new Set(verdict.sampling.indices)).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(verdict).toMatchObject({
      terminal: { outcome: "fail", scorable: true },
      ...{ processValid: true, processValidSuccess: false },
    });
  });
});

describe("clips without a board", () => {
  const blank: RgbaImage = { ...FILM_SIZE, data: new Uint8Array(4 * 416 * 240) };
  const noise = Array.from({ length: 3 }, (_, k) =>
    withNoise(90, k)({ ...FILM_SIZE, data: new Uint8Array(4 * 416 * 240).fill(128) }),
  );
  it.each([
    ["black", [blank, blank, blank]],
    ["noise", noise],
  ])("%s: not found, undetermined, no plan", async (name, pictures) => {
    const verdict = await judgePictures(name, pictures);
    expect(new Set(verdict.frames.map((frame) => frame.label))).toEqual(new Set(["not_found"]));
    expect(verdict.frames.every((frame) => frame.state === undefined)).toBe(true);
    expect(new Set(outcomes(verdict))).toEqual(new Set(["undetermined"]));
    expect(verdict).toMatchObject({
      terminal: { outcome: "undetermined", scorable: false, goalEverReached: false },
      ...{ plan: null, processValid: false, processValidSuccess: false },
    });
  });

  it("a board that is lost before the end: not scorable, whatever came before", async () => {
    const { pictures } = filmOf({ generator: "oracle", ...SMALL });
    const verdict = await judgePictures("lost", [...pictures.slice(0, 31), blank, blank]);
    expect(verdict.terminal).toMatchObject({
      ...{ outcome: "undetermined", scorable: false, goalEverReached: true, goalHeld: false },
      reason: "board_not_found_in_last_frame",
    });
    expect(verdict.processValidSuccess).toBe(false);
  });

  it("no clip at all is an error, not a verdict", async () => {
    const text = join(folder, "text.mp4");
    writeFileSync(text, "no clip");
    await expect(judge(text, retype)).rejects.toThrow(MediaError);
    await expect(judge(join(folder, "absent.mp4"), retype)).rejects.toThrow(MediaError);
  });
});

describe("overlay", () => {
  /** Width and height out of a PNG's header. */
  function pngSize(path: string): readonly number[] {
    const bytes = readFileSync(path);
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    expect(bytes.length).toBeGreaterThan(5000);
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  }

  it("is a strip and every sampled frame with a caption, and changes no verdict", async () => {
    const overlayDir = join(folder, "overlay");
    const verdict = await judge(retypeClip, retype, { sampling: 6, overlayDir });
    const names = [0, 1, 2, 3, 4, 5].map((k) => `frame-0${k}.png`);
    expect(readdirSync(overlayDir).sort()).toEqual([...names, "strip.png"]);
    for (const name of names) expect(pngSize(join(overlayDir, name))).toEqual([416, 260]);
    const [width = 0, height = 0] = pngSize(join(overlayDir, "strip.png"));
    expect(width).toBe(1288);
    expect(height).toBeGreaterThan(600);
    expect(height).toBeLessThan(1000);
    expect(await judge(retypeClip, retype, { sampling: 6 })).toEqual(verdict);
  });

  it("is the strip alone when that is asked for, made in folders that did not exist", async () => {
    const overlayDir = join(folder, "deep", "strip");
    await judge(retypeClip, retype, { sampling: 3, overlayDir, overlayFrames: false });
    expect(readdirSync(overlayDir)).toEqual(["strip.png"]);
  });
});

const SHARED = fileURLToPath(new URL("../../shared/clips/", import.meta.url));
describe.skipIf(!existsSync(SHARED))("clips of other puzzles (needs ../shared/clips)", () => {
  it.each(["mv3-maze4_1.mp4", "vrb-maze-easy-hailuo23.mp4", "vzs-maze_5x5_square.mp4"])(
    "%s: not scorable, not valid",
    async (name) => {
      const instance = pipeTask.generate("medium", 5);
      const verdict = await diagnose({ clip: join(SHARED, name), instance, sampling: 3 });
      expect(verdict.terminal).toMatchObject({ outcome: "undetermined", scorable: false });
      expect(verdict).toMatchObject({ processValid: false, processValidSuccess: false });
      expect(outcomes(verdict)).not.toContain("fail");
    },
  );
});
