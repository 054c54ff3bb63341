/** What must hold between frames: patches stay, the stroke changes at its head, an edge at a time. */
import { describe, expect, it } from "vitest";
import {
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

describe.each([
  "grid_cell_temporal_consistency",
  "path_temporal_consistency",
  "one_move_at_a_time",
])("%s", (name) => {
  it("passes a valid rollout", () => {
    expect(check(name, validFilm())).toMatchObject({
      ...{ kind: "dynamic", outcome: "pass", violations: [], decided: 23, unread: 0 },
    });
  });

  it("passes a stroke that is taken back and drawn another way", () => {
    const film = [...hold("", 2), ...grow("", "URU"), ...retract("URU", 3), ...grow("", "RU")];
    expect(check(name, film)).toMatchObject({ outcome: "pass", violations: [] });
  });

  it("passes moves without a rest in between, at a frame each", () => {
    const film = ["", "U", "UR", "URR", "URRU", "URRUU", SOLUTION].map((moves) => ({ moves }));
    expect(check(name, film)).toMatchObject({ outcome: "pass", violations: [] });
  });

  it("is undetermined when the board was lost for more than a tenth", () => {
    const lost = { found: false };
    expect(check(name, [...hold("", 5), ...hold("", 3, lost), ...hold("", 5)])).toMatchObject({
      ...{ outcome: "undetermined", decided: 8, unread: 4 },
    });
    expect(check(name, hold("", 4, lost))).toMatchObject({
      ...{ outcome: "undetermined", decided: 0, unread: 3 },
    });
  });

  it("is not applicable to a clip of one frame", () => {
    expect(check(name, hold("", 1)).outcome).toBe("not_applicable");
  });
});

describe("grid_cell_temporal_consistency", () => {
  const cells = (film: readonly Moment[]) => check("grid_cell_temporal_consistency", film);
  const changed = (from: number, to: number, cells: Moment["cells"] = {}) =>
    validFilm(during(from, to, { cells }));

  it.each([
    ["patch_vanished", "0,1", "empty", "red"],
    ["patch_appeared", "1,0", "green", "empty"],
    ["became_cyan", "2,2", "cyan", "blue"],
  ] as const)("fails a patch: %s", (reason, place, measured, limit) => {
    expect(cells(changed(6, 23, { [place]: measured }))).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 6, toFrame: 23, where: `cell (${place})`, reason, measured, limit }],
    });
  });

  it("fails a patch that moved at both places", () => {
    const { violations } = cells(changed(8, 23, { "0,1": "empty", "1,1": "red" }));
    expect(violations.map(({ where, reason }) => `${where} ${reason}`).sort()).toEqual([
      "cell (0,1) patch_vanished",
      "cell (1,1) patch_appeared",
    ]);
  });

  it("fails a patch that comes back, once", () => {
    expect(cells(changed(6, 9, { "0,1": "empty" })).violations).toMatchObject([
      { frame: 6, toFrame: 9, where: "cell (0,1)", reason: "patch_vanished" },
    ]);
  });

  it("does not fail a patch that was misread once", () => {
    expect(cells(changed(9, 9, { "0,1": "empty" })).outcome).toBe("pass");
  });

  it("is undetermined when a patch was unread for more than a tenth", () => {
    expect(cells(changed(8, 8, { "0,1": undefined })).outcome).toBe("pass");
    expect(cells(changed(8, 10, { "0,1": undefined }))).toMatchObject({
      ...{ outcome: "undetermined", decided: 19, unread: 4, violations: [] },
    });
  });
});

