/** What must hold between frames: pieces stay, keep their kind, turn clockwise by quarters. */
import { describe, expect, it } from "vitest";
import {
  hold,
  instanceFrom,
  LITERAL,
  MIDDLE,
  type Moment,
  observe,
  QUARTER,
  START,
  turn,
  validFilm,
} from "../../../tests/helpers/pipe-boards.ts";
import type { CellReading } from "../../grid/pipe/read-cell.ts";
import { pipeJudge } from "./index.ts";

function check(name: string, film: readonly Moment[], fps = 16) {
  const { checks } = pipeJudge.conclude(observe(film, 0, fps), instanceFrom(LITERAL));
  const found = checks.find((result) => result.name === name);
  if (!found) throw new Error(`expected a check ${name}`);
  return found;
}

/** The valid film with some cells read otherwise in frames `from` to `to`. */
const during = (from: number, to: number, cells: Record<string, Partial<CellReading>>) =>
  validFilm().map((moment, frame) => (frame < from || frame > to ? moment : { ...moment, cells }));
const gone: Partial<CellReading> = { kind: "empty", angleDeg: 0, colour: "none" };
const unread = { isRead: false } as const;
const LASTING = ["cell_occupancy_consistency", "pipe_type_consistency"] as const;

describe.each([...LASTING, "rotation_num_angle_valid"])("%s", (name) => {
  it("passes a valid rollout", () => {
    expect(check(name, validFilm())).toMatchObject({
      ...{ kind: "dynamic", outcome: "pass", violations: [], decided: 18, unread: 0 },
    });
  });

  it("lets one frame with an unread cell pass", () => {
    expect(check(name, during(9, 9, { "0,1": unread }))).toMatchObject({
      ...{ outcome: "pass", decided: 18, unread: 0 },
    });
  });

  it("is undetermined when a cell was unread for more than a tenth", () => {
    expect(check(name, during(8, 10, { "0,1": unread }))).toMatchObject({
      ...{ outcome: "undetermined", decided: 14, unread: 4 },
    });
  });

  it("is undetermined when the board was never found", () => {
    expect(check(name, hold(START, 4, { found: false }))).toMatchObject({
      ...{ outcome: "undetermined", decided: 0, unread: 3 },
    });
  });

  it("is not applicable to a clip of one frame", () => {
    expect(check(name, hold(START, 1)).outcome).toBe("not_applicable");
  });
});

describe("cell_occupancy_consistency", () => {
  const occupancy = (film: readonly Moment[]) => check("cell_occupancy_consistency", film);

  it("fails when a piece vanishes, from its first to its last frame away", () => {
    expect(occupancy(during(5, 18, { "0,2": gone }))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 5, toFrame: 18, where: "x=0,y=2", reason: "piece_vanished" },
          ...{ measured: "false", limit: "true" },
        },
      ],
    });
  });

  it("fails when a piece appears in an empty cell", () => {
    expect(occupancy(during(8, 12, { "1,2": { kind: "end", angleDeg: 90 } }))).toMatchObject({
      outcome: "fail",
      violations: [{ frame: 8, toFrame: 12, where: "x=1,y=2", reason: "piece_appeared" }],
    });
  });

  it("does not fail when a piece becomes another one, or was misread once", () => {
    expect(occupancy(during(5, 18, { "0,2": { kind: "straight" } })).outcome).toBe("pass");
    expect(occupancy(during(9, 9, { "0,2": gone })).outcome).toBe("pass");
  });

  it("lists faults in the order of time", () => {
    const film = during(5, 18, { "2,2": gone }).map((moment, frame) =>
      frame < 3
        ? moment
        : { ...moment, cells: { ...moment.cells, "1,2": { kind: "end" as const } } },
    );
    expect(occupancy(film).violations.map((v) => [v.frame, v.where])).toEqual([
      [3, "x=1,y=2"],
      [5, "x=2,y=2"],
    ]);
  });
});

describe("pipe_type_consistency", () => {
  const types = (film: readonly Moment[]) => check("pipe_type_consistency", film);

  it("fails when a piece becomes another one", () => {
    expect(types(during(6, 18, { "0,1": { kind: "bend", angleDeg: 0 } }))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 6, toFrame: 18, where: "x=0,y=1", reason: "became_bend" },
          ...{ measured: "bend", limit: "straight" },
        },
      ],
    });
  });

  it("leaves pieces that vanish and appear to the check of occupancy", () => {
    expect(types(during(5, 18, { "0,2": gone })).outcome).toBe("pass");
    expect(types(during(5, 18, { "1,2": { kind: "end" } })).outcome).toBe("pass");
  });

  it("compares with the kind before when a piece has been away", () => {
    const film = [
      ...hold(START, 4),
      ...hold(START, 3, { cells: { "0,2": gone } }),
      ...hold(START, 4, { cells: { "0,2": { kind: "tee" } } }),
    ];
    expect(types(film).violations).toMatchObject([
      { frame: 7, toFrame: 10, where: "x=0,y=2", reason: "became_tee", limit: "end" },
    ]);
  });
});

