/** What must hold in single frames: a simple path in one piece between the pegs, on the right board. */
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

function check(name: string, film: readonly Moment[]) {
  const { checks } = strokeJudge.conclude(observe(film), instanceFrom(LITERAL));
  const found = checks.find((result) => result.name === name);
  if (!found) throw new Error(`expected a check ${name}`);
  return found;
}

describe.each(["path_validity", "start_end_validity", "path_continuity"])("%s", (name) => {
  it("passes a valid rollout", () => {
    expect(check(name, validFilm())).toMatchObject({
      ...{ kind: "static", outcome: "pass", violations: [], decided: 24, unread: 0 },
    });
  });

  it("passes a stroke that is taken back and drawn another way", () => {
    const film = [...hold("", 2), ...grow("", "URU"), ...retract("URU", 2), ...grow("U", "UR")];
    expect(check(name, film)).toMatchObject({ outcome: "pass", violations: [] });
  });

  it("counts sampled frames only", () => {
    const film = validFilm((frame) => ({ sampled: frame % 2 === 0 }));
    expect(check(name, film)).toMatchObject({ outcome: "pass", decided: 12, unread: 0 });
  });

  it("bears the board lost in a tenth of the frames, and no more", () => {
    expect(check(name, validFilm(during(1, 2, { found: false })))).toMatchObject({
      ...{ outcome: "pass", decided: 22, unread: 2 },
    });
    expect(check(name, validFilm(during(0, 2, { found: false })))).toMatchObject({
      ...{ outcome: "undetermined", decided: 21, unread: 3 },
    });
  });

  it("is not applicable without any frame", () => {
    expect(check(name, []).outcome).toBe("not_applicable");
  });
});

describe("path_validity", () => {
  const validity = (film: readonly Moment[]) => check("path_validity", film);
  /** The stroke rests at (1, 1) in frames 9 to 18. */
  const resting = (changes: (frame: number) => Omit<Moment, "moves">) =>
    [...hold("", 3), ...grow("", "UR"), ...hold("UR", 10)].map((moment, frame) => ({
      ...moment,
      ...changes(frame),
    }));

  it("fails a branch at the edge that came last, while it lasts", () => {
    const branch = { edges: { "0,1-0,2": "full" } } as const;
    expect(validity(resting(during(11, 15, branch)))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 11, toFrame: 15, where: "edge (0,1)-(0,2)" },
          reason: "branches_or_closes_a_cycle",
        },
      ],
    });
  });

  it("fails a second edge at the start", () => {
    const second = { edges: { "0,0-1,0": "full" } } as const;
    expect(validity(resting(during(11, 18, second))).violations).toMatchObject([
      { frame: 11, where: "edge (0,0)-(1,0)" },
    ]);
  });

  it("fails the edge that closes a cycle, when it is whole", () => {
    const film = [...hold("", 3), ...grow("", "UURDL"), ...hold("UURDL", 3)];
    expect(validity(film)).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 17, toFrame: 20, where: "edge (0,1)-(1,1)" },
          reason: "branches_or_closes_a_cycle",
        },
      ],
    });
  });

  it("does not fail what was read once", () => {
    const branch = { edges: { "0,1-0,2": "full" } } as const;
    expect(validity(resting(during(12, 12, branch))).outcome).toBe("pass");
  });

  it("fails a straight diagonal that lasts a quarter of a second, of either sense", () => {
    for (const corners of [0b0011, 0b1100]) {
      const diagonal = { corners: { "1,2": corners } };
      expect(validity(resting(during(10, 14, diagonal)))).toMatchObject({
        outcome: "fail",
        violations: [{ frame: 10, toFrame: 14, where: "cell (1,2)", reason: "straight_diagonal" }],
      });
      expect(validity(resting(during(10, 13, diagonal))).outcome).toBe("pass");
    }
  });

  it("dates a diagonal back to when its first corner was covered", () => {
    const film = resting((frame) => ({
      corners: { "0,0": frame < 9 ? 0 : frame < 12 ? 0b0001 : 0b0011 },
    }));
    expect(validity(film).violations).toMatchObject([{ frame: 9, toFrame: 18 }]);
  });

  it("does not fail covered corners that make no diagonal", () => {
    const corners = { corners: { "0,0": 0b0101, "1,1": 0b1001, "2,2": 0b1000 } };
    expect(validity(resting(during(9, 18, corners))).outcome).toBe("pass");
  });
});

