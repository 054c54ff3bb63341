/** Whether the goal was reached, held, and can be told at all. */
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

const terminal = (film: readonly Moment[]) =>
  strokeJudge.conclude(observe(film), instanceFrom(LITERAL)).terminal;

describe("the terminal state", () => {
  it("is a success when the stroke ends at the goal and separates the colours", () => {
    expect(terminal(validFilm())).toEqual({
      ...{ outcome: "pass", scorable: true, goalEverReached: true, goalHeld: true },
    });
  });

  it("is one whatever the way: seen in the last frame alone", () => {
    expect(terminal([...hold("", 3), ...hold(SOLUTION, 1)])).toMatchObject({
      ...{ outcome: "pass", goalEverReached: true, goalHeld: true },
    });
  });

  it.each([
    ["nothing is drawn", hold("", 5)],
    ["the stroke ends before the goal", validFilm(undefined, SOLUTION.slice(0, -1))],
    ["the last edge is not whole", [...hold("", 3), { moves: SOLUTION, share: 0.7 }]],
    ["the colours are not separated", validFilm(undefined, BORDER)],
    ["an edge is missing", validFilm(during(6, 23, { edges: { "1,1-2,1": "none" } }))],
    ["there is an edge too many", validFilm(during(6, 23, { edges: { "0,2-0,3": "full" } }))],
  ])("is no success when %s", (_, film) => {
    expect(terminal(film)).toEqual({
      ...{ outcome: "fail", scorable: true, goalEverReached: false, goalHeld: false },
      reason: "goal_not_reached",
    });
  });

  it.each([
    ["draws on", [...validFilm(), ...grow(SOLUTION, "D"), ...hold(`${SOLUTION}D`, 3)]],
    ["takes its last edge back", [...validFilm(), ...retract(SOLUTION, 1), ...hold("URRUU", 3)]],
  ])("is reached but not held when the clip then %s", (_, film) => {
    expect(terminal(film)).toEqual({
      ...{ outcome: "fail", scorable: true, goalEverReached: true, goalHeld: false },
      reason: "goal_not_held",
    });
  });

  it("is reached in the end but not held when it was left meanwhile", () => {
    const film = [
      ...validFilm(),
      ...retract(SOLUTION, 1),
      ...grow("URRUU", "R"),
      ...hold(SOLUTION, 3),
    ];
    expect(terminal(film)).toMatchObject({
      ...{ outcome: "pass", goalEverReached: true, goalHeld: false },
    });
  });

  it("does not take one frame for having been there", () => {
    const film = [...hold("URRUU", 4), ...hold(SOLUTION, 1), ...hold("URRUU", 4)];
    expect(terminal(film)).toMatchObject({ outcome: "fail", goalEverReached: false });
  });

  it("cannot be told when the last frame shows no board", () => {
    const film = [...validFilm(), ...hold(SOLUTION, 2, { found: false })];
    expect(terminal(film)).toEqual({
      ...{ outcome: "undetermined", scorable: false, goalEverReached: true, goalHeld: false },
      reason: "board_not_found_in_last_frame",
    });
  });

  it("cannot be told when an unread edge of the last frame decides it", () => {
    const unread = { edges: { "1,1-2,1": "unread" } } as const;
    expect(terminal([...validFilm(), ...hold(SOLUTION, 1, unread)])).toMatchObject({
      ...{ outcome: "undetermined", scorable: false, reason: "undecided_in_last_frame" },
    });
  });

  it("can be told when unread edges of the last frame make no difference", () => {
    const unread = { edges: { "2,0-3,0": "unread", "2,1-3,1": "unread" } } as const;
    expect(terminal([...hold("", 4), ...hold("U", 1, unread)])).toMatchObject({
      ...{ outcome: "fail", scorable: true },
    });
  });

  it("cannot be told when more than four edges of the last frame are unread", () => {
    const names = ["0,0-1,0", "1,0-2,0", "2,0-3,0", "0,2-1,2", "2,1-3,1"];
    const unread = (count: number) => ({
      edges: Object.fromEntries(names.slice(0, count).map((name) => [name, "unread"] as const)),
    });
    expect(terminal(hold("", 4, unread(4))).outcome).toBe("fail");
    expect(terminal(hold("", 4, unread(5))).outcome).toBe("undetermined");
  });
});
