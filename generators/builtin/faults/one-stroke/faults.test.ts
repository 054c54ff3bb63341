import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RuleError } from "../../../../core/errors.ts";
import { TIERS, type Tier } from "../../../../core/schema/common.ts";
import type { Instance } from "../../../../core/schema/instance.ts";
import {
  isBoardEdge,
  oneStrokeTask,
  playMoves,
  regionsOf,
  type StrokePose,
  type StrokeSegment,
  separates,
} from "../../../../tasks/one-stroke/index.ts";
import { prepareScript } from "../../index.ts";
import { getScript } from "../../scripts.ts";
import { ONE_STROKE_FAULTS, type StrokeCheck, type StrokeTruth } from "./index.ts";

const FPS = 16;
const RUNS = 12;
const boards = [fc.constantFrom<Tier>(...TIERS), fc.integer({ min: 0, max: 5000 })] as const;

type Film = {
  readonly valid: readonly StrokePose[];
  readonly faulty: readonly StrokePose[];
  readonly truth: StrokeTruth;
};

function plant(name: string, tier: Tier, seed: number, frames = 81, requestSeed = 0): Film {
  return plantIn(name, oneStrokeTask.generate(tier, seed), frames, requestSeed);
}

function plantIn(name: string, instance: Instance, frames = 81, requestSeed = 0): Film {
  const id = `fault:${name}`;
  const size = { widthPx: 416, heightPx: 240 };
  const job = { instance, view: "published", frames, fps: FPS, seed: requestSeed, ...size };
  const { context } = prepareScript(id, job, 2.5);
  const { shots, truth } = getScript(id, "one-stroke")(context);
  return {
    valid: context.poses,
    faulty: shots.map((shot) => shot.pose),
    truth: truth as StrokeTruth,
  };
}

const isWhole = (pose: StrokePose, segment: StrokeSegment): boolean =>
  isBoardEdge(pose.width, pose.height, segment);

/** Representative of each point under "joined by a segment"; counts edges that close a cycle. */
function joinPoints(segments: readonly StrokeSegment[], others: readonly string[]) {
  const parent = new Map<string, string>();
  const find = (point: string): string => {
    const up = parent.get(point);
    if (up === undefined) parent.set(point, point);
    return up === undefined || up === point ? point : find(up);
  };
  let cycles = 0;
  for (const [x0, y0, x1, y1] of segments) {
    const [a, b] = [find(`${x0},${y0}`), find(`${x1},${y1}`)];
    if (a === b) cycles++;
    parent.set(a, b);
  }
  others.forEach(find);
  return { cycles, parts: new Set([...parent.keys()].map(find)).size };
}

function brokenInFrame(pose: StrokePose, first: StrokePose): StrokeCheck[] {
  const { cycles, parts } = joinPoints(pose.segments, [String(pose.start), String(pose.head)]);
  const isAskew = pose.segments.some(([x0, y0, x1, y1]) => x0 !== x1 && y0 !== y1);
  const isMoved = String([pose.start, pose.goal]) !== String([first.start, first.goal]);
  const isRepainted = JSON.stringify(pose.cells) !== JSON.stringify(first.cells);
  return [
    ...(isAskew || cycles > 0 ? (["path_validity"] as const) : []),
    ...(parts > 1 ? (["path_continuity"] as const) : []),
    ...(isMoved ? (["start_end_validity"] as const) : []),
    ...(isRepainted ? (["grid_cell_temporal_consistency"] as const) : []),
  ];
}

/** The segment that a longer one of the next frame goes on from. */
function isExtendedBy(a: StrokeSegment, b: StrokeSegment): boolean {
  const [ax, ay, bx, by] = [a[2] - a[0], a[3] - a[1], b[2] - b[0], b[3] - b[1]];
  return (
    a[0] === b[0] && a[1] === b[1] && Math.abs(ax * by - ay * bx) < 1e-9 && ax * bx + ay * by > 0
  );
}

/** Nothing goes, and what comes is joined to where the head was, piece by piece. */
function growsAtHead(before: StrokePose, after: StrokePose): boolean {
  const keys = (pose: StrokePose): Set<string> => new Set(pose.segments.map(String));
  const [old, now] = [keys(before), keys(after)];
  const gone = before.segments.filter((segment) => !now.has(String(segment)));
  const come = after.segments.filter((segment) => !old.has(String(segment)));
  if (gone.some((segment) => !come.some((longer) => isExtendedBy(segment, longer)))) return false;
  let head = String(before.head);
  for (const segment of come) {
    const grown = gone.find((shorter) => isExtendedBy(shorter, segment));
    const origin = grown === undefined ? segment.slice(0, 2) : grown.slice(2);
    if (String(origin) !== head) return false;
    head = String(segment.slice(2));
  }
  return true;
}

