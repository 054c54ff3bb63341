/** Whole films, from drawn frames to the judgement, without coding; and how the board is followed. */
import { describe, expect, it } from "vitest";
import type { RgbImage } from "../core/image.ts";
import type { Scene } from "../core/schema/scene.ts";
import {
  FILM_SIZE,
  filmOf,
  framesOf,
  type PipeFilm,
  SMALL_PUZZLE,
} from "../tests/helpers/pipe-clips.ts";
import { blurred, pictureOf, withNoise } from "../tests/helpers/pipe-pictures.ts";
import { mistakeIn } from "../tests/helpers/pipe-readings.ts";
import { flatten } from "./board/reference.ts";
import { pipeJudge } from "./checks/pipe/index.ts";
import { isProcessValid } from "./diagnose.ts";
import type { SourceFrame } from "./frames/types.ts";
import { createPipeReader } from "./grid/pipe/reader.ts";
import { createSearchBudget, observeFrames } from "./observe.ts";

function observe(film: PipeFilm, frames: readonly SourceFrame[] = framesOf(film)) {
  const reader = createPipeReader(film.instance, film.scene);
  return observeFrames(frames, reader, { sampled: true, budget: createSearchBudget() });
}

function judge(film: PipeFilm, frames: readonly SourceFrame[] = framesOf(film)) {
  const observations = observe(film, frames).map((entry) => entry.observation);
  return { observations, ...pipeJudge.conclude(observations, film.instance) };
}

const outcomes = ({ checks }: ReturnType<typeof judge>) =>
  Object.fromEntries(checks.map((check) => [check.name, check.outcome]));

const ALL_PASS = Object.fromEntries(pipeJudge.checks.map((check) => [check.id, "pass"]));
/** A valid rollout of an easy board, 49 frames. */
const oracle = filmOf({ generator: "oracle" });

describe("a drawn film", () => {
  it("of a valid rollout is read exactly, angles within 3 degrees, and found valid", () => {
    const judged = judge(oracle);
    const mistakes = judged.observations.flatMap(({ state }, frame) =>
      (oracle.poses[frame]?.cells ?? []).flatMap((cell, i) => {
        const mistake = mistakeIn(cell, state?.cells[i], 3);
        return mistake === undefined ? [] : [`frame ${frame}, cell ${i}: ${mistake}`];
      }),
    );
    expect(mistakes).toEqual([]);
    expect(outcomes(judged)).toEqual(ALL_PASS);
    expect(isProcessValid(judged.checks)).toBe(true);
    expect(judged.terminal).toEqual({
      ...{ outcome: "pass", scorable: true, goalEverReached: true, goalHeld: true },
    });
    expect(judged.plan).toMatchObject({ actions: oracle.plan, legal: true, reachesGoal: true });
  });

  it("in which nothing happens is valid and not solved", () => {
    const judged = judge(filmOf({ generator: "still", instance: SMALL_PUZZLE, frames: 9 }));
    expect(outcomes(judged)).toEqual(ALL_PASS);
    expect(judged.terminal).toMatchObject({ outcome: "fail", scorable: true });
    expect(judged.plan).toMatchObject({ actions: [], legal: true, reachesGoal: false });
  });

  it("that jumps to the goal is solved and not valid, for the moves it leaves out", () => {
    const film = filmOf({ generator: "jump", instance: SMALL_PUZZLE, frames: 25 });
    // As decoded: no two frames share a picture, and the board is aligned anew in each.
    const frames = framesOf(film).map((frame) => ({ ...frame, image: { ...frame.image } }));
    const judged = judge(film, frames);
    expect(outcomes(judged)).toMatchObject({
      ...{ one_move_at_a_time: "fail", rotation_num_angle_valid: "fail" },
      ...{ initial_state_match: "pass", cell_occupancy_consistency: "pass" },
    });
    const moves = judged.checks.find(({ name }) => name === "one_move_at_a_time");
    const frame = film.truth?.frame ?? 0;
    expect(moves?.violations).toMatchObject([
      { frame: frame - 1, toFrame: frame, reason: "several_moves_between_frames" },
    ]);
    expect(judged.terminal.outcome).toBe("pass");
    expect(isProcessValid(judged.checks)).toBe(false);
  });

  it("that dissolves into the goal is solved and not valid: no piece is accused of changing", () => {
    const judged = judge(filmOf({ generator: "crossfade", instance: SMALL_PUZZLE, frames: 25 }));
    expect(isProcessValid(judged.checks)).toBe(false);
    expect(judged.terminal.outcome).toBe("pass");
    const { one_move_at_a_time: moves, ...rest } = outcomes(judged);
    expect(moves).not.toBe("pass");
    expect(rest["initial_state_match"]).toBe("pass");
    for (const name of ["source_identity", "cell_occupancy_consistency", "pipe_type_consistency"]) {
      expect(rest[name]).not.toBe("fail");
    }
  });
});

describe("a planted fault", () => {
  const faults = [
    "retype",
    "vanish",
    "spawn",
    "counter-clockwise",
    "two-at-once",
    "wrong-colour",
    "source-moved",
  ];
  it.each(faults)(
    "%s is caught by its own check, at its cell, within a frame of its time",
    (name) => {
      const film = filmOf({ generator: `fault:${name}`, instance: SMALL_PUZZLE, frames: 33 });
      const { truth } = film;
      if (!truth?.check) throw new Error("expected a fault with a check");
      const judged = judge(film);
      const check = judged.checks.find((candidate) => candidate.name === truth.check);
      expect(check?.outcome).toBe("fail");
      const cells = (truth.cells ?? [truth.cell]).map((cell) => `x=${cell?.x},y=${cell?.y}`);
      const there = (check?.violations ?? []).filter((violation) =>
        violation.where.split(" and ").every((place) => cells.includes(place)),
      );
      expect(there.length).toBeGreaterThan(0);
      expect(Math.min(...there.map((v) => Math.abs(v.frame - truth.frame)))).toBeLessThanOrEqual(1);
      expect(isProcessValid(judged.checks)).toBe(false);
    },
  );
});