describe("path_continuity", () => {
  const continuity = (film: readonly Moment[]) => check("path_continuity", film);

  it("fails a stroke that goes on beyond a missing edge, and names that edge", () => {
    const missing = { edges: { "1,1-2,1": "none" } } as const;
    expect(continuity(validFilm(during(9, 23, missing)))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 12, toFrame: 23, where: "edge (1,1)-(2,1)" },
          reason: "piece_not_connected",
        },
      ],
    });
  });

  it("fails a piece far from the stroke at the piece itself", () => {
    const far = { edges: { "2,2-3,2": "full" } } as const;
    const film = [...hold("", 3), ...grow("", "UR"), ...hold("UR", 10, far)];
    expect(continuity(film)).toMatchObject({
      outcome: "fail",
      violations: [
        { frame: 9, toFrame: 18, where: "edge (2,2)-(3,2)", reason: "piece_not_connected" },
      ],
    });
  });

  it.each(["gap", "island"] as const)("fails an edge read as %s for a quarter second", (cover) => {
    const hole = { edges: { "0,0-0,1": cover } } as const;
    const film = (last: number) => [
      ...hold("", 3),
      ...grow("", "U"),
      ...hold("U", 12).map((moment, k) => ({ ...moment, ...during(2, last, hole)(k) })),
    ];
    expect(continuity(film(6))).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 8, toFrame: 12, where: "edge (0,0)-(0,1)", reason: "hole_in_edge" }],
    });
    expect(continuity(film(5)).outcome).toBe("pass");
  });

  it("fails an edge that grows from the wrong end for long", () => {
    const wrong = { edges: { "0,1-1,1": "from-second" } } as const;
    const film = [...hold("", 3), ...grow("", "U"), ...hold("U", 6, wrong)];
    expect(continuity(film).violations).toMatchObject([
      { frame: 6, toFrame: 11, where: "edge (0,1)-(1,1)", reason: "piece_not_connected" },
    ]);
  });

  it("gives each place and reason once", () => {
    const missing = { edges: { "1,1-2,1": "none" } } as const;
    const film = validFilm((frame) => (frame < 9 || (frame > 17 && frame < 20) ? {} : missing));
    expect(continuity(film).violations).toHaveLength(1);
  });
});

describe("start_end_validity", () => {
  const pegs = (film: readonly Moment[]) => check("start_end_validity", film);

  it("fails a goal that moved: missing in its place, standing in another", () => {
    const moved = { vertices: { "3,3": "bare", "2,3": "goal" } } as const;
    const found = pegs(validFilm(during(5, 14, moved), "URR"));
    expect(found.outcome).toBe("fail");
    expect(found.violations).toEqual([
      {
        ...{ frame: 5, toFrame: 14, where: "goal", reason: "peg_in_another_place" },
        ...{ measured: "vertex (2,3)", limit: "no peg" },
      },
      {
        ...{ frame: 5, toFrame: 14, where: "goal", reason: "peg_missing" },
        ...{ measured: "no peg", limit: "vertex (3,3)" },
      },
    ]);
  });

  it("fails a missing start from the frame on in which it went", () => {
    const gone = { vertices: { "0,0": "stroke" } } as const;
    expect(pegs(validFilm(during(7, 23, gone))).violations).toMatchObject([
      { frame: 7, toFrame: 23, where: "start", reason: "peg_missing", measured: "no peg" },
    ]);
  });

  it("fails pegs of the wrong colour at both places", () => {
    const swapped = { vertices: { "0,0": "goal", "3,3": "start" } } as const;
    const { violations } = pegs(hold("", 6, swapped));
    expect(violations.map(({ where, measured }) => `${where}: ${measured}`)).toEqual([
      "start: vertex (0,0)",
      "goal: vertex (3,3)",
    ]);
  });

  it("does not fail a mark that was misread once", () => {
    expect(pegs(validFilm(during(9, 9, { vertices: { "3,3": "stroke" } }))).outcome).toBe("pass");
  });
});