/** What an exact reader of the poses finds: for each broken check the first frame of it. */
function breaksOf(poses: readonly StrokePose[]): Map<StrokeCheck, number> {
  const found = new Map<StrokeCheck, number>();
  const add = (check: StrokeCheck, frame: number): void => {
    if (!found.has(check)) found.set(check, frame);
  };
  const [first, last] = [poses[0], poses.at(-1)];
  if (first === undefined || last === undefined) throw new Error("no poses");
  poses.forEach((pose, frame) => {
    for (const check of brokenInFrame(pose, first)) add(check, frame);
    const before = poses[frame - 1];
    if (before !== undefined && before !== pose && !growsAtHead(before, pose)) {
      add("path_temporal_consistency", frame);
    }
  });
  const edges = last.segments.filter((segment) => isWhole(last, segment));
  if (!separates(last.cells, regionsOf(last.width, last.height, edges))) {
    add("different_color_separation_valid", poses.length - 1);
  }
  return found;
}

describe.each(Object.keys(ONE_STROKE_FAULTS))("fault:%s", (name) => {
  test("breaks its check from the frame told, and besides only what is told", () => {
    fc.assert(
      fc.property(...boards, (tier, seed) => {
        const { valid, faulty, truth } = plant(name, tier, seed);
        expect(breaksOf(valid)).toEqual(new Map());
        const found = breaksOf(faulty);
        expect(new Set(found.keys())).toEqual(new Set([truth.check, ...truth.alsoChecks]));
        const first = found.get(truth.check) ?? Number.NaN;
        if (name === "diagonal") expect(first).toBeLessThanOrEqual(truth.frame);
        else expect(first).toBe(truth.frame);
        expect(Math.min(...found.values())).toBe(first);
        expectMiddleAndLasting(name, { valid, faulty, truth });
      }),
      { numRuns: RUNS },
    );
  });

  test("tells its name and its places in the agreed way", () => {
    const { truth } = plant(name, "medium", 4);
    expect(truth.fault).toBe(name);
    expect(truth.where.length).toBeGreaterThan(0);
    for (const place of truth.where) {
      expect(place).toMatch(/^(edge \(\d,\d\)-\(\d,\d\)|cell \(\d,\d\)|goal)$/);
    }
  });

  test("follows from the seeds", () => {
    expect(plant(name, "medium", 9)).toEqual(plant(name, "medium", 9));
    const boardSeeds = [1, 2, 3, 4, 5, 6];
    const truths = boardSeeds.flatMap((board) =>
      [0, 1].map((seed) => JSON.stringify(plant(name, "medium", board, 81, seed).truth)),
    );
    expect(new Set(truths).size).toBeGreaterThan(boardSeeds.length);
  });

  test("takes up a stroke that has begun", () => {
    const instance = oneStrokeTask.generate("medium", 4);
    const start = oneStrokeTask.initialState(instance);
    const begun = playMoves(start, (oneStrokeTask.solve(start) ?? []).slice(0, 4)).state;
    const { valid, faulty, truth } = plantIn(name, { ...instance, initialState: begun });
    expect(valid[0]?.segments).toHaveLength(4);
    const found = new Set(breaksOf(faulty).keys());
    expect(found).toEqual(new Set([truth.check, ...truth.alsoChecks]));
    expectMiddleAndLasting(name, { valid, faulty, truth });
  });

  test("a clip too short to show it is refused", () => {
    expect(() => plant(name, "easy", 1, 1)).toThrow(RuleError);
  });
});

/** Same length, start and last head; begins in the middle and is seen for 0.4 s or more. */
function expectMiddleAndLasting(name: string, { valid, faulty, truth }: Film): void {
  expect(faulty).toHaveLength(valid.length);
  expect(faulty[0]).toEqual(valid[0]);
  expect(faulty.at(-1)?.head).toEqual(valid.at(-1)?.head);
  if (name === "bad-separation") return;
  expect(truth.frame / valid.length).toBeGreaterThan(0.15);
  expect(truth.frame / valid.length).toBeLessThan(0.8);
  const last = truth.toFrame ?? valid.length - 1;
  expect(last - truth.frame + 1).toBeGreaterThanOrEqual(0.4 * FPS);
}
