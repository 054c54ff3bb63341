/** What must hold within a frame: the start, the colours, the source. Literal observations. */
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
import type { CellReading } from "../../grid/pipe/read-cell.ts";
import { pipeJudge } from "./index.ts";

function check(name: string, film: readonly Moment[]) {
  const { checks } = pipeJudge.conclude(observe(film, 0), instanceFrom(LITERAL));
  const found = checks.find((result) => result.name === name);
  if (!found) throw new Error(`expected a check ${name}`);
  return found;
}
const seen = (cells: Record<string, Partial<CellReading>>, board = START): Moment => ({
  board,
  cells,
});
const unread = { isRead: false } as const;

describe("initial_state_match", () => {
  const initial = (first: Moment) => check("initial_state_match", [first, ...validFilm().slice(1)]);

  it("passes when every cell is as in the instance", () => {
    expect(initial({ board: START })).toMatchObject({
      ...{ kind: "static", outcome: "pass", violations: [], decided: 9, unread: 0 },
    });
  });

  it("does not look at later frames", () => {
    expect(check("initial_state_match", [...hold(START, 1), ...hold(SOLVED, 9)]).outcome).toBe(
      "pass",
    );
  });

  it.each([
    ["wrong_piece", { kind: "tee", angleDeg: 90 }, "tee openings 14"],
    ["wrong_piece", { kind: "empty", colour: "none" }, "empty openings 0"],
    ["wrong_turn", { angleDeg: 180 }, "bend openings 12"],
    ["wrong_turn", { angleDeg: 45 }, "bend openings in mid-turn"],
    ["wrong_source", { isSource: true }, "bend openings 6"],
  ] as const)("fails with %s at its cell", (reason, reading, measured) => {
    expect(initial(seen({ "2,0": reading }))).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 0, where: "x=2,y=0", reason, measured, limit: "bend openings 6" }],
    });
  });

  it("fails where a piece stands in a cell that is empty, and names every wrong cell", () => {
    const { violations } = initial(
      seen({ "1,2": { kind: "end" }, "0,0": { isSource: false, angleDeg: 0 } }),
    );
    expect(violations.map((v) => [v.where, v.reason, v.limit])).toEqual([
      ["x=0,y=0", "wrong_turn", "bend openings 6"],
      ["x=1,y=2", "wrong_piece", "empty openings 0"],
    ]);
  });

  it("allows for errors of reading up to 12 degrees", () => {
    expect(initial(seen({ "2,0": { angleDeg: 101 } })).outcome).toBe("pass");
    expect(initial(seen({ "2,0": { angleDeg: 104 } })).outcome).toBe("fail");
  });

  it("is undetermined when a cell of nine was not read, or the board not found", () => {
    expect(initial(seen({ "2,0": unread }))).toMatchObject({
      ...{ outcome: "undetermined", decided: 8, unread: 1 },
    });
    expect(initial({ board: START, found: false }).outcome).toBe("undetermined");
  });
});

