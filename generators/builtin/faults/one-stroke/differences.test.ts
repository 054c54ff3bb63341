import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TIERS, type Tier } from "../../../../core/schema/common.ts";
import {
  type CellColour,
  edgeKey,
  edgeName,
  edgesOfPath,
  isOver,
  isSolved,
  type LatticeEdge,
  oneStrokeTask,
  type StrokePose,
  type StrokeState,
  type Vertex,
} from "../../../../tasks/one-stroke/index.ts";
import { prepareScript } from "../../index.ts";
import { getScript } from "../../scripts.ts";
import type { StrokeTruth } from "./index.ts";

const RUNS = 12;

type Film = {
  readonly valid: readonly StrokePose[];
  readonly faulty: readonly StrokePose[];
  readonly truth: StrokeTruth;
  readonly solved: StrokeState;
};

function plant(name: string, tier: Tier, seed: number): Film {
  const instance = oneStrokeTask.generate(tier, seed);
  const id = `fault:${name}`;
  const size = { widthPx: 416, heightPx: 240 };
  const job = { instance, view: "published", frames: 81, fps: 16, seed: 0, ...size };
  const { context } = prepareScript(id, job, 2.5);
  const { shots, truth } = getScript(id, "one-stroke")(context);
  return {
    valid: context.poses,
    faulty: shots.map((shot) => shot.pose),
    truth: truth as StrokeTruth,
    solved: context.states.at(-1),
  };
}

function forEachFilm(name: string, check: (film: Film) => void): void {
  fc.assert(
    fc.property(fc.constantFrom<Tier>(...TIERS), fc.integer({ min: 0, max: 5000 }), (tier, seed) =>
      check(plant(name, tier, seed)),
    ),
    { numRuns: RUNS },
  );
}

const keysOf = (segments: StrokePose["segments"]): Set<string> =>
  new Set(segments.map((segment) => edgeKey(segment)));

/** Whether the edge of this name is drawn whole. */
const shows = (pose: StrokePose | undefined, name: string | undefined): boolean =>
  (pose?.segments ?? []).some((segment) => edgeName(segment) === name);

const planEdges = ({ solved }: Film): LatticeEdge[] => edgesOfPath(solved.path);

/** Frames before the fault are the valid ones in their order, however long each is shown. */
function expectValidUntil({ valid, faulty }: Film, frame: number): void {
  const known = new Set(valid.map((pose) => JSON.stringify(pose)));
  for (const pose of faulty.slice(0, frame)) expect(known).toContain(JSON.stringify(pose));
}

