/** Crossings change through an end that passes, or not at all. */
import { describe, expect, it } from "vitest";
import {
  carry,
  from,
  GREEN,
  hold,
  LINES,
  lineThrough,
  type Moment,
  onRope,
  RED,
  track,
} from "../../../tests/helpers/rope-boards.ts";
import { unread } from "../../../tests/helpers/rope-readings.ts";
import type { RopeFrameState } from "../../rope/state.ts";
import { checkCrossingChanges } from "./crossing-change.ts";
import { checkFlicker } from "./flicker.ts";
import { trackPairs } from "./pairs.ts";
import { countPasses } from "./passes.ts";

const changes = (film: readonly (Moment | undefined)[]) => {
  const { tracks, hops } = track(film);
  return checkCrossingChanges(tracks, trackPairs(tracks), hops);
};
const flicker = (film: readonly Moment[]) => {
  const { tracks, hops } = track(film);
  return checkFlicker(tracks, trackPairs(tracks), hops);
};
const redAt = (x: number, y: number): Moment => ({ lines: { red: from([x, y], LINES.red, 0.1) } });

/** Red and green without their crossing, or with the other one over. */
const onCrossing = (isFlip: boolean) => (state: RopeFrameState) => {
  const change = (rope: number, other: number) =>
    onRope(rope, ({ crossings }) => ({
      crossings: crossings.flatMap((crossing) => {
        if (crossing.other !== other) return [crossing];
        return isFlip ? [{ ...crossing, isOver: crossing.isOver !== true }] : [];
      }),
    }));
  return change(GREEN, RED)(change(RED, GREEN)(state));
};
const flipped: Moment = { change: onCrossing(true) };
const vanished: Moment = { change: onCrossing(false) };

describe("crossing_change_valid", () => {
  it("passes a board at rest", () => {
    expect(changes(hold(10))).toMatchObject({ outcome: "pass", decided: 27, unread: 0 });
  });

  it("fails a crossing that flips while all ends rest, from the first frame that shows it", () => {
    expect(changes([...hold(8), ...hold(8, flipped)]).violations).toEqual([
      {
        ...{ frame: 8, toFrame: 15, where: "crossing red/green", reason: "over_became_under" },
        ...{ measured: "over 0, under 1", limit: "over 1, under 0" },
      },
    ]);
  });

  it("fails a crossing that vanishes or appears while all ends rest", () => {
    expect(changes([...hold(8), ...hold(8, vanished)]).violations).toEqual([
      {
        ...{ frame: 8, toFrame: 15, where: "crossing red/green", reason: "crossing_vanished" },
        ...{ measured: "signs 0", limit: "signs 1" },
      },
    ]);
    expect(changes([...hold(8, vanished), ...hold(8)]).violations).toMatchObject([
      { frame: 8, reason: "crossing_appeared" },
    ]);
  });

  it("does not fail what was read for two frames", () => {
    expect(changes([...hold(8), ...hold(2, flipped), ...hold(8)]).outcome).toBe("pass");
  });

  it("passes a crossing that an end takes away when it passes", () => {
    // Red's end at (0, 2) goes over green, which ends at (2, 0) and (2, 4), to the far side.
    const film = [...hold(8), ...carry("red", [0, 2], [4, 0], 6), ...hold(8, redAt(4, 0))];
    expect(changes(film)).toMatchObject({ outcome: "pass", violations: [] });
  });

  it("fails a crossing that goes while an end is carried elsewhere", () => {
    const away = carry("red", [0, 2], [0, 1], 6).map((moment) => ({ ...moment, ...vanished }));
    const film = [...hold(8), ...away, ...hold(8, { ...redAt(0, 1), ...vanished })];
    expect(changes(film).violations).toMatchObject([
      { frame: 8, where: "crossing red/green", reason: "crossing_vanished" },
    ]);
  });

  it("fails a flip of two ropes while a third one is carried", () => {
    const blue = carry("blue", [0, 4], [0, 3], 6).map((moment) => ({ ...moment, ...flipped }));
    const end = { lines: { blue: from([0, 3], LINES.blue) }, ...flipped };
    expect(changes([...hold(8), ...blue, ...hold(8, end)]).violations).toMatchObject([
      { frame: 8, where: "crossing red/green", reason: "over_became_under" },
    ]);
  });

  it("passes a rope that is pushed over another one and back: two crossings with one rope over", () => {
    const bow = lineThrough([
      [0, 4, 0.5],
      [2.5, 1, 0.9],
      [1, 3, 0.5],
    ]);
    const film = [...hold(8), ...hold(8, { lines: { blue: bow } }), ...hold(8)];
    expect(changes(film).violations).toEqual([]);
  });

  it("cannot tell what happened in long unread stretches", () => {
    const lost = Array(10).fill(undefined);
    expect(changes([...hold(8), ...lost, ...hold(8, vanished)])).toMatchObject({
      ...{ outcome: "undetermined", violations: [] },
    });
    const blurred = hold(10, { change: onRope(RED, ({ colour }) => unread(colour)) });
    expect(changes([...hold(8), ...blurred, ...hold(8)])).toMatchObject({ violations: [] });
  });

  it("is undetermined when over and under are not told for long, but fails what is plain without", () => {
    const untold = onRope(RED, ({ crossings }) => ({
      crossings: crossings.map((crossing) => ({ ...crossing, isOver: undefined })),
    }));
    expect(changes(hold(40, { change: untold }))).toMatchObject({ outcome: "undetermined" });
    const film = [...hold(8, { change: untold }), ...hold(8, vanished)];
    expect(changes(film).violations).toMatchObject([{ frame: 8, reason: "crossing_vanished" }]);
  });
});

describe("countPasses", () => {
  it("counts an end that goes over a rope, and none that stays away or rests beside", () => {
    const over = track([...hold(3), ...carry("red", [0, 2], [4, 0], 6), ...hold(3, redAt(4, 0))]);
    expect(countPasses(over.tracks, [RED, GREEN], 0, 11)).toMatchObject({
      count: 2,
      isBlind: false,
    });
    const away = track([...hold(3), ...carry("red", [0, 2], [0, 1], 6), ...hold(3, redAt(0, 1))]);
    expect(countPasses(away.tracks, [RED, GREEN], 0, 11)).toMatchObject({ count: 0, sure: 0 });
    const near = { lines: { red: from([1.8, 2], LINES.red) } };
    expect(countPasses(track(hold(9, near)).tracks, [RED, GREEN], 0, 8).count).toBe(0);
  });
});

describe("topology_flicker_consistency", () => {
  it("fails a crossing that goes and comes back while nothing moves", () => {
    expect(flicker([...hold(8), ...hold(6, vanished), ...hold(8)]).violations).toEqual([
      {
        ...{ frame: 8, toFrame: 13, where: "crossing red/green" },
        ...{ reason: "changed_and_changed_back" },
        ...{ measured: "over 0, under 0", limit: "over 1, under 0" },
      },
    ]);
  });

  it("passes what changes once, what is read once, and what an end does", () => {
    expect(flicker([...hold(8), ...hold(8, vanished)]).outcome).toBe("pass");
    expect(flicker([...hold(8), vanished, ...hold(8)]).outcome).toBe("pass");
    const there = [...carry("red", [0, 2], [4, 0], 6), ...hold(8, redAt(4, 0))];
    const back = [...carry("red", [4, 0], [0, 2], 6), ...hold(8)];
    expect(flicker([...hold(8), ...there, ...back])).toMatchObject({ outcome: "pass" });
  });
});
