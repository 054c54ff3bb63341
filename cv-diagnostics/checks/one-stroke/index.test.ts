/** The judge as a whole on literal observations, and what the shared path asks of it. */
import { describe, expect, it } from "vitest";
import {
  during,
  hold,
  instanceFrom,
  LITERAL,
  type Moment,
  observe,
  SOLUTION,
  stateOf,
  validFilm,
} from "../../../tests/helpers/stroke-boards.ts";
import { isProcessValid } from "../../diagnose.ts";
import { STROKE_CHECKS, strokeJudge } from "./index.ts";

const conclude = (film: readonly Moment[]) =>
  strokeJudge.conclude(observe(film), instanceFrom(LITERAL));

describe("conclude", () => {
  it("gives every check, in the order and of the kind of the catalogue", () => {
    const { checks } = conclude(validFilm());
    expect(checks.map(({ name, kind }) => ({ id: name, kind }))).toEqual(
      STROKE_CHECKS.map(({ id, kind }) => ({ id, kind })),
    );
    expect(new Set(STROKE_CHECKS.map(({ id }) => id)).size).toBe(8);
  });

  it("finds a valid rollout process-valid and successful", () => {
    const { checks, terminal, plan } = conclude(validFilm());
    expect(isProcessValid(checks)).toBe(true);
    expect(terminal.outcome).toBe("pass");
    expect(plan).toMatchObject({ legal: true, reachesGoal: true });
  });

  it("finds a still process-valid without success, its separation not applicable", () => {
    const { checks, terminal } = conclude(hold("", 9));
    expect(isProcessValid(checks)).toBe(true);
    expect(checks.filter(({ outcome }) => outcome === "not_applicable")).toMatchObject([
      { name: "different_color_separation_valid" },
    ]);
    expect(terminal.outcome).toBe("fail");
  });

  it("finds a clip without a board neither valid nor broken", () => {
    const { checks, terminal, plan } = conclude(hold("", 9, { found: false }));
    expect(checks.map(({ outcome }) => outcome)).toEqual(checks.map(() => "undetermined"));
    expect(isProcessValid(checks)).toBe(false);
    expect(terminal.scorable).toBe(false);
    expect(plan).toBeNull();
  });

  const atRest = [...validFilm(), ...hold(SOLUTION, 8)];
  const late = (changes: Omit<Moment, "moves">) =>
    atRest.map((moment, frame) => ({ ...moment, ...during(24, 29, changes)(frame) }));
  it.each([
    ["a diagonal", "path_validity", late({ corners: { "1,0": 0b0011 } })],
    ["a hole", "path_continuity", late({ edges: { "0,0-0,1": "gap" } })],
    ["a peg in another place", "start_end_validity", late({ vertices: { "3,0": "goal" } })],
    ["another colour", "grid_cell_temporal_consistency", late({ cells: { "0,1": "cyan" } })],
  ] as const)("lets %s fail its check", (_, name, film) => {
    const failed = conclude(film).checks.filter(({ outcome }) => outcome === "fail");
    expect(failed.map((check) => check.name)).toContain(name);
    const others = failed.map((check) => check.name).filter((other) => other !== name);
    // A hole is a change of the drawn edges as well.
    const mayFail = name === "path_continuity" ? ["path_temporal_consistency"] : [];
    expect(others.filter((other) => !mayFail.includes(other))).toEqual([]);
  });
});

describe("needsFramesBetween", () => {
  const needs = (before: Moment, after: Moment): boolean | undefined => {
    const [a, b] = observe([before, after]);
    return a && b && strokeJudge.needsFramesBetween(a, b);
  };
  const plain: Moment = { moves: "UR" };

  it.each([
    ["nothing changed", plain],
    ["one edge grew", { moves: "URR" }],
    ["one edge grew in part", { moves: "URR", share: 0.4 }],
    ["one edge was taken off", { moves: "U" }],
    ["the board was lost", { moves: "UR", found: false }],
  ] satisfies readonly (readonly [string, Moment])[])("not when %s", (_, after) => {
    expect(needs(plain, after)).toBe(false);
  });

  it.each([
    ["two edges grew", { moves: "URRU" }],
    ["edges changed in two places", { moves: "U", edges: { "2,2-3,2": "from-first" } }],
    ["a patch changed", { moves: "UR", cells: { "0,0": "red" } }],
    ["a peg moved", { moves: "UR", vertices: { "3,3": "bare" } }],
    ["a corner was covered", { moves: "UR", corners: { "1,1": 1 } }],
    ["an edge became unread", { moves: "UR", edges: { "2,2-3,2": "unread" } }],
  ] satisfies readonly (readonly [string, Moment])[])("when %s", (_, after) => {
    expect(needs(plain, after)).toBe(true);
  });
});

describe("describeState", () => {
  it("is plain JSON: cells, edges with shares, pegs, diagonals", () => {
    const state = stateOf({
      ...{ moves: "UR", share: 1 / 3, cells: { "0,0": undefined }, corners: { "1,1": 0b1100 } },
    });
    const described = strokeJudge.describeState(state);
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    expect(described).toMatchObject({
      cells: ["unread", "empty", "blue", "red", "empty", "empty", "empty", "red", "blue"],
      marks: [
        { vertex: 0, mark: "start" },
        { vertex: 15, mark: "goal" },
      ],
      diagonals: [4],
    });
    const { edges } = described as { readonly edges: readonly unknown[] };
    expect(edges.filter((edge) => edge !== "none")).toEqual([
      { cover: "from-first", share: 0.333 },
      "full",
    ]);
  });
});

describe("locate", () => {
  it.each([
    ["edge (0,1)-(1,1)", [0.5, 2]],
    ["edge (2,1)-(2,2)", [2, 1.5]],
    ["cell (0,2)", [0.5, 0.5]],
    ["vertex (3,0)", [3, 3]],
    ["start", [0, 3]],
    ["goal", [3, 0]],
  ] as const)("finds %s in board units, y down", (where, place) => {
    expect(strokeJudge.locate(where, { rows: 3, cols: 3 })).toEqual(place);
  });

  it("takes anything else for the whole board", () => {
    expect(strokeJudge.locate("board", { rows: 3, cols: 3 })).toBeUndefined();
  });
});
