/** Whole boards as the task draws them, found, followed and read: every tier, three cameras, spoilt. */
import { describe, expect, it } from "vitest";
import type { RgbaImage } from "../../../core/image.ts";
import type { Tier } from "../../../core/schema/common.ts";
import type { Instance } from "../../../core/schema/instance.ts";
import { oneStrokeTask } from "../../../tasks/one-stroke/index.ts";
import { edgeKey } from "../../../tasks/one-stroke/regions.ts";
import { playMoves } from "../../../tasks/one-stroke/rules.ts";
import {
  edgesOfPath,
  headVertex,
  type Move,
  type StrokeState,
} from "../../../tasks/one-stroke/state.ts";
import { blurred, type Spoiler, withContrast } from "../../../tests/helpers/pipe-pictures.ts";
import { mistakesIn, moved, pictureOf } from "../../../tests/helpers/stroke-pictures.ts";
import { flatten } from "../../board/reference.ts";
import { createSearchBudget, observeFrames } from "../../observe.ts";
import { latticeEdges } from "./lattice.ts";
import { createStrokeReader } from "./reader.ts";

const PICTURE = { widthPx: 624, heightPx: 360 } as const;
const asIs: Spoiler = (picture) => picture;

type Board = {
  readonly instance: Instance;
  readonly initial: StrokeState;
  readonly plan: readonly Move[];
};

const BOARDS = new Map<Tier, Board>();
function boardOf(tier: Tier): Board {
  const known = BOARDS.get(tier);
  if (known) return known;
  const instance = oneStrokeTask.generate(tier, 3);
  const initial = oneStrokeTask.initialState(instance);
  const board = { instance, initial, plan: oneStrokeTask.solve(initial) ?? [] };
  BOARDS.set(tier, board);
  return board;
}

/** Observes pictures of one board, one after the other. */
function observePictures(instance: Instance, view: string, pictures: readonly RgbaImage[]) {
  const scene = oneStrokeTask.scene(oneStrokeTask.initialState(instance), { ...PICTURE, view });
  const frames = pictures.map((picture, index) => {
    return { index, timeSec: index / 8, image: flatten(picture) };
  });
  const reader = createStrokeReader(instance, scene);
  const tracked = observeFrames(frames, reader, { sampled: true, budget: createSearchBudget() });
  return tracked.map(({ observation }) => observation);
}

/** Reads a board at its start, half-way and solved. @returns labels and all mistakes */
function readBoard(tier: Tier, view: string, spoil: Spoiler = asIs) {
  const { instance, initial, plan } = boardOf(tier);
  const scene = oneStrokeTask.scene(initial, { ...PICTURE, view });
  const states = [0, Math.ceil(plan.length / 2), plan.length].map(
    (count) => playMoves(initial, plan.slice(0, count)).state,
  );
  const pictures = states.map((state) => spoil(pictureOf(scene, oneStrokeTask.poseOf(state))));
  const observations = observePictures(instance, view, pictures);
  return {
    labels: observations.map(({ label }) => label),
    mistakes: observations.flatMap(({ state }, k) => {
      const truth = states[k];
      return truth ? mistakesIn(truth, state).map((mistake) => `frame ${k} ${mistake}`) : [];
    }),
  };
}

const EXACT = { labels: ["exact", "exact", "exact"], mistakes: [] };

describe("boards as drawn", () => {
  it.each([
    ["easy", "published"],
    ["easy", "top"],
    ["easy", "oblique"],
    ["medium", "published"],
    ["medium", "top"],
    ["medium", "oblique"],
    ["hard", "published"],
    ["hard", "top"],
    ["hard", "oblique"],
  ] as const)("%s, %s: patches, pegs and edges exact", (tier, view) => {
    expect(readBoard(tier, view)).toEqual(EXACT);
  });
});

describe("boards that are spoilt", () => {
  it.each([
    ["blurred by 1 px", blurred(1)],
    ["at 70 % contrast", withContrast(0.7)],
    ["shifted by parts of a pixel", moved([0.4, -0.3])],
    ["shifted by some pixels and zoomed by 2 %", moved([3.3, -2.6], 1.02)],
    ["zoomed out by 3 % and blurred", (picture) => blurred(1)(moved([0, 0], 0.97)(picture))],
  ] satisfies readonly (readonly [string, Spoiler])[])("%s: all exact", (_, spoil) => {
    expect(readBoard("easy", "published", spoil)).toEqual(EXACT);
  });
});

describe("an edge in growth", () => {
  const { instance, initial, plan } = boardOf("easy");
  const count = Math.ceil(plan.length / 2);
  const before = playMoves(initial, plan.slice(0, count)).state;
  const move = plan[count] ?? "U";
  const after = playMoves(before, [move]).state;
  const scene = oneStrokeTask.scene(initial, { ...PICTURE, view: "published" });
  const [growing] = edgesOfPath(after.path).slice(-1);
  const key = growing ? edgeKey(growing) : "";
  const index = latticeEdges(initial).findIndex((edge) => edgeKey(edge) === key);
  const [x, y] = headVertex(before);
  const edge = latticeEdges(initial)[index];
  const cover = edge && edge[0] === x && edge[1] === y ? "from-first" : "from-second";

  it.each([0.4, 0.6])("is read from its settled end, share %d within 0.2", (progress) => {
    const poses = [oneStrokeTask.poseOf(before), oneStrokeTask.poseDuring(before, move, progress)];
    const [, during] = observePictures(
      instance,
      "published",
      poses.map((pose) => pictureOf(scene, pose)),
    );
    expect(mistakesIn(before, during?.state, { [key]: cover })).toEqual([]);
    expect(Math.abs((during?.state?.edges[index]?.share ?? 9) - progress)).toBeLessThan(0.2);
  });

  it("is nothing before and whole at its end", () => {
    const pictures = [before, after].map((state) => pictureOf(scene, oneStrokeTask.poseOf(state)));
    const covers = observePictures(instance, "published", pictures).map(
      ({ state }) => state?.edges[index]?.cover,
    );
    expect(covers).toEqual(["none", "full"]);
  });
});