describe("color_matches_connectivity", () => {
  const colours = (film: readonly Moment[]) => check("color_matches_connectivity", film);
  /** The end at (1, 1), joined throughout, in blue; the film's frames `from` to `to`. */
  const blue = (from: number, to: number) =>
    validFilm().map((moment, frame) =>
      frame < from || frame > to
        ? moment
        : { ...moment, cells: { "1,1": { colour: "disconnected" as const } } },
    );

  it("passes a valid rollout, turning pieces included", () => {
    expect(colours(validFilm())).toMatchObject({
      ...{ kind: "static", outcome: "pass", decided: 19, unread: 0 },
    });
  });

  it("fails a joined piece that is blue for a quarter of a second", () => {
    expect(colours(blue(2, 8))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 2, toFrame: 6, where: "x=1,y=1", reason: "blue_but_connected" },
          ...{ measured: "disconnected", limit: "connected" },
        },
      ],
    });
  });

  it("fails a loose piece that is green", () => {
    const film = hold(START, 8, { cells: { "2,1": { colour: "connected" } } });
    expect(colours(film)).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 0, where: "x=2,y=1", reason: "green_but_not_connected" },
          ...{ measured: "connected", limit: "disconnected" },
        },
      ],
    });
  });

  it("reports a lasting fault once, and a second one again", () => {
    expect(colours(blue(1, 12)).violations).toHaveLength(1);
    const twice = validFilm().map((moment, frame) =>
      frame < 6 || (frame > 8 && frame < 15) ? (blue(0, 99)[frame] ?? moment) : moment,
    );
    expect(colours(twice).violations.map((v) => v.frame)).toEqual([0, 9]);
  });

  it("lets a colour follow its move by less than a quarter of a second", () => {
    // The move is complete in frame 7, which may still look as before it.
    const late = (from: number, to: number) =>
      validFilm().map((moment, frame) =>
        frame >= from && frame <= to
          ? { ...moment, cells: { "2,1": { colour: "disconnected" as const } } }
          : moment,
      );
    expect(colours(late(7, 11)).outcome).toBe("pass");
    expect(colours(late(7, 12))).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 8, toFrame: 12, where: "x=2,y=1", reason: "blue_but_connected" }],
    });
  });

  it("fails a wrong colour at the end of the clip that no move explains", () => {
    const end = (from: number) =>
      [...validFilm(), ...hold(SOLVED, 4)].map((moment, frame) =>
        frame < from
          ? moment
          : { ...moment, cells: { "1,1": { colour: "disconnected" as const } } },
      );
    expect(colours(end(21))).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 21, toFrame: 22, where: "x=1,y=1", reason: "blue_but_connected" }],
    });
    expect(colours([...end(21), ...hold(SOLVED, 1)]).outcome).toBe("pass");
  });

  it("fails a clip of one frame in the wrong colours", () => {
    const film = hold(START, 1, { cells: { "2,1": { colour: "connected" } } });
    expect(colours(film)).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 0, toFrame: 0, where: "x=2,y=1" }],
    });
  });

  it("lets a clip end before the colours have followed its last move", () => {
    const film = validFilm()
      .slice(0, 16)
      .map((moment, frame) =>
        frame >= 14 ? { ...moment, cells: { "2,2": { colour: "disconnected" as const } } } : moment,
      );
    expect(colours(film).outcome).toBe("pass");
  });

  it("does not judge mixed colours, nor the colour of an empty cell", () => {
    const film = hold(START, 9, {
      cells: { "2,1": { colour: "mixed" }, "1,2": { colour: "connected" } },
    });
    expect(colours(film).outcome).toBe("pass");
  });

  it("lets a turning piece count as before, as after or as open", () => {
    for (const colour of ["connected", "disconnected"] as const) {
      const film = [
        ...hold(START, 6),
        ...hold(START, 9, {
          turned: { "2,0": 45 },
          cells: { "2,0": { colour }, "2,1": { colour } },
        }),
        ...hold(MIDDLE, 6),
      ];
      expect(colours(film).outcome).toBe("pass");
    }
    const source = [
      ...hold(START, 6),
      ...hold(START, 9, { turned: { "2,0": 45 }, cells: { "0,1": { colour: "disconnected" } } }),
      ...hold(MIDDLE, 6),
    ];
    expect(colours(source).violations.map((v) => v.where)).toEqual(["x=0,y=1"]);
  });

  it("is undetermined when four pieces are unread or in motion for more than a tenth", () => {
    const hidden = { "0,1": unread, "1,1": unread, "2,1": unread, "0,2": unread };
    const film = [...hold(START, 6), ...hold(START, 3, { cells: hidden }), ...hold(START, 6)];
    expect(colours(film)).toMatchObject({ outcome: "undetermined", decided: 12, unread: 3 });
    expect(colours(hold(START, 5, { found: false })).outcome).toBe("undetermined");
  });
});

describe("source_identity", () => {
  const source = (film: readonly Moment[]) => check("source_identity", film);
  const during = (from: number, to: number, cells: Moment["cells"]) =>
    validFilm().map((moment, frame) =>
      frame < from || frame > to ? moment : { ...moment, cells: cells ?? {} },
    );

  it("passes while the hub stays in its cell", () => {
    expect(source(validFilm())).toMatchObject({
      ...{ kind: "static", outcome: "pass", decided: 19, unread: 0 },
    });
  });

  it("fails when the hub is missing, from the first to the last frame without it", () => {
    expect(source(during(8, 12, { "0,0": { isSource: false } }))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 8, toFrame: 12, where: "x=0,y=0", reason: "source_missing" },
          ...{ measured: "no source hub", limit: "x=0,y=0" },
        },
      ],
    });
  });

  it("fails when a hub stands in another cell", () => {
    expect(source(during(5, 18, { "2,1": { isSource: true } }))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 5, toFrame: 18, where: "x=2,y=1", reason: "source_in_another_cell" },
          ...{ measured: "source hub", limit: "x=0,y=0" },
        },
      ],
    });
  });

  it("names both cells when the hub has moved", () => {
    const moved = during(9, 18, { "0,0": { isSource: false }, "2,2": { isSource: true } });
    expect(source(moved).violations.map((v) => [v.frame, v.where])).toEqual([
      [9, "x=0,y=0"],
      [9, "x=2,y=2"],
    ]);
  });

  it("lets a hub misread once pass within the clip, and not in its last frame", () => {
    expect(source(during(9, 9, { "0,0": { isSource: false } })).outcome).toBe("pass");
    expect(source(during(18, 18, { "0,0": { isSource: false } }))).toMatchObject({
      violations: [{ frame: 18, toFrame: 18, reason: "source_missing" }],
    });
  });

  it("is undetermined when the source was unread for more than a tenth", () => {
    expect(source(during(8, 9, { "0,0": unread }))).toMatchObject({
      ...{ outcome: "undetermined", decided: 17, unread: 2 },
    });
    expect(source(during(8, 8, { "0,0": unread }))).toMatchObject({
      ...{ outcome: "pass", decided: 18, unread: 1 },
    });
  });

  it("judges a source that turns", () => {
    const film = [
      ...hold(START, 3),
      ...turn(START, "0,0", [20, 45, 70]),
      ...turn(START, "0,0", [90]),
    ];
    expect(source(film).outcome).toBe("pass");
  });
});
