/** The last frame, on literal observations. */
import { describe, expect, it } from "vitest";
import {
  hold,
  instanceFrom,
  LITERAL,
  MIDDLE,
  type Moment,
  observe,
  QUARTER,
  SOLVED,
  START,
  stateFrom,
  turn,
  validFilm,
} from "../../../tests/helpers/pipe-boards.ts";
import { pipeJudge } from "./index.ts";

const terminal = (film: readonly Moment[]) =>
  pipeJudge.conclude(observe(film, 0), instanceFrom(LITERAL)).terminal;
const unread = { isRead: false } as const;
const gone = { kind: "empty", angleDeg: 0, colour: "none" } as const;

describe("the terminal test", () => {
  it("passes when the last frame shows the solved board", () => {
    expect(terminal(validFilm())).toEqual({
      ...{ outcome: "pass", scorable: true, goalEverReached: true, goalHeld: true },
    });
  });

  it("fails when it does not, and says how many pieces are loose", () => {
    const never = { outcome: "fail", scorable: true, goalEverReached: false, goalHeld: false };
    expect(terminal(hold(START, 5))).toEqual({ ...never, reason: "3_pieces_not_connected" });
    expect(terminal(hold(MIDDLE, 5))).toEqual({ ...never, reason: "1_pieces_not_connected" });
  });

  it("knows that the goal was reached and left again", () => {
    expect(terminal([...validFilm(), ...hold(MIDDLE, 2)])).toEqual({
      ...{ outcome: "fail", scorable: true, goalEverReached: true, goalHeld: false },
      reason: "1_pieces_not_connected",
    });
  });

  it("knows that the goal was left in between, though it stands in the last frame", () => {
    const film = [...validFilm(), ...hold(MIDDLE, 2), ...hold(SOLVED, 2)];
    expect(terminal(film)).toMatchObject({
      ...{ outcome: "pass", goalEverReached: true, goalHeld: false },
    });
  });

  it("takes the goal for held across frames that could not be read", () => {
    const film = [...validFilm(), ...hold(SOLVED, 3, { found: false }), ...hold(SOLVED, 1)];
    expect(terminal(film)).toMatchObject({ outcome: "pass", goalHeld: true });
  });

  it("goes by what the openings join, not by colours", () => {
    const blue = { cells: { "1,1": { colour: "disconnected" as const } } };
    expect(terminal(hold(SOLVED, 3, blue)).outcome).toBe("pass");
    const green = { cells: { "2,2": { colour: "connected" as const } } };
    expect(terminal(hold(MIDDLE, 3, green)).outcome).toBe("fail");
  });

  it("accepts another arrangement that joins everything; open ends do not matter", () => {
    const [stored, other, neither] = ["╵", "╴", "╷"].map(
      (end) => `
        ┌ ┬ ┐
        ├ ${end} │
        ╵ · ╵`,
    );
    const state = stateFrom(`${neither}`, `${stored}`, 0);
    const outcomeOf = (board = ""): string =>
      pipeJudge.conclude(observe(hold(board, 2), 0), instanceFrom(state)).terminal.outcome;
    expect([stored, other, neither].map(outcomeOf)).toEqual(["pass", "pass", "fail"]);
  });

  it("fails while a piece is still turning: it joins nothing", () => {
    const film = [...validFilm().slice(0, 11), ...turn(MIDDLE, "2,2", QUARTER)];
    expect(terminal(film)).toMatchObject({
      ...{ outcome: "fail", scorable: true, goalEverReached: false },
      reason: "1_pieces_not_connected",
    });
    const near = [...validFilm(), { board: SOLVED, turned: { "2,2": 10 } }];
    expect(terminal(near).outcome).toBe("pass");
  });

  it("fails when a piece of the instance is gone, whatever the rest joins", () => {
    expect(terminal(hold(SOLVED, 3, { cells: { "2,2": gone } }))).toEqual({
      ...{ outcome: "fail", scorable: true, goalEverReached: false, goalHeld: false },
      reason: "pieces_missing",
    });
  });

  it("fails when a piece that does not belong there joins nothing", () => {
    const extra = { cells: { "1,2": { kind: "end" as const, angleDeg: 180 } } };
    expect(terminal(hold(SOLVED, 3, extra))).toMatchObject({
      ...{ outcome: "fail", reason: "1_pieces_not_connected" },
    });
  });

  it("is undetermined when the board was not found in the last frame", () => {
    expect(terminal([...validFilm(), ...hold(SOLVED, 2, { found: false })])).toEqual({
      ...{ outcome: "undetermined", scorable: false, goalEverReached: true, goalHeld: false },
      reason: "board_not_found_in_last_frame",
    });
    expect(terminal(hold(START, 3, { found: false }))).toMatchObject({
      ...{ outcome: "undetermined", scorable: false, goalEverReached: false },
    });
  });

  it("is undetermined when an unread cell could make the difference", () => {
    const film = [...validFilm(), { board: SOLVED, cells: { "2,1": unread } }];
    expect(terminal(film)).toEqual({
      ...{ outcome: "undetermined", scorable: false, goalEverReached: true, goalHeld: false },
      reason: "last_frame_degraded",
    });
  });

  it("fails in spite of an unread cell when what was read rules success out", () => {
    const cells = { "0,1": unread };
    expect(terminal([...validFilm(), { board: MIDDLE, cells }])).toMatchObject({
      ...{ outcome: "fail", scorable: true },
    });
  });

  it("needs no reading of a cell that is empty in the instance", () => {
    const film = [...validFilm(), { board: SOLVED, cells: { "1,2": { ...gone, ...unread } } }];
    expect(terminal(film).outcome).toBe("undetermined");
  });
});
