/** The judge as a whole on literal observations, and what the shared path asks of it. */
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
import { isProcessValid } from "../../diagnose.ts";
import { PIPE_CHECKS, pipeJudge } from "./index.ts";

const conclude = (film: readonly Moment[]) =>
  pipeJudge.conclude(observe(film, 0), instanceFrom(LITERAL));

describe("conclude", () => {
  it("gives every check, in the order and of the kind of the catalogue", () => {
    const { checks } = conclude(validFilm());
    expect(checks.map(({ name, kind }) => ({ id: name, kind }))).toEqual(
      PIPE_CHECKS.map(({ id, kind }) => ({ id, kind })),
    );
    expect(PIPE_CHECKS.map((check) => check.id)).toEqual([
      "initial_state_match",
      "color_matches_connectivity",
      "source_identity",
      "cell_occupancy_consistency",
      "pipe_type_consistency",
      "rotation_num_angle_valid",
      "one_move_at_a_time",
    ]);
  });

  it("finds a valid rollout process-valid and successful", () => {
    const { checks, terminal, plan } = conclude(validFilm());
    expect(isProcessValid(checks)).toBe(true);
    expect(terminal.outcome).toBe("pass");
    expect(plan).toMatchObject({ legal: true, reachesGoal: true });
  });

  it("finds a still process-valid without success", () => {
    const { checks, terminal } = conclude(hold(START, 9));
    expect(isProcessValid(checks)).toBe(true);
    expect(terminal.outcome).toBe("fail");
  });

  it("finds a clip without a board neither valid nor broken", () => {
    const { checks, terminal, plan } = conclude(hold(START, 9, { found: false }));
    expect(checks.map((check) => check.outcome)).toEqual(checks.map(() => "undetermined"));
    expect(isProcessValid(checks)).toBe(false);
    expect(terminal.scorable).toBe(false);
    expect(plan).toBeNull();
  });

  const faults: readonly (readonly [string, string, readonly Moment[]])[] = [
    [
      "a retyped piece",
      "pipe_type_consistency",
      [...validFilm(), ...hold(SOLVED, 6, { cells: { "0,2": { kind: "bend", angleDeg: 0 } } })],
    ],
    [
      "a vanished piece",
      "cell_occupancy_consistency",
      [...validFilm(), ...hold(SOLVED, 6, { cells: { "0,2": { kind: "empty", colour: "none" } } })],
    ],
    [
      "a moved source",
      "source_identity",
      [
        ...validFilm(),
        ...hold(SOLVED, 6, { cells: { "0,0": { isSource: false }, "1,1": { isSource: true } } }),
      ],
    ],
    [
      "a wrong colour",
      "color_matches_connectivity",
      [
        ...validFilm(),
        ...hold(SOLVED, 6, { cells: { "1,1": { colour: "disconnected" } } }),
        ...hold(SOLVED, 6),
      ],
    ],
    [
      "a turn backwards",
      "rotation_num_angle_valid",
      [...hold(START, 3), ...turn(START, "2,0", [-20, -45, -70, -90, -90])],
    ],
    [
      "two turns at once",
      "one_move_at_a_time",
      [
        ...hold(START, 3),
        ...[15, 45, 75].map((a) => ({ board: START, turned: { "2,0": a, "2,2": a } })),
        ...hold(SOLVED, 3),
      ],
    ],
    ["another start", "initial_state_match", hold(MIDDLE, 9)],
  ];
  it.each(faults)("lets %s fail %s and nothing else", (_, name, film) => {
    const failed = conclude(film).checks.filter((check) => check.outcome === "fail");
    expect(failed.map((check) => check.name)).toEqual([name]);
  });
});

describe("isProcessValid", () => {
  const check = (outcome: "pass" | "fail" | "undetermined" | "not_applicable") => ({
    ...{ name: "some_check", kind: "static" as const, outcome, violations: [] },
    ...{ decided: 1, unread: 0 },
  });
  it("needs every applicable check to pass, and one to be applicable", () => {
    expect(isProcessValid([check("pass"), check("not_applicable")])).toBe(true);
    expect(isProcessValid([check("pass"), check("undetermined")])).toBe(false);
    expect(isProcessValid([check("pass"), check("fail")])).toBe(false);
    expect(isProcessValid([check("not_applicable")])).toBe(false);
    expect(isProcessValid([])).toBe(false);
  });
});

describe("needsFramesBetween", () => {
  const needs = (before: Moment, after: Moment): boolean => {
    const [a, b] = observe([before, after], 0);
    if (!a || !b) throw new Error("expected two observations");
    return pipeJudge.needsFramesBetween(a, b);
  };
  const turned = (degrees: Record<string, number>): Moment => ({ board: START, turned: degrees });

  it("is content with no change, and with one small turn", () => {
    expect(needs({ board: START }, { board: START })).toBe(false);
    expect(needs({ board: START }, turned({ "2,0": 40 }))).toBe(false);
    expect(needs(turned({ "2,0": 80 }), { board: MIDDLE })).toBe(false);
  });

  it.each([
    ["a turn of more than 45 degrees", { board: START }, turned({ "2,0": 50 })],
    ["two pieces that turned", { board: START }, turned({ "2,0": 20, "2,2": 20 })],
    [
      "a cell that was lost",
      { board: START },
      { board: START, cells: { "1,1": { isRead: false } } },
    ],
    [
      "a cell that came back",
      { board: START, cells: { "1,1": { isRead: false } } },
      { board: START },
    ],
    [
      "another piece",
      { board: START },
      { board: START, cells: { "1,1": { kind: "tee" as const } } },
    ],
    ["another source", { board: START }, { board: START, cells: { "1,1": { isSource: true } } }],
  ])("asks for the frames around %s", (_, before, after) => {
    expect(needs(before, after)).toBe(true);
  });

  it("has no use for them when the board was not found on one side", () => {
    expect(needs({ board: START, found: false }, { board: SOLVED })).toBe(false);
    expect(needs({ board: START }, { board: SOLVED, found: false })).toBe(false);
  });
});

describe("describeState", () => {
  it("is plain, rounded, and calls unread what was not read", () => {
    const moment = {
      board: START,
      cells: {
        "2,0": { angleDeg: 44.6, confidence: 0.87654 },
        "1,1": { isRead: false, confidence: 0.12 },
      },
    };
    const [observation] = observe([moment], 0);
    if (!observation?.state) throw new Error("expected a state");
    const described = pipeJudge.describeState(observation.state);
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    expect(described).toMatchObject({ gridSize: 3 });
    const { cells } = described as { readonly cells: readonly unknown[] };
    expect(cells).toHaveLength(9);
    expect(cells[2]).toEqual({
      ...{ kind: "bend", angleDeg: 45, colour: "disconnected", isSource: false, confidence: 0.877 },
    });
    expect(cells[4]).toMatchObject({ kind: "unread", confidence: 0.12 });
  });
});

describe("locate", () => {
  const GRID = { rows: 3, cols: 3 };
  it("is the middle of the cell that a violation names", () => {
    expect(pipeJudge.locate("x=2,y=1", GRID)).toEqual([2.5, 1.5]);
    expect(pipeJudge.locate("x=0,y=0 and x=1,y=1", GRID)).toEqual([0.5, 0.5]);
    expect(pipeJudge.locate("board", GRID)).toBeUndefined();
  });
});
