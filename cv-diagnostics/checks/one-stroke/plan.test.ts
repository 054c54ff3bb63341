/** The moves that a clip shows: in order, with steps back, legal or not. */
import { describe, expect, it } from "vitest";
import {
  BORDER,
  during,
  grow,
  hold,
  instanceFrom,
  LITERAL,
  type Moment,
  observe,
  retract,
  SOLUTION,
  validFilm,
} from "../../../tests/helpers/stroke-boards.ts";
import { strokeJudge } from "./index.ts";

const planOf = (film: readonly Moment[]) =>
  strokeJudge.conclude(observe(film), instanceFrom(LITERAL)).plan;

describe("the decoded plan", () => {
  it("has each move at the frame in which its edge is whole", () => {
    expect(planOf(validFilm())).toEqual({
      actions: [...SOLUTION],
      frames: [5, 8, 11, 14, 17, 20],
      ...{ legal: true, reachesGoal: true },
    });
  });

  it("is empty and legal for a still", () => {
    expect(planOf(hold("", 5))).toEqual({
      ...{ actions: [], frames: [], legal: true, reachesGoal: false },
    });
  });

  it("has steps back as moves, when they begin to show", () => {
    const film = [
      ...[...hold("", 2), ...grow("", "UR"), ...hold("UR", 2)],
      ...[...retract("UR", 2), ...grow("", "RU")],
    ];
    const plan = planOf(film);
    expect(plan).toMatchObject({ legal: true, reachesGoal: false });
    expect(plan?.actions).toEqual([..."URLDRU"]);
    expect(plan?.frames).toEqual([4, 7, 10, 13, 18, 21]);
  });

  it("leaves out an edge that was whole for a single frame only", () => {
    const film = [...hold("", 2), ...grow("", "UR"), ...retract("UR", 1), ...hold("U", 3)];
    expect(planOf(film)).toMatchObject({ actions: ["U"], legal: true });
  });

  it("has the moves between two strokes seen one after the other", () => {
    const plan = planOf([...hold("", 3), ...hold("URR", 3), ...hold("UU", 3)]);
    expect(plan?.actions).toEqual([..."URR", ..."LLU"]);
    expect(plan?.frames).toEqual([3, 3, 3, 6, 6, 6]);
    expect(plan?.legal).toBe(true);
  });

  it("does not reach the goal by a stroke that separates nothing", () => {
    expect(planOf(validFilm(undefined, BORDER))).toMatchObject({
      ...{ actions: [...BORDER], legal: true, reachesGoal: false },
    });
  });

  it("is illegal when the stroke goes on from the goal", () => {
    const film = [...validFilm(), ...grow(SOLUTION, "D"), ...hold(`${SOLUTION}D`, 3)];
    expect(planOf(film)).toMatchObject({ actions: [...SOLUTION, "D"], legal: false });
  });

  it.each([
    ["branches", during(12, 23, { edges: { "0,1-0,2": "full" } })],
    ["has a piece that floats", during(12, 23, { edges: { "2,0-3,0": "full" } })],
    ["lacks an edge", during(9, 23, { edges: { "1,1-2,1": "none" } })],
  ] as const)("is illegal when the stroke %s", (_, changes) => {
    expect(planOf(validFilm(changes))?.legal).toBe(false);
  });

  it("stays illegal when what was wrong is mended", () => {
    const film = validFilm(during(12, 15, { edges: { "2,0-3,0": "full" } }));
    expect(planOf(film)).toMatchObject({ actions: [...SOLUTION], legal: false });
  });

  it("is illegal when a cycle is closed", () => {
    const film = [...hold("", 3), ...grow("", "UURDL"), ...hold("UURDL", 3)];
    expect(planOf(film)?.legal).toBe(false);
  });

  it("bears a frame without the board, unless it is the last", () => {
    expect(planOf(validFilm(during(10, 10, { found: false })))).toMatchObject({
      ...{ actions: [...SOLUTION], legal: true, reachesGoal: true },
    });
    expect(planOf(validFilm(during(23, 23, { found: false })))).toBeNull();
    expect(planOf([])).toBeNull();
  });
});