describe("rotation_num_angle_valid", () => {
  const rotations = (film: readonly Moment[], fps = 16) =>
    check("rotation_num_angle_valid", film, fps);

  it("fails a counter-clockwise turn from the frame at which it begins", () => {
    const film = [...hold(MIDDLE, 4), ...turn(MIDDLE, "2,0", [-15, -45, -75]), ...hold(START, 4)];
    expect(rotations(film)).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 4, toFrame: 5, where: "x=2,y=0", reason: "counter_clockwise" },
          ...{ measured: -45, limit: 0 },
        },
      ],
    });
  });

  it("fails a straight piece that turns back into the same openings", () => {
    const film = [...hold(START, 4), ...turn(START, "0,1", [-20, -50, -80, -90, -90])];
    expect(rotations(film).violations).toMatchObject([
      { frame: 4, where: "x=0,y=1", reason: "counter_clockwise" },
    ]);
  });

  it.each([-3, -1, 0, 1, 3])(
    "passes a straight piece that snaps by a quarter between two frames, read %d degrees off",
    (offDeg) => {
      const snapped = turn(START, "0,1", [90 + offDeg, 90 + offDeg, 90 + offDeg]);
      expect(rotations([...hold(START, 4), ...snapped]).outcome).toBe("pass");
    },
  );

  it("allows backward turns up to 25 degrees: errors of reading and overshoot", () => {
    const film = (overshoot: number) => [
      ...hold(START, 3),
      ...turn(START, "2,0", [...QUARTER, 90 + overshoot, 90 + overshoot, 90, 90]),
    ];
    expect(rotations(film(24)).outcome).toBe("pass");
    expect(rotations(film(27)).violations).toMatchObject([
      { reason: "counter_clockwise", measured: -27, limit: 0 },
    ]);
  });

  it("reports one backward turn once, and each further one again", () => {
    const there = [15, 45, 75, 90];
    const back = [75, 45, 15, 0];
    const film = (...degs: readonly (readonly number[])[]) => [
      ...hold(START, 2),
      ...degs.flatMap((deg) => turn(START, "2,0", deg)),
      ...hold(START, 2),
    ];
    expect(rotations(film(there, back)).violations).toHaveLength(1);
    expect(rotations(film(there, back, there, back)).violations).toHaveLength(2);
  });

  it("fails more than a quarter turn between two neighbouring frames", () => {
    const film = [...hold(START, 3), ...turn(START, "2,0", [180, 180])];
    expect(rotations(film)).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 2, toFrame: 3, where: "x=2,y=0" },
          ...{ reason: "more_than_a_quarter_turn_at_once", measured: 180, limit: 90 },
        },
      ],
    });
    expect(rotations([...hold(START, 3), ...turn(START, "2,0", [114, 114])]).outcome).toBe("pass");
    expect(rotations([...hold(START, 3), ...turn(START, "2,0", [116, 116])]).outcome).toBe("fail");
  });

  it("passes several quarters one after the other", () => {
    const film = [
      ...hold(START, 2),
      ...turn(START, "2,0", [30, 60, 90, 90, 120, 150, 180, 180, 225, 270, 270]),
    ];
    expect(rotations(film).outcome).toBe("pass");
  });

  it("fails a piece that rests away from a quarter turn for three quarters of a second", () => {
    const resting = (count: number) => [
      ...hold(START, 3),
      ...turn(START, "2,0", [15, 30]),
      ...hold(START, count, { turned: { "2,0": 45 } }),
      ...turn(START, "2,0", [70, 90, 90]),
    ];
    expect(rotations(resting(12)).outcome).toBe("pass");
    expect(rotations(resting(13))).toMatchObject({
      outcome: "fail",
      violations: [
        {
          ...{ frame: 5, toFrame: 17, where: "x=2,y=0" },
          ...{ reason: "rests_off_a_quarter_turn", measured: 45, limit: 0 },
        },
      ],
    });
  });

  it("reports one rest once, and one at another angle again", () => {
    const at = (angleDeg: number) => hold(START, 30, { turned: { "2,0": angleDeg } });
    const { violations } = rotations([...hold(START, 3), ...at(40), ...at(60)]);
    expect(violations.map((v) => [v.frame, v.toFrame, v.measured])).toEqual([
      [3, 15, 40],
      [33, 45, 60],
    ]);
  });

  it.each([
    [8, 3],
    [60, 1],
    [120, 0.5],
  ])("passes a slow but steady turn at %d frames a second, %d degrees a frame", (fps, step) => {
    const slow = Array.from({ length: 90 / step }, (_, k) => step * (k + 1));
    expect(rotations([...hold(START, 3), ...turn(START, "2,0", slow)], fps).outcome).toBe("pass");
  });

  it("passes a turn whose blurred middle is shorter than 0.3 s, and cannot tell a longer one", () => {
    const hidden = (count: number) => [
      ...hold(START, 20),
      ...hold(START, count, { cells: { "2,0": unread } }),
      ...hold(MIDDLE, 20),
    ];
    expect(rotations(hidden(1)).outcome).toBe("pass");
    expect(rotations(hidden(3))).toMatchObject({ outcome: "pass", decided: 38, unread: 4 });
    expect(rotations(hidden(4)).outcome).toBe("undetermined");
    const stillThere = [...hold(START, 20), ...hold(START, 4, { cells: { "2,0": unread } })];
    expect(rotations([...stillThere, ...hold(START, 40)]).outcome).toBe("pass");
  });

  it("does not fail a half turn that happened where the piece was not read", () => {
    const film = [
      ...hold(START, 20),
      ...hold(START, 3, { cells: { "2,0": unread } }),
      ...hold(START, 20, { turned: { "2,0": 180 } }),
    ];
    expect(rotations(film)).toMatchObject({ outcome: "undetermined", violations: [] });
  });

  it("starts anew with a piece that became another one", () => {
    const film = [
      ...hold(START, 4),
      ...hold(START, 6, { cells: { "2,0": { kind: "tee", angleDeg: 300 } } }),
    ];
    expect(rotations(film).violations.map((v) => v.reason)).not.toContain("counter_clockwise");
  });
});
