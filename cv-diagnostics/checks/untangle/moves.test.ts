/** Ends are carried, one at a time. */
import { describe, expect, it } from "vitest";
import {
  carry,
  from,
  hold,
  LINES,
  type Moment,
  onRope,
  RED,
  track,
} from "../../../tests/helpers/rope-boards.ts";
import { unread } from "../../../tests/helpers/rope-readings.ts";
import type { RopeFlaw } from "../../rope/state.ts";
import { checkEndTracks } from "./endpoint-track.ts";
import { checkOneMove } from "./one-move.ts";

const endTracks = (moments: readonly (Moment | undefined)[], fps = 16) => {
  const { tracks, rests, hops } = track(moments, fps);
  return checkEndTracks(tracks, rests, hops);
};
const oneMove = (moments: readonly (Moment | undefined)[]) => {
  const { tracks, hops } = track(moments);
  return checkOneMove(tracks, hops);
};
const redAt = (x: number, y: number): Moment => ({ lines: { red: from([x, y], LINES.red) } });
const together = (a: readonly Moment[], b: readonly Moment[]): Moment[] =>
  a.map((moment, k) => ({ lines: { ...moment.lines, ...b[k]?.lines } }));

describe("endpoint_track_consistency", () => {
  const carried = [...hold(6), ...carry("red", [0, 2], [1, 0], 4), ...hold(6, redAt(1, 0))];

  it("passes an end that is seen on its way", () => {
    expect(endTracks(carried)).toMatchObject({ outcome: "pass", decided: 15 });
  });

  it("passes an end that is seen leaving and coming only, not one that comes without leaving", () => {
    const blurred = { change: onRope(RED, ({ colour }) => unread(colour)) };
    const glimpsed = (first: Moment) => [
      ...[...hold(6), first, blurred],
      ...[redAt(0.94, 0.12), ...hold(6, redAt(1, 0))],
    ];
    expect(endTracks(glimpsed(redAt(0.06, 1.88)))).toMatchObject({ outcome: "pass" });
    const hidden = onRope(RED, ({ ends }) => ({
      ends: ends && [{ ...ends[0], isSeen: false }, ends[1]],
    }));
    const placedBack = [
      ...[...hold(6), redAt(0.06, 1.88), { ...redAt(0, 2), change: hidden }],
      ...[redAt(0.94, 0.12), ...hold(6, redAt(1, 0))],
    ];
    expect(endTracks(placedBack)).toMatchObject({ outcome: "pass" });
    expect(endTracks(glimpsed(redAt(0, 2)))).toMatchObject({ outcome: "undetermined" });
  });

  it("does not take pieces of a rope that dissolves for its way", () => {
    const glimpse = (extra: readonly RopeFlaw[], isSeen = false): Moment => ({
      ...redAt(0.5, 1),
      change: onRope(RED, ({ ends }) => ({
        extra,
        ends: ends && [{ ...ends[0], isSeen }, ends[1]],
      })),
    });
    const film = (moment: Moment) => [...hold(6), moment, ...hold(6, redAt(1, 0))];
    const pieces = [{ at: [0, 1], size: 0.6 }] as const;
    expect(endTracks(film(glimpse([])))).toMatchObject({ outcome: "pass" });
    expect(endTracks(film(glimpse(pieces, true)))).toMatchObject({ outcome: "pass" });
    expect(endTracks(film(glimpse(pieces)))).toMatchObject({
      ...{ outcome: "undetermined", violations: [] },
    });
  });

  it("fails an end that is elsewhere in the next frame", () => {
    expect(endTracks([...hold(6), ...hold(6, redAt(1, 0))]).violations).toEqual([
      { frame: 6, where: "rope red", reason: "end_jumped", measured: 2.236, limit: 0.6 },
    ]);
  });

  it("fails it, too, when it settles into its hole later", () => {
    const beside = hold(8, redAt(1.05, 0.08));
    expect(endTracks([...hold(6), ...beside, ...hold(8, redAt(1, 0))]).violations).toMatchObject([
      { frame: 6, where: "rope red", reason: "end_jumped" },
    ]);
  });

  it("cannot tell where the way was not seen", () => {
    const blurred = hold(3, { change: onRope(RED, ({ colour }) => unread(colour)) });
    const film = [...hold(6), ...blurred, ...hold(6, redAt(1, 0))];
    expect(endTracks(film)).toMatchObject({ outcome: "undetermined", violations: [] });
  });

  it("cannot tell where frames are too far apart", () => {
    expect(endTracks([...hold(6), ...hold(6, redAt(1, 0))], 5)).toMatchObject({
      ...{ outcome: "undetermined", violations: [] },
    });
  });

  it("cannot tell where moves follow each other too fast", () => {
    const places = [redAt(0, 2), redAt(1, 0), redAt(3, 0), redAt(4, 4), redAt(0, 1)];
    expect(endTracks(places.flatMap((place) => hold(4, place)))).toMatchObject({
      ...{ outcome: "undetermined", violations: [] },
    });
    expect(endTracks(places.flatMap((place) => hold(7, place))).violations).toHaveLength(4);
  });

  it("fails an end without its plug where nothing covers it", () => {
    const bare = onRope(RED, ({ ends }) => ({
      ends: ends && [{ ...ends[0], isSeen: false }, ends[1]],
    }));
    expect(endTracks([...hold(6), ...hold(10, { change: bare })]).violations).toMatchObject([
      { frame: 6, where: "rope red", reason: "end_vanished" },
    ]);
    const under = { change: bare, lines: { blue: from([0, 0], LINES.blue, 1) } };
    const cover = { ...under, lines: { blue: from([0.2, 2], LINES.blue, 1) } };
    expect(endTracks([...hold(6, cover), ...hold(10, cover)]).violations).toEqual([]);
    expect(endTracks([...hold(6, under), ...hold(10, under)]).violations).not.toEqual([]);
  });
});