describe("different_color_separation_valid", () => {
  const separation = (film: readonly Moment[]) => check("different_color_separation_valid", film);

  it("passes a stroke at the goal that separates the colours", () => {
    expect(separation(validFilm())).toMatchObject({
      ...{ kind: "static", outcome: "pass", violations: [], decided: 1, unread: 0 },
    });
  });

  it("fails one that does not, at each cell that shows it, in the last frame", () => {
    const found = separation(validFilm(undefined, BORDER));
    expect(found.outcome).toBe("fail");
    expect(found.violations).toEqual(
      ["(0,0)", "(2,0)", "(0,1)", "(1,2)", "(2,2)"].map((cell) => ({
        ...{ frame: 23, where: `cell ${cell}`, reason: "region_holds_two_colours" },
      })),
    );
  });

  it("judges by the instance's colours, whatever the patches became", () => {
    const changed = { cells: { "0,1": "blue", "1,2": "blue" } } as const;
    expect(separation(validFilm(during(8, 23, changed))).outcome).toBe("pass");
  });

  it("is not applicable to a stroke that is not at the goal in the end", () => {
    expect(separation(hold("", 5)).outcome).toBe("not_applicable");
    expect(separation([...validFilm(), ...retract(SOLUTION, 1)]).outcome).toBe("not_applicable");
  });

  it("is undetermined when the last frame has no board", () => {
    expect(separation([...validFilm(), ...hold(SOLUTION, 1, { found: false })])).toMatchObject({
      ...{ outcome: "undetermined", decided: 0, unread: 1 },
    });
  });
});

describe("initial_state_match", () => {
  const initial = (film: readonly Moment[]) => check("initial_state_match", film);

  it("passes the instance's board, whatever comes later", () => {
    const film = validFilm(during(1, 23, { cells: { "0,0": "red" } }));
    expect(initial(film)).toMatchObject({
      ...{ kind: "static", outcome: "pass", violations: [], decided: 33, unread: 0 },
    });
  });

  it("fails other patches in frame 0, at each of them", () => {
    const other = { cells: { "1,0": "cyan", "2,2": "empty" } } as const;
    expect(initial(validFilm(during(0, 0, other)))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 0, where: "cell (1,0)", reason: "differs_from_instance" },
          ...{ measured: "cyan", limit: "empty" },
        },
        { frame: 0, where: "cell (2,2)", measured: "empty", limit: "blue" },
      ],
    });
  });

  it("fails a stroke that is there from the first frame", () => {
    expect(initial(hold("UR", 4)).violations).toMatchObject([
      { frame: 0, where: "edge (0,1)-(1,1)", measured: "full", limit: "none" },
      { frame: 0, where: "edge (0,0)-(0,1)", measured: "full", limit: "none" },
    ]);
  });

  it("bears a few unread places in frame 0, and not many", () => {
    const unread = { cells: { "0,0": undefined }, edges: { "0,0-1,0": "unread" } } as const;
    expect(initial(validFilm(during(0, 0, unread)))).toMatchObject({
      ...{ outcome: "pass", decided: 31, unread: 2 },
    });
    const lost = { found: false };
    expect(initial(validFilm(during(0, 0, lost)))).toMatchObject({
      ...{ outcome: "undetermined", decided: 0, unread: 33 },
    });
  });
});