describe("the stroke", () => {
  test("gap: an inner edge of the plan is in no frame, all others are in the last", () => {
    forEachFilm("gap", (film) => {
      const [name = ""] = film.truth.where;
      const names = planEdges(film).map(edgeName);
      expect(names.slice(1, -1)).toContain(name);
      expect(film.faulty.some((pose) => shows(pose, name))).toBe(false);
      const drawn = film.faulty.at(-1)?.segments.map(edgeName);
      expect(drawn).toEqual(names.filter((other) => other !== name));
      expectValidUntil(film, film.truth.frame);
      expect(film.faulty[film.truth.frame - 1]?.head).not.toEqual(
        film.faulty[film.truth.frame]?.head,
      );
    });
  });

  test("diagonal: one line across the named cell stands for two edges of the plan", () => {
    forEachFilm("diagonal", (film) => {
      const last = film.faulty.at(-1)?.segments ?? [];
      const askew = last.filter(([x0, y0, x1, y1]) => x0 !== x1 && y0 !== y1);
      expect(askew).toHaveLength(1);
      const [x0, y0, x1, y1] = askew[0] ?? [0, 0, 0, 0];
      expect([Math.abs(x1 - x0), Math.abs(y1 - y0)]).toEqual([1, 1]);
      expect(film.truth.where).toEqual([`cell (${Math.min(x0, x1)},${Math.min(y0, y1)})`]);
      const plan = keysOf(planEdges(film));
      const kept = last.filter((segment) => plan.has(edgeKey(segment)));
      expect(kept).toHaveLength(plan.size - 2);
      expect(last).toHaveLength(plan.size - 1);
      const share = (frame: number): number => {
        const pieces = film.faulty[frame]?.segments ?? [];
        const piece = pieces.find(([ax, ay, bx, by]) => ax !== bx && ay !== by);
        return piece === undefined ? 0 : Math.abs(piece[2] - piece[0]);
      };
      expect(share(film.truth.frame)).toBeGreaterThanOrEqual(0.25);
      expect(share(film.truth.frame - 1)).toBeLessThan(0.25);
    });
  });

  test("jump-ahead: a far edge comes at once; on the plan the clip ends solved, else it stays apart", () => {
    forEachFilm("jump-ahead", (film) => {
      const { frame, toFrame, where } = film.truth;
      const [name] = where;
      expectValidUntil(film, frame);
      expect(shows(film.faulty[frame - 1], name)).toBe(false);
      expect(film.faulty.slice(frame).every((pose) => shows(pose, name))).toBe(true);
      expect(film.faulty[frame]?.head).toEqual(film.faulty[frame - 1]?.head);
      const onPlan = planEdges(film)
        .map(edgeName)
        .indexOf(name ?? "");
      expect(toFrame !== undefined).toBe(onPlan >= 0);
      if (onPlan < 0) {
        expect(film.faulty.at(-1)?.segments).toHaveLength(planEdges(film).length + 1);
        return;
      }
      const drawn = film.faulty[frame]?.segments.length ?? 0;
      expect(onPlan).toBeGreaterThan(drawn);
      expect(film.faulty.at(-1)).toEqual(film.valid.at(-1));
      const joint = film.solved.path[onPlan];
      expect(film.faulty[toFrame ?? 0]?.head).not.toEqual(joint);
      expect(film.faulty[(toFrame ?? 0) + 1]?.head).toEqual(joint);
    });
  });

  test("jump-ahead: the edge lies on the plan in some clips and off it in others", () => {
    const films = [0, 1, 2, 3, 4, 5, 6, 7].map((seed) => plant("jump-ahead", "medium", seed));
    expect(new Set(films.map(({ truth }) => truth.toFrame !== undefined)).size).toBe(2);
  });

  test("erase-middle: an edge behind the head goes at once and stays away", () => {
    forEachFilm("erase-middle", (film) => {
      const { frame, where } = film.truth;
      const [name] = where;
      expectValidUntil(film, frame);
      const before = film.faulty[frame - 1]?.segments ?? [];
      const at = before.map(edgeName).indexOf(name ?? "");
      expect(at).toBeGreaterThan(0);
      expect(at).toBeLessThan(before.length - 1);
      expect(film.faulty[frame]?.head).toEqual(film.faulty[frame - 1]?.head);
      expect(film.faulty.slice(frame).some((pose) => shows(pose, name))).toBe(false);
      expect(film.faulty.at(-1)?.segments).toHaveLength(planEdges(film).length - 1);
    });
  });

  test("loop: the named edges run from the head into the stroke, then the plan goes on", () => {
    forEachFilm("loop", (film) => {
      const { frame, where } = film.truth;
      const plan = planEdges(film);
      expect(where.length).toBeLessThanOrEqual(3);
      expect(plan.map(edgeName)).not.toEqual(expect.arrayContaining([where[0]]));
      const end = film.faulty[frame]?.head;
      const drawn = film.faulty[frame]?.segments.slice(0, -where.length) ?? [];
      expect(drawn.slice(1).some(([x, y]) => x === end?.[0] && y === end[1])).toBe(true);
      expect(film.faulty[frame]?.segments.slice(-where.length).map(edgeName)).toEqual(where);
      expect(film.faulty[frame - 1]?.head).not.toEqual(end);
      const last = film.faulty.at(-1)?.segments.map(edgeName);
      expect(last).toEqual([...plan.map(edgeName), ...where]);
    });
  });

  test("bad-separation: legal moves at a steady pace to the goal, and the board is not solved", () => {
    forEachFilm("bad-separation", (film) => {
      const last = film.faulty.at(-1);
      const path: Vertex[] = [
        [0, 0],
        ...(last?.segments ?? []).map(([, , x, y]) => [x, y] as const),
      ];
      const state = oneStrokeTask.stateSchema.parse({ ...film.solved, path });
      expect(isOver(state)).toBe(true);
      expect(isSolved(state)).toBe(false);
      expect(path.length).toBeLessThanOrEqual(film.solved.path.length);
      const resting = film.faulty.filter((pose) => pose.head?.every(Number.isInteger));
      const lengths = [...new Set(resting.map((pose) => pose.segments.length))];
      expect(lengths).toEqual(path.map((_, index) => index));
      expect(film.truth.where.length).toBeGreaterThan(1);
    });
  });
});

