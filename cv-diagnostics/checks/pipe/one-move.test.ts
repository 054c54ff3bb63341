/** One piece at a time, on literal observations. */
import { describe, expect, it } from "vitest";
import {
  hold,
  instanceFrom,
  LITERAL,
  MIDDLE,
  type Moment,
  observe,
  SOLVED,
  START,
  turn,
  validFilm,
} from "../../../tests/helpers/pipe-boards.ts";
import { pipeJudge } from "./index.ts";

function oneMove(film: readonly Moment[]) {
  const { checks } = pipeJudge.conclude(observe(film, 0), instanceFrom(LITERAL));
  const found = checks.find((result) => result.name === "one_move_at_a_time");
  if (!found) throw new Error("expected the check one_move_at_a_time");
  return found;
}
const both = (angleDeg: number): Moment => ({
  board: START,
  turned: { "2,0": angleDeg, "2,2": angleDeg },
});
const unread = { isRead: false } as const;

describe("one_move_at_a_time", () => {
  it("passes a valid rollout", () => {
    expect(oneMove(validFilm())).toMatchObject({
      ...{ kind: "dynamic", outcome: "pass", violations: [], decided: 18, unread: 0 },
    });
  });

  it("passes moves that follow one another without a rest between", () => {
    const film = [
      ...hold(START, 3),
      ...turn(START, "2,0", [30, 60]),
      ...turn(MIDDLE, "2,2", [0, 30, 60]),
      ...hold(SOLVED, 3),
    ];
    expect(oneMove(film).outcome).toBe("pass");
  });

  it("fails two pieces in motion, over the frames in which both are", () => {
    const film = [...hold(START, 4), ...[20, 45, 70].map(both), ...hold(SOLVED, 4)];
    expect(oneMove(film)).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 4, toFrame: 6, where: "x=2,y=0 and x=2,y=2" },
          ...{ reason: "several_cells_in_motion", measured: 2, limit: 1 },
        },
      ],
    });
  });

  it("fails a move that begins before another one has ended", () => {
    const film = [
      ...hold(START, 4),
      ...turn(START, "2,0", [20, 40]),
      ...[60, 75].map((angleDeg) => ({
        board: START,
        turned: { "2,0": angleDeg, "2,2": angleDeg - 30 },
      })),
      ...turn(MIDDLE, "2,2", [60, 75]),
      ...hold(SOLVED, 4),
    ];
    expect(oneMove(film).violations).toMatchObject([
      { frame: 6, toFrame: 7, where: "x=2,y=0 and x=2,y=2", reason: "several_cells_in_motion" },
    ]);
  });

  it("fails two moves made between two neighbouring frames", () => {
    expect(oneMove([...hold(START, 4), ...hold(SOLVED, 4)])).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 3, toFrame: 4, where: "x=2,y=0 and x=2,y=2" },
          ...{ reason: "several_moves_between_frames", measured: 180, limit: 90 },
        },
      ],
    });
  });

  it("tells two moves between two frames from the motion that goes on after them", () => {
    const film = [...hold(START, 4), ...[70, 75].map(both), ...hold(SOLVED, 4)];
    expect(oneMove(film).violations).toMatchObject([
      { frame: 3, toFrame: 4, reason: "several_moves_between_frames", measured: 140 },
      { frame: 4, toFrame: 5, reason: "several_cells_in_motion" },
    ]);
  });

  it("passes one move made between two neighbouring frames", () => {
    expect(oneMove([...hold(START, 4), ...hold(MIDDLE, 4)]).outcome).toBe("pass");
  });

  it("leaves one piece that turns too far at once to the check of rotations", () => {
    expect(oneMove([...hold(START, 4), ...turn(START, "2,0", [180, 180])]).outcome).toBe("pass");
  });

  it("passes the end of one move and the beginning of the next between two frames", () => {
    const film = [
      ...hold(START, 3),
      ...turn(START, "2,0", [40]),
      ...turn(MIDDLE, "2,2", [60]),
      ...hold(SOLVED, 3),
    ];
    expect(oneMove(film).outcome).toBe("pass");
  });

  it("is undetermined when two pieces turned while the board could not be read", () => {
    const blind = (count: number) => [
      ...hold(START, 20),
      ...hold(START, count, { found: false }),
      ...hold(SOLVED, 20),
    ];
    expect(oneMove(blind(1))).toMatchObject({ outcome: "undetermined", violations: [] });
    expect(oneMove(blind(4)).outcome).toBe("undetermined");
  });

  it("passes a short unread stretch in which nothing or one piece turned", () => {
    const film = (after: string) => [
      ...hold(START, 20),
      ...hold(START, 2, { found: false }),
      ...hold(after, 20),
    ];
    expect(oneMove(film(START))).toMatchObject({ outcome: "pass", decided: 39, unread: 2 });
    expect(oneMove(film(MIDDLE)).outcome).toBe("pass");
  });

  it("is undetermined when more than a tenth of the frames were not sharp", () => {
    const film = [...hold(START, 20), ...hold(START, 3, { found: false }), ...hold(START, 4)];
    expect(oneMove(film)).toMatchObject({ outcome: "undetermined", decided: 23, unread: 3 });
  });

  it("sees pieces that cannot be read while they turn, in a frame that is sharp otherwise", () => {
    const blurred = hold(START, 3, { cells: { "2,0": unread, "2,2": unread } });
    expect(oneMove([...hold(START, 4), ...blurred, ...hold(SOLVED, 4)])).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 4, toFrame: 6, where: "x=2,y=0 and x=2,y=2" }],
    });
  });

  it("is not applicable to a clip of one frame, however often it was sampled", () => {
    expect(oneMove(hold(START, 1)).outcome).toBe("not_applicable");
    const [once] = observe(hold(START, 1), 0);
    const repeated = Array.from({ length: 41 }, () => once).filter((o) => o !== undefined);
    const { checks } = pipeJudge.conclude(repeated, instanceFrom(LITERAL));
    expect(checks.filter((check) => check.kind === "dynamic").map((c) => c.outcome)).toEqual(
      Array.from({ length: 4 }, () => "not_applicable"),
    );
  });
});
