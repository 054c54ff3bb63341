/** One cell through time, on literal readings. */
import { describe, expect, it } from "vitest";
import {
  hold,
  MIDDLE,
  type Moment,
  observe,
  START,
  turn,
  validFilm,
} from "../../../tests/helpers/pipe-boards.ts";
import type { CellReading } from "../../grid/pipe/read-cell.ts";
import { motionsOf, restMask, trackCells, turnOver } from "./tracks.ts";

/** Tracks of a film on the literal board. */
const tracksOf = (film: readonly Moment[]) => trackCells(observe(film, 0));
/** Column 2 of row 0, the piece that moves first. */
const CORNER = 2;
const motions = (film: readonly Moment[]) => tracksOf(film).flatMap(motionsOf);

describe("trackCells", () => {
  it("has one track a cell and one reading an observation", () => {
    const tracks = tracksOf(validFilm());
    expect(tracks.map((track) => track.cell)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(tracks.every((track) => track.readings.length === 19)).toBe(true);
    expect(tracks[7]?.readings[3]?.kind).toBe("empty");
  });

  it("has nothing where the board was not found or the cell not read", () => {
    const unread = { board: START, cells: { "2,0": { isRead: false } } };
    const tracks = tracksOf(validFilm({ 1: { board: START, found: false }, 3: unread }));
    expect(tracks[0]?.readings.map((r) => r !== undefined).slice(0, 4)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(tracks[CORNER]?.readings[3]).toBeUndefined();
  });

  it("is empty when the board was found nowhere", () => {
    expect(tracksOf(hold(START, 3, { found: false }))).toEqual([]);
  });

  const spikes: readonly (readonly [string, Partial<CellReading>])[] = [
    ["kind", { kind: "tee" }],
    ["emptiness", { kind: "empty", colour: "none" }],
    ["hub", { isSource: true }],
    ["angle", { angleDeg: 0 }],
  ];
  it.each(spikes)("drops a %s seen once between two alike", (_, wrong) => {
    const moment = { board: START, cells: { "2,0": wrong } };
    const once = tracksOf(validFilm({ 2: moment }))[CORNER]?.readings ?? [];
    expect(once.slice(0, 4).map((r) => r?.kind)).toEqual(["bend", "bend", undefined, "bend"]);
  });

  it.each(spikes)("keeps a %s seen twice, or at either end", (_, wrong) => {
    const moment = { board: START, cells: { "2,0": wrong } };
    const film = [moment, ...hold(START, 3), moment, moment, ...hold(START, 3), moment];
    const readings = tracksOf(film)[CORNER]?.readings ?? [];
    for (const at of [0, 4, 5, 9]) expect(readings[at]).toMatchObject(wrong);
    expect(readings).not.toContain(undefined);
  });

  it("keeps a colour that differs for one observation: colours are judged by their duration", () => {
    const wrong = { board: START, cells: { "2,0": { colour: "connected" as const } } };
    expect(tracksOf(validFilm({ 2: wrong }))[CORNER]?.readings[2]?.colour).toBe("connected");
  });

  it("does not take a piece in motion for a spike", () => {
    const readings = tracksOf(validFilm())[CORNER]?.readings ?? [];
    expect(readings).not.toContain(undefined);
  });

  it("reads nothing into a flicker: of readings that alternate only the ends stay", () => {
    const tee = { board: START, cells: { "2,0": { kind: "tee" as const } } };
    const bend = { board: START };
    const readings = tracksOf([bend, tee, bend, tee, bend])[CORNER]?.readings ?? [];
    expect(readings.map((r) => r?.kind)).toEqual(["bend", undefined, undefined, undefined, "bend"]);
  });
});

describe("restMask", () => {
  const at = (angleDeg: number, rest: Partial<CellReading> = {}) =>
    restMask(
      observe([{ board: START, cells: { "2,0": { angleDeg, ...rest } } }], 0)[0]?.state?.cells[
        CORNER
      ],
    );
  it("holds within 12 degrees of a quarter turn, and not beyond", () => {
    expect([at(90), at(101), at(79), at(359)]).toEqual([6, 6, 6, 3]);
    expect([at(103), at(77), at(45)]).toEqual([undefined, undefined, undefined]);
  });
  it("has no mask for a cell that was not read, and 0 for an empty one", () => {
    expect(at(90, { isRead: false })).toBeUndefined();
    expect(restMask(undefined)).toBeUndefined();
    expect(at(37, { kind: "empty" })).toBe(0);
  });
});

describe("motionsOf", () => {
  it("runs from the last rest before to the first rest after", () => {
    expect(motions(validFilm())).toEqual([
      { cell: 2, from: 3, to: 7, turnDeg: 90 },
      { cell: 8, from: 10, to: 14, turnDeg: 90 },
    ]);
  });

  it("sees none in a piece that leaves its rest and comes back", () => {
    expect(
      motions([...hold(START, 2), ...turn(START, "2,0", [20, 30, 20]), ...hold(START, 2)]),
    ).toEqual([]);
  });

  it("sees a turn whose middle was not read, or not shown", () => {
    const unread = hold(START, 3, { cells: { "2,0": { isRead: false } } });
    expect(motions([...hold(START, 2), ...unread, ...hold(MIDDLE, 2)])).toEqual([
      { cell: 2, from: 1, to: 5, turnDeg: 90 },
    ]);
    expect(motions([...hold(START, 2), ...hold(MIDDLE, 2)])).toEqual([
      { cell: 2, from: 1, to: 2, turnDeg: 90 },
    ]);
  });

  it("counts backward turns as negative", () => {
    const back = turn(MIDDLE, "2,0", [-15, -45, -75]);
    expect(motions([...hold(MIDDLE, 2), ...back, ...hold(START, 2)])).toEqual([
      { cell: 2, from: 1, to: 5, turnDeg: -90 },
    ]);
  });

  it("splits a half turn at the rest in its middle, and not when it passes through", () => {
    const degs = (step: number) => Array.from({ length: 180 / step - 1 }, (_, k) => (k + 1) * step);
    const half = turn(START, "2,0", degs(15));
    const after = turn(START, "2,0", [180, 180]);
    expect(motions([...hold(START, 2), ...half, ...after]).map((m) => m.turnDeg)).toEqual([90, 90]);
    const fast = turn(START, "2,0", [45, 72, 108, 150]);
    expect(motions([...hold(START, 2), ...fast, ...after]).map((m) => m.turnDeg)).toEqual([180]);
  });

  it("has no turn for a piece that became another one", () => {
    const tee = { board: START, cells: { "2,0": { kind: "tee" as const, angleDeg: 0 } } };
    const [motion] = motions([...hold(START, 2), tee, tee]);
    expect(motion).toMatchObject({ cell: 2, from: 1, to: 2 });
    expect(motion?.turnDeg).toBeNaN();
  });
});

describe("turnOver", () => {
  it("adds small turns up past the period of the piece", () => {
    const film = turn(START, "0,1", [0, 40, 80, 120, 160, 200]);
    const track = tracksOf(film)[3];
    expect(track && turnOver(track, 0, 5)).toBe(200);
    expect(track && turnOver(track, 1, 3)).toBe(80);
  });

  it.each([-3, 0, 3])(
    "takes a straight piece that snaps by a quarter for clockwise, read %d degrees off",
    (offDeg) => {
      const film = [...hold(START, 2), ...turn(START, "0,1", [90 + offDeg, 90 + offDeg])];
      const track = tracksOf(film)[3];
      expect(track && turnOver(track, 0, 3)).toBe(90 + offDeg);
    },
  );
});