describe("path_temporal_consistency", () => {
  const growth = (film: readonly Moment[]) => check("path_temporal_consistency", film);
  const atRest = (changes: (frame: number) => Omit<Moment, "moves">) =>
    [...hold("", 3), ...grow("", "URR"), ...hold("URR", 8)].map((moment, frame) => ({
      ...moment,
      ...changes(frame),
    }));

  it("fails an edge that appears away from the head", () => {
    expect(growth(atRest(during(14, 19, { edges: { "2,2-3,2": "full" } })))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 14, toFrame: 14, where: "edge (2,2)-(3,2)" },
          reason: "appeared_away_from_head",
        },
      ],
    });
  });

  it("dates such an edge back to where it began to show", () => {
    const film = atRest((frame) =>
      frame < 13 ? {} : { edges: { "2,2-3,2": frame < 15 ? "from-first" : "full" } },
    );
    expect(growth(film).violations).toMatchObject([{ frame: 13, toFrame: 15 }]);
  });

  it("fails an edge in the middle that vanishes", () => {
    expect(growth(atRest(during(14, 19, { edges: { "0,1-1,1": "none" } })))).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 14, where: "edge (0,1)-(1,1)", reason: "vanished_away_from_head" }],
    });
  });

  it("fails the first edge when the stroke is taken off at its start", () => {
    expect(
      growth(atRest(during(14, 19, { edges: { "0,0-0,1": "none" } }))).violations,
    ).toMatchObject([{ frame: 14, where: "edge (0,0)-(0,1)", reason: "vanished_away_from_head" }]);
  });

  it("fails a stroke that is replaced by another one", () => {
    const film = [...hold("", 3), ...grow("", "UU"), ...hold("UU", 3), ...hold("RRU", 6)];
    const { outcome } = growth(film);
    // Taken off whole and drawn anew from the start: legal growth, but not one edge at a time.
    expect(outcome).toBe("pass");
    expect(check("one_move_at_a_time", film).outcome).toBe("fail");
  });

  it("does not fail an edge that was misread once", () => {
    expect(growth(atRest(during(14, 14, { edges: { "2,2-3,2": "full" } }))).outcome).toBe("pass");
    expect(growth(atRest(during(14, 14, { edges: { "0,1-1,1": "none" } }))).outcome).toBe("pass");
  });

  it("is undetermined when an edge was unread for more than a tenth", () => {
    const film = validFilm(during(12, 14, { edges: { "2,0-3,0": "unread" } }));
    expect(growth(film)).toMatchObject({ outcome: "undetermined", decided: 19, unread: 4 });
  });
});

describe("one_move_at_a_time", () => {
  const oneMove = (film: readonly Moment[]) => check("one_move_at_a_time", film);

  it("fails two edges between two frames, naming both", () => {
    expect(oneMove([...hold("U", 3), ...hold("URR", 3)])).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 2, toFrame: 3, where: "edge (0,1)-(1,1) and edge (1,1)-(2,1)" },
          ...{ reason: "several_edges_between_frames", measured: 2, limit: 1 },
        },
      ],
    });
  });

  it("fails a whole solution at once, naming four of its edges", () => {
    const [violation] = oneMove([...hold("", 3), ...hold(SOLUTION, 3)]).violations;
    expect(violation).toMatchObject({ frame: 2, toFrame: 3, measured: 6 });
    expect(String(violation?.where).split(" and ")).toHaveLength(4);
  });

  it("fails edges taken off together", () => {
    expect(oneMove([...hold("URR", 3), ...hold("U", 3)]).violations).toMatchObject([
      { frame: 2, toFrame: 3, measured: 2 },
    ]);
  });

  it("lets an end pass a vertex between two frames", () => {
    const film = [
      ...hold("U", 3),
      { moves: "UR", share: 0.6 },
      { moves: "URR", share: 0.3 },
      ...hold("URR", 3),
    ];
    expect(oneMove(film)).toMatchObject({ outcome: "pass", violations: [] });
  });

  it("fails two edges that come up together while the patches are plain to see", () => {
    const fading = { edges: { "0,1-1,1": "unread", "1,1-2,1": "unread" } } as const;
    expect(oneMove([...hold("U", 5), ...hold("U", 2, fading), ...hold("URR", 5)])).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 5, where: "edge (0,1)-(1,1) and edge (1,1)-(2,1)" },
          ...{ reason: "several_edges_in_motion", measured: 2 },
        },
        { frame: 6, reason: "several_edges_in_motion" },
      ],
    });
  });

  it("is undetermined when several edges came while the board was lost", () => {
    const film = [...hold("U", 12), ...hold("U", 1, { found: false }), ...hold("URR", 12)];
    expect(oneMove(film)).toMatchObject({ outcome: "undetermined", violations: [] });
  });

  it("passes one edge that came while the board was lost", () => {
    const film = [...hold("U", 12), ...hold("U", 1, { found: false }), ...hold("UR", 12)];
    expect(oneMove(film)).toMatchObject({ outcome: "pass", violations: [] });
  });
});