describe("a plug that is not seen", () => {
  const film = (other: { readonly isBlurred?: boolean }) => {
    const bare = onRope(RED, ({ ends }) => ({
      ends: ends && [
        { ...ends[0], isSeen: false },
        { ...ends[1], ...other },
      ],
    }));
    return [...hold(6), ...hold(10, { change: bare })];
  };

  it("has vanished where the rope's other one is seen whole, not where colours blur", () => {
    expect(endTracks(film({})).violations).toHaveLength(1);
    expect(endTracks(film({ isBlurred: false })).violations).toHaveLength(1);
    expect(endTracks(film({ isBlurred: true })).violations).toEqual([]);
  });
});

describe("one_move_at_a_time", () => {
  const red = carry("red", [0, 2], [1, 0], 5);
  const blue = carry("blue", [0, 4], [3, 4], 5);
  const end = hold(6, {
    lines: { red: from([1, 0], LINES.red), blue: from([3, 4], LINES.blue) },
  });

  it("passes moves one after the other", () => {
    const rest = redAt(1, 0);
    const second = blue.map(({ lines }): Moment => ({ lines: { ...rest.lines, ...lines } }));
    expect(oneMove([...hold(6), ...red, ...hold(4, rest), ...second, ...end])).toMatchObject({
      ...{ outcome: "pass", violations: [] },
    });
    expect(oneMove([...hold(6), ...red, rest, ...second, ...end]).violations).toEqual([]);
  });

  it("fails two ends on their way in the same frames", () => {
    expect(oneMove([...hold(6), ...together(red, blue), ...end]).violations).toEqual([
      {
        ...{ frame: 6, toFrame: 10, where: "rope red and rope blue" },
        ...{ reason: "several_ends_in_flight", measured: 2, limit: 1 },
      },
    ]);
  });

  it("fails two ends that are elsewhere in the next frame", () => {
    expect(oneMove([...hold(6), ...end]).violations).toMatchObject([
      { frame: 6, where: "rope red and rope blue", reason: "several_ends_between_frames" },
    ]);
  });

  it("cannot tell what happened in frames that were not found", () => {
    expect(oneMove([...hold(6), undefined, undefined, ...end])).toMatchObject({
      ...{ outcome: "undetermined", violations: [] },
    });
  });
});