describe("the board", () => {
  type Change = readonly [place: string, before: CellColour | null, after: CellColour | null];

  /** Changed cells by name; the same in every frame from the one told, none before. */
  function changesOf({ faulty, truth }: Film): Change[] {
    const changes = faulty.map((pose) =>
      pose.cells.flatMap((row, j) =>
        row.flatMap((after, i): Change[] => {
          const before = faulty[0]?.cells[j]?.[i] ?? null;
          return before === after ? [] : [[`cell (${i},${j})`, before, after]];
        }),
      ),
    );
    const settled = changes[truth.frame] ?? [];
    changes.forEach((list, frame) => {
      expect(list).toEqual(frame < truth.frame ? [] : settled);
    });
    expect(new Set(settled.map(([place]) => place))).toEqual(new Set(truth.where));
    return settled;
  }

  /** The stroke is the valid one, frame by frame, however long each is shown. */
  function expectValidStroke({ valid, faulty }: Film): void {
    const strokes = (poses: readonly StrokePose[]): string[] => [
      ...new Set(poses.map(({ segments, head }) => JSON.stringify([segments, head]))),
    ];
    expect(strokes(faulty)).toEqual(strokes(valid));
  }

  test("recolour-cell: one patch takes another colour", () => {
    forEachFilm("recolour-cell", (film) => {
      const [[, before, after] = [], ...others] = changesOf(film);
      expect(others).toEqual([]);
      expect([before, after]).not.toContain(null);
      expectValidStroke(film);
    });
  });

  test("vanish-cell: one patch goes", () => {
    forEachFilm("vanish-cell", (film) => {
      expect(changesOf(film).map(([, before, after]) => [before === null, after])).toEqual([
        [false, null],
      ]);
      expectValidStroke(film);
    });
  });

  test("move-cell: one cell gives its colour to another, to an empty neighbour if there is one", () => {
    forEachFilm("move-cell", (film) => {
      const changes = changesOf(film);
      const [from, to] = film.truth.where.map((place) => changes.find(([name]) => name === place));
      expect(from?.[2]).toBeNull();
      expect(to?.[2]).toBe(from?.[1]);
      const isFull = film.solved.cells.flat().every((colour) => colour !== null);
      expect(to?.[1] === null).toBe(!isFull);
      const [[i0, j0], [i1, j1]] = film.truth.where.map((place) =>
        (place.match(/\d/g) ?? []).map(Number),
      ) as [[number, number], [number, number]];
      expect(Math.abs(i1 - i0) + Math.abs(j1 - j0)).toBe(1);
      expectValidStroke(film);
    });
  });

  test("move-cell: on a full board the patch covers a neighbour", () => {
    const seed = Array.from({ length: 60 }, (_, at) => at).find((at) => {
      const state = oneStrokeTask.initialState(oneStrokeTask.generate("easy", at));
      return state.cells.flat().every((colour) => colour !== null);
    });
    const film = plant("move-cell", "easy", seed ?? Number.NaN);
    const covered = changesOf(film).find(([, , after]) => after !== null);
    expect(covered?.[1]).not.toBeNull();
  });

  test("goal-moved: the red peg alone, to a vertex that the stroke never comes to", () => {
    forEachFilm("goal-moved", (film) => {
      expect(changesOf({ ...film, truth: { ...film.truth, where: [] } })).toEqual([]);
      const { goal } = film.faulty.at(-1) as StrokePose;
      film.faulty.forEach((pose, frame) => {
        expect(pose.goal).toEqual(frame < film.truth.frame ? film.valid[0]?.goal : goal);
      });
      expect(film.solved.path.map(String)).not.toContain(String(goal));
      expectValidStroke(film);
    });
  });
});
