/** The decoded plan on literal observations: actions, their frames, legality, the goal. */
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
  turn,
  validFilm,
} from "../../../tests/helpers/pipe-boards.ts";
import { pipeJudge } from "./index.ts";

const plan = (film: readonly Moment[]) =>
  pipeJudge.conclude(observe(film, 0), instanceFrom(LITERAL)).plan;
const unread = { isRead: false } as const;

describe("the decoded plan", () => {
  it("is the actions in order, each at the frame in which it was complete", () => {
    expect(plan(validFilm())).toEqual({
      actions: [
        { x: 2, y: 0 },
        { x: 2, y: 2 },
      ],
      frames: [7, 14],
      legal: true,
      reachesGoal: true,
    });
  });

  it("follows the order of the clip, not that of the cells", () => {
    const film = [
      ...hold(START, 3),
      ...turn(START, "2,2", QUARTER),
      ...hold(START, 3, { turned: { "2,2": 90 } }),
      ...QUARTER.map((angleDeg) => ({ board: START, turned: { "2,2": 90, "2,0": angleDeg } })),
      ...hold(SOLVED, 3),
    ];
    expect(plan(film)).toMatchObject({
      actions: [
        { x: 2, y: 2 },
        { x: 2, y: 0 },
      ],
      legal: true,
      reachesGoal: true,
    });
  });

  it("is empty and legal for a clip in which nothing happens", () => {
    expect(plan(hold(START, 9))).toEqual({
      ...{ actions: [], frames: [], legal: true, reachesGoal: false },
    });
  });

  it("stops short of the goal with the clip", () => {
    expect(plan(validFilm().slice(0, 9))).toMatchObject({
      ...{ actions: [{ x: 2, y: 0 }], legal: true, reachesGoal: false },
    });
  });

  it("has as many actions as quarters were turned", () => {
    const film = [
      ...hold(START, 2),
      ...turn(START, "2,0", [45, 72, 108, 150, 180, 180]),
      ...turn(START, "2,0", [225, 270, 270]),
    ];
    expect(plan(film)).toMatchObject({
      actions: [
        { x: 2, y: 0 },
        { x: 2, y: 0 },
        { x: 2, y: 0 },
      ],
      frames: [6, 6, 9],
      legal: true,
    });
  });

  it("takes two moves between two frames apart: what was seen can be played", () => {
    expect(plan([...hold(START, 3), ...hold(SOLVED, 3)])).toMatchObject({
      actions: [
        { x: 2, y: 0 },
        { x: 2, y: 2 },
      ],
      frames: [3, 3],
      legal: true,
      reachesGoal: true,
    });
  });

  it("is not legal with a counter-clockwise turn, which no action gives", () => {
    const film = [...hold(START, 3), ...turn(START, "2,2", [-20, -45, -70, -90, -90])];
    expect(plan(film)).toEqual({ actions: [], frames: [], legal: false, reachesGoal: false });
  });

  it("is not legal when a straight piece turned backwards into its own openings", () => {
    const back = turn(START, "0,1", [-20, -50, -80, -90, -110, -140, -170]);
    expect(plan([...hold(START, 3), ...back, ...hold(START, 2)])).toEqual({
      ...{ actions: [], frames: [], legal: false, reachesGoal: false },
    });
  });

  it("is not legal when a piece became another one", () => {
    const tee = { cells: { "2,0": { kind: "tee" as const, angleDeg: 90 } } };
    expect(plan([...hold(START, 4), ...hold(START, 4, tee)])?.legal).toBe(false);
  });

  it("is not legal when the clip began with another board", () => {
    expect(plan(hold(SOLVED, 9))).toMatchObject({ actions: [], legal: false, reachesGoal: false });
  });

  it("is not legal past the goal: the rules refuse every action on a solved board", () => {
    const film = [
      ...validFilm(),
      ...turn(SOLVED, "1,1", QUARTER),
      ...hold(SOLVED, 3, { turned: { "1,1": 90 } }),
    ];
    expect(plan(film)).toMatchObject({
      actions: [
        { x: 2, y: 0 },
        { x: 2, y: 2 },
        { x: 1, y: 1 },
      ],
      frames: [7, 14, 22],
      legal: false,
      reachesGoal: true,
    });
  });

  it("is not legal past the goal though the piece comes back to where it was", () => {
    const rest = hold(SOLVED, 2, { turned: { "0,1": 90 } });
    const round = [
      ...turn(SOLVED, "0,1", QUARTER),
      ...rest,
      ...turn(SOLVED, "0,1", [105, 135, 165]),
    ];
    expect(plan([...validFilm(), ...round, ...hold(SOLVED, 2)])).toMatchObject({
      actions: [
        { x: 2, y: 0 },
        { x: 2, y: 2 },
        { x: 0, y: 1 },
        { x: 0, y: 1 },
      ],
      ...{ legal: false, reachesGoal: true },
    });
  });

  it("leaves out a move that is still under way in the last frame", () => {
    expect(plan(validFilm().slice(0, 13))).toMatchObject({
      ...{ actions: [{ x: 2, y: 0 }], frames: [7], legal: true },
    });
  });

  it("passes over cells that were not read in the last frame", () => {
    const film = [...validFilm(), { board: SOLVED, cells: { "0,1": unread } }];
    expect(plan(film)).toMatchObject({ legal: true, reachesGoal: true });
  });

  it("is null when the board was found nowhere, or not in the last frame", () => {
    expect(plan(hold(START, 5, { found: false }))).toBeNull();
    expect(plan([...validFilm(), { board: MIDDLE, found: false }])).toBeNull();
  });
});
