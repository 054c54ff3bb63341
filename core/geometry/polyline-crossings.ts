/**
 * Where lines in space cross as seen from above, and which one lies over. Whether they cross is
 * decided exactly; where along the lines, and how high, is computed in doubles.
 *
 * A crossing is a place where one line passes from one side of the other to its other side. It
 * counts once wherever it falls: inside two segments, on a corner of one line or of both, or along a
 * stretch that both share. Lines that touch and part on the same side do not cross, and neither do
 * lines that meet at an end of one of them: an end that lies on another line is beside it.
 */
import type { Point } from "./homography.ts";
import { orientation, type Sign } from "./orientation.ts";
import { isOnSegment, relateSegments, type Segment } from "./segments.ts";

/** A point of a line: place seen from above, then height. */
export type Point3 = readonly [x: number, y: number, height: number];
/** Corners from one end to the other. */
export type Polyline = readonly Point3[];

/** Where along a line a crossing lies. */
export type CrossingPlace = {
  /** Index of the line among those given. */
  readonly line: number;
  /** Segment index plus the share of it, 0..segments. */
  readonly at: number;
  readonly height: number;
};

export type Crossing = {
  readonly point: Point;
  /** The line that lies over here, and the one under it; the lower index is over at equal heights. */
  readonly over: CrossingPlace;
  readonly under: CrossingPlace;
};

/** A crossing as one line meets it. */
export type CrossingAlong = {
  readonly at: number;
  readonly isOver: boolean;
  /** The line that it crosses. */
  readonly other: number;
  /** Index into `between`. */
  readonly crossing: number;
};

export type CrossingMap = {
  /** Crossings of two different lines. */
  readonly between: readonly Crossing[];
  /** Crossings of a line with itself; `over.line` equals `under.line`. */
  readonly self: readonly Crossing[];
  /** For each line its crossings with others, in order from its first end. */
  readonly along: readonly (readonly CrossingAlong[])[];
};

/** All crossings of lines seen from above. @throws RangeError when a coordinate is not finite */
export function crossingsOf(lines: readonly Polyline[]): CrossingMap {
  const between: Crossing[] = [];
  const self: Crossing[] = [];
  for (let i = 0; i < lines.length; i++) {
    const first = lines[i] ?? [];
    self.push(...selfCrossings(first, i));
    for (let j = i + 1; j < lines.length; j++) {
      const second = lines[j] ?? [];
      for (const pair of crossingPairs(first, second)) {
        between.push(describeCrossing(first, second, pair, [i, j]));
      }
    }
  }
  const along = lines.map((_, line) =>
    between
      .flatMap(({ over, under }, crossing): CrossingAlong[] => {
        if (over.line === line) return [{ at: over.at, isOver: true, other: under.line, crossing }];
        if (under.line !== line) return [];
        return [{ at: under.at, isOver: false, other: over.line, crossing }];
      })
      .sort((a, b) => a.at - b.at),
  );
  return { between, self, along };
}

/** Whether two lines cross anywhere, seen from above. Heights do not matter. */
export function linesCross(first: readonly Point[], second: readonly Point[]): boolean {
  return crossingPairs(first, second, true).length > 0;
}

/** Indices of a segment of each line. */
type SegmentPair = readonly [first: number, second: number];
type AnyPoint = readonly [x: number, y: number, ...rest: number[]];

/** One pair of segments for each crossing of two lines. */
function crossingPairs(
  first: readonly AnyPoint[],
  second: readonly AnyPoint[],
  onlyOne = false,
): SegmentPair[] {
  const pairs: SegmentPair[] = [];
  const contacts: SegmentPair[] = [];
  const others = segmentsOf(second);
  for (const [i, a] of segmentsOf(first).entries()) {
    for (let j = 0; j < others.length; j++) {
      const relation = relateSegments(a, others[j] ?? a);
      if (relation === "apart") continue;
      (relation === "crossing" ? pairs : contacts).push([i, j]);
      if (onlyOne && pairs.length > 0) return pairs;
    }
  }
  if (contacts.length === 0) return pairs;
  return [
    ...pairs,
    ...contactGroups(first, second, contacts).flatMap((group) => passing(first, second, group)),
  ];
}

/**
 * Where a group of contacts is a crossing. The first line is thought moved by (e, e^2), e > 0 as
 * small as one likes: then nothing touches, and the lines pass each other when they cross an odd
 * number of times (Edelsbrunner and Muecke, "Simulation of simplicity", 1990). A group that holds an
 * end of a line is no crossing.
 */
function passing(
  first: readonly AnyPoint[],
  second: readonly AnyPoint[],
  group: readonly SegmentPair[],
): SegmentPair[] {
  if (touchesAnEnd(first, second, group) || touchesAnEnd(second, first, group.map(flip))) return [];
  const crossed = group.filter(([i, j]) =>
    crossWhenMoved(segmentAt(first, i), segmentAt(second, j)),
  );
  return crossed.length % 2 === 1 ? crossed.slice(0, 1) : [];
}

function flip([first, second]: SegmentPair): SegmentPair {
  return [second, first];
}