describe("observeFrames", () => {
  const frames = framesOf(oracle);
  const { widthPx, heightPx } = oracle.scene;
  const blank = (level: number): RgbImage => ({
    ...{ widthPx, heightPx, data: new Uint8Array(3 * widthPx * heightPx).fill(level) },
  });
  /** The first frames, some with another picture. */
  const withPictures = (count: number, instead: Readonly<Record<number, RgbImage>>) =>
    frames
      .slice(0, count)
      .map((frame) => ({ ...frame, image: instead[frame.index] ?? frame.image }));

  it("finds no board in black, grey and noise, and finds it again after them", () => {
    const grey = { ...FILM_SIZE, data: new Uint8Array(4 * widthPx * heightPx).fill(128) };
    const noise = flatten(withNoise(90, 4)(grey));
    const nothing = { 2: blank(0), 3: blank(128), 4: noise };
    const tracked = observe(oracle, withPictures(8, nothing));
    expect(tracked.map(({ observation }) => observation.label)).toEqual([
      ...["exact", "exact", "not_found", "not_found", "not_found", "exact", "exact", "exact"],
    ]);
    for (const at of [2, 3, 4]) {
      expect(tracked[at]?.observation).toMatchObject({ confidence: 0, index: at });
      expect(tracked[at]?.observation.state).toBeUndefined();
      expect(tracked[at]?.place).toBe(tracked[1]?.place);
      expect(tracked[at]?.memory).toBe(tracked[1]?.memory);
    }
  });

  it("does not learn from a frame in which too little could be read", () => {
    const picture = oracle.pictures[0];
    if (!picture) throw new Error("expected a picture");
    const soft = flatten(blurred(0.08 * oracle.scene.pitchPx)(picture));
    const tracked = observe(oracle, withPictures(3, { 1: soft }));
    expect(tracked[1]?.observation.label).toBe("failed");
    expect(tracked[1]?.memory).toBe(tracked[0]?.memory);
    expect(tracked[2]?.observation.label).toBe("exact");
  });

  it("reads a picture that is shown again once", () => {
    const [first] = frames;
    if (!first) throw new Error("expected a frame");
    const again = [0, 1, 2].map((index) => ({ ...first, index, timeSec: index / 8 }));
    const tracked = observe(oracle, again);
    expect(tracked.map(({ observation }) => [observation.index, observation.timeSec])).toEqual([
      [0, 0],
      [1, 0.125],
      [2, 0.25],
    ]);
    expect(tracked[2]?.observation.state).toBe(tracked[0]?.observation.state);
  });

  it("goes on from an observation as if it had never stopped", () => {
    const reader = createPipeReader(oracle.instance, oracle.scene);
    const budget = createSearchBudget();
    const whole = observeFrames(frames.slice(0, 12), reader, { sampled: true, budget });
    const rest = observeFrames(frames.slice(6, 12), reader, {
      ...{ sampled: false, from: whole[5], budget },
    });
    expect(rest.map(({ observation }) => observation)).toEqual(
      whole.slice(6).map(({ observation }) => ({ ...observation, sampled: false })),
    );
  });

  it("searches a clip without a board a bounded number of times", () => {
    const reader = createPipeReader(oracle.instance, oracle.scene);
    const budget = createSearchBudget();
    const { remaining } = budget;
    const grey = Array.from({ length: 9 }, (_, index) => ({
      ...{ index, timeSec: index, image: blank(20 * index) },
    }));
    const tracked = observeFrames(grey, reader, { sampled: true, budget });
    expect(tracked.every(({ observation }) => observation.label === "not_found")).toBe(true);
    expect(remaining).toBeGreaterThan(0);
    expect(budget.remaining).toBe(0);
  });

  it("follows a camera that drifts: board within a twentieth of a cell, checks as at rest", () => {
    const film = filmOf({ generator: "oracle", instance: SMALL_PUZZLE, frames: 33 });
    const { scene } = film;
    const [a, b, left, d, e, top, g, h, i] = scene.boardToPixel;
    const path = film.poses.map((_, k) => [8 * Math.sin(k / 4), 5 * Math.sin(k / 6)] as const);
    const moved = film.poses.map((pose, index): SourceFrame => {
      const [x, y] = path[index] ?? [0, 0];
      const shifted: Scene = { ...scene, boardToPixel: [a, b, left + x, d, e, top + y, g, h, i] };
      return { index, timeSec: index / film.fps, image: flatten(pictureOf(shifted, pose)) };
    });
    const judged = judge(film, moved);
    judged.observations.forEach(({ boardToPixel }, k) => {
      const [x, y] = path[k] ?? [0, 0];
      const off = Math.hypot(
        (boardToPixel?.[2] ?? 0) - left - x,
        (boardToPixel?.[5] ?? 0) - top - y,
      );
      expect(off / scene.pitchPx).toBeLessThan(0.05);
    });
    expect(outcomes(judged)).toEqual(ALL_PASS);
    expect(judged.terminal.outcome).toBe("pass");
  });
});