/** Whether an end of `line` lies on the segments of `other` that the group names. */
function touchesAnEnd(
  line: readonly AnyPoint[],
  other: readonly AnyPoint[],
  group: readonly SegmentPair[],
): boolean {
  return group.some(([i, j]) => {
    const ends = [i === 0 ? line[0] : undefined, i === line.length - 2 ? line.at(-1) : undefined];
    return ends.some((end) => {
      if (end === undefined) return false;
      const point: Point = [end[0], end[1]];
      return isOnSegment(point, segmentAt(other, j));
    });
  });
}

/** Contacts at one place: on segments that follow each other or are the same, with a common point. */
function contactGroups(
  first: readonly AnyPoint[],
  second: readonly AnyPoint[],
  contacts: readonly SegmentPair[],
): SegmentPair[][] {
  const rest = new Map(
    contacts.map((pair) => [
      pair,
      contactPoints(segmentAt(first, pair[0]), segmentAt(second, pair[1])),
    ]),
  );
  const groups: SegmentPair[][] = [];
  for (const start of contacts) {
    const points = rest.get(start);
    if (points === undefined) continue;
    rest.delete(start);
    const members = [{ pair: start, points }];
    for (const member of members) {
      for (const [pair, others] of rest) {
        const isNext =
          Math.abs(pair[0] - member.pair[0]) <= 1 && Math.abs(pair[1] - member.pair[1]) <= 1;
        if (!isNext || !others.some((point) => member.points.includes(point))) continue;
        rest.delete(pair);
        members.push({ pair, points: others });
      }
    }
    groups.push(members.map(({ pair }) => pair));
  }
  return groups;
}

/** Ends of either segment that lie on the other one, as text. */
function contactPoints(first: Segment, second: Segment): string[] {
  return [
    ...first.filter((point) => isOnSegment(point, second)),
    ...second.filter((point) => isOnSegment(point, first)),
  ].map(([x, y]) => `${x + 0},${y + 0}`);
}

/** Whether the first segment, moved by (e, e^2), crosses the second. */
function crossWhenMoved([a, b]: Segment, [c, d]: Segment): boolean {
  const tieOfSecond = signOf(c[1] - d[1]) || signOf(d[0] - c[0]);
  const tieOfFirst = signOf(b[1] - a[1]) || signOf(a[0] - b[0]);
  const sideA = orientation(c, d, a) || tieOfSecond;
  const sideB = orientation(c, d, b) || tieOfSecond;
  const sideC = orientation(a, b, c) || tieOfFirst;
  const sideD = orientation(a, b, d) || tieOfFirst;
  return sideA * sideB < 0 && sideC * sideD < 0;
}

function signOf(value: number): Sign {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/** Crossings of segments that are not neighbours; contacts of a line with itself do not count. */
function selfCrossings(line: Polyline, index: number): Crossing[] {
  const found: Crossing[] = [];
  const segments = segmentsOf(line);
  for (const [i, a] of segments.entries()) {
    for (let j = i + 2; j < segments.length; j++) {
      if (relateSegments(a, segments[j] ?? a) === "crossing") {
        found.push(describeCrossing(line, line, [i, j], [index, index]));
      }
    }
  }
  return found;
}

function describeCrossing(
  first: Polyline,
  second: Polyline,
  [i, j]: SegmentPair,
  [firstLine, secondLine]: readonly [number, number],
): Crossing {
  const a = segmentAt(first, i);
  const b = segmentAt(second, j);
  const onFirst = shareAt(a, b);
  const onSecond = shareAt(b, a);
  const heightAt = (line: Polyline, segment: number, share: number): number =>
    mix(line[segment]?.[2] ?? 0, line[segment + 1]?.[2] ?? 0, share);
  const placeOnFirst = {
    line: firstLine,
    at: i + onFirst,
    height: heightAt(first, i, onFirst),
  };
  const placeOnSecond = {
    line: secondLine,
    at: j + onSecond,
    height: heightAt(second, j, onSecond),
  };
  const isFirstOver = placeOnFirst.height >= placeOnSecond.height;
  return {
    point: [mix(a[0][0], a[1][0], onFirst), mix(a[0][1], a[1][1], onFirst)],
    over: isFirstOver ? placeOnFirst : placeOnSecond,
    under: isFirstOver ? placeOnSecond : placeOnFirst,
  };
}

/** Share of a segment, 0..1, at which the other one's line meets it; 1/2 for parallel ones. */
function shareAt([a, b]: Segment, [c, d]: Segment): number {
  const [dx, dy] = [d[0] - c[0], d[1] - c[1]];
  const before = dx * (a[1] - c[1]) - dy * (a[0] - c[0]);
  const after = dx * (b[1] - c[1]) - dy * (b[0] - c[0]);
  if (before === after) return 0.5;
  return Math.min(1, Math.max(0, before / (before - after)));
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function segmentsOf(line: readonly AnyPoint[]): Segment[] {
  return line.slice(1).map((_, index) => segmentAt(line, index));
}

function segmentAt(line: readonly AnyPoint[], index: number): Segment {
  const from = line[index];
  const to = line[index + 1];
  if (from === undefined || to === undefined) {
    throw new RangeError(`expected a segment for index ${index} but received the end of the line`);
  }
  return [
    [from[0], from[1]],
    [to[0], to[1]],
  ];
}
