import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RuleError } from "../../../../core/errors.ts";
import { TIERS, type Tier } from "../../../../core/schema/common.ts";
import { pipeTask } from "../../../../tasks/pipe/index.ts";
import type { PipeCellPose, PipePose } from "../../../../tasks/pipe/render.ts";
import { currentMask } from "../../../../tasks/pipe/rules.ts";
import { pipeKind } from "../../../../tasks/pipe/state.ts";
import { prepareScript } from "../../index.ts";
import type { PlantedTruth } from "../../script.ts";
import { getScript } from "../../scripts.ts";
import { PIPE_FAULTS } from "./index.ts";
import { countColourConflicts } from "./plant.ts";

const FPS = 16;
const RUNS = 15;
const boards = [fc.constantFrom<Tier>(...TIERS), fc.integer({ min: 0, max: 5000 })] as const;

type Film = {
  readonly valid: readonly PipePose[];
  readonly faulty: readonly PipePose[];
  readonly truth: PlantedTruth;
  readonly gridSize: number;
};

function plant(name: string, tier: Tier, seed: number, frames = 81, requestSeed = 0): Film {
  const instance = pipeTask.generate(tier, seed);
  const id = `fault:${name}`;
  const size = { widthPx: 416, heightPx: 240 };
  const job = { instance, view: "published", frames, fps: FPS, seed: requestSeed, ...size };
  const { context } = prepareScript(id, job, 2.5);
  const { shots, truth } = getScript(id, "pipe")(context);
  if (truth === undefined) throw new Error("no truth");
  return {
    valid: context.poses,
    faulty: shots.map((shot) => shot.pose),
    truth,
    gridSize: context.poses[0].gridSize,
  };
}

function cellsOf({ truth, gridSize }: Film): number[] {
  const cells = truth.cells ?? (truth.cell === undefined ? [] : [truth.cell]);
  return cells.map(({ x, y }) => y * gridSize + x);
}

/** Calls back for every cell of every frame that is not as in the valid rollout. */
function forEachDifference(
  film: Film,
  visit: (frame: number, index: number, valid: PipeCellPose, faulty: PipeCellPose) => void,
): number {
  let count = 0;
  film.valid.forEach((pose, frame) => {
    pose.cells.forEach((cell, index) => {
      const other = film.faulty[frame]?.cells[index];
      if (other === undefined) throw new Error("cell missing");
      if (JSON.stringify(cell) === JSON.stringify(other)) return;
      count++;
      visit(frame, index, cell, other);
    });
  });
  return count;
}

const lastFrameOf = (film: Film): number => film.truth.toFrame ?? film.valid.length - 1;

describe.each(Object.keys(PIPE_FAULTS))("fault:%s", (name) => {
  test("begins and ends as the truth says, with the start and the solved board", () => {
    fc.assert(
      fc.property(...boards, (tier, seed) => {
        const film = plant(name, tier, seed);
        const frames = new Set<number>();
        expect(forEachDifference(film, (frame) => frames.add(frame))).toBeGreaterThan(0);
        expect(Math.min(...frames)).toBe(film.truth.frame);
        expect(film.truth.frame).toBeGreaterThan(0);
        expect(film.faulty[0]).toEqual(film.valid[0]);
        const masks = (film.faulty.at(-1)?.cells ?? []).map((cell) =>
          currentMask(cell.mask, cell.angleDeg / 90),
        );
        expect(masks.every((mask, index) => mask === 0 || film.valid[0]?.cells[index])).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test("follows from the seeds", () => {
    expect(plant(name, "medium", 9)).toEqual(plant(name, "medium", 9));
    const truths = Array.from({ length: 8 }, (_, seed) => plant(name, "hard", 9, 81, seed).truth);
    expect(new Set(truths.map((truth) => JSON.stringify(truth))).size).toBeGreaterThan(1);
  });

  test("leaves colours consistent with what is shown, unless colour is the fault", () => {
    fc.assert(
      fc.property(...boards, (tier, seed) => {
        const { faulty, valid, truth } = plant(name, tier, seed);
        expect(countColourConflicts(valid)).toBe(0);
        expect(countColourConflicts(faulty)).toBe(truth.colourConflictFrames);
        if (name !== "wrong-colour") expect(truth.colourConflictFrames).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });

  test("a clip too short to show it is refused", () => {
    expect(() => plant(name, "easy", 1, 1)).toThrow(RuleError);
  });
});

describe("what differs from the valid rollout, and nothing else", () => {
  function expectOnly(
    name: string,
    check: (film: Film, valid: PipeCellPose, faulty: PipeCellPose, frame: number) => void,
  ): void {
    fc.assert(
      fc.property(...boards, (tier, seed) => {
        const film = plant(name, tier, seed);
        const cells = cellsOf(film);
        const last = lastFrameOf(film);
        const seen = new Set<string>();
        forEachDifference(film, (frame, index, valid, faulty) => {
          expect(cells).toContain(index);
          expect(frame).toBeGreaterThanOrEqual(film.truth.frame);
          expect(frame).toBeLessThanOrEqual(last);
          seen.add(`${frame} ${index}`);
          check(film, valid, faulty, frame);
        });
        const frames = last - film.truth.frame + 1;
        expect(seen.size).toBe(frames * cells.length);
      }),
      { numRuns: RUNS },
    );
  }

  test("retype: another kind in the same place, at the same turn", () => {
    expectOnly("retype", (_, valid, faulty) => {
      expect({ ...faulty, mask: valid.mask }).toEqual(valid);
      expect(pipeKind(faulty.mask)).not.toBe(pipeKind(valid.mask));
      expect(["end", "straight", "bend", "tee"]).toContain(pipeKind(faulty.mask));
      expect(valid.isSource || valid.mask === 0).toBe(false);
    });
  });

  test("vanish: a piece that is not the source becomes an empty cell", () => {
    expectOnly("vanish", (_, valid, faulty) => {
      expect(faulty).toEqual({ mask: 0, angleDeg: 0, connected: false, isSource: false });
      expect(valid.isSource || valid.mask === 0).toBe(false);
    });
  });

  test("spawn: an empty cell gets a piece that is joined to nothing", () => {
    expectOnly("spawn", (_, valid, faulty) => {
      expect(valid).toMatchObject({ mask: 0, isSource: false });
      expect(faulty.mask).toBeGreaterThan(0);
      expect(faulty.connected).toBe(false);
    });
  });

  test("source-moved: the hub changes places, colours and turns do not", () => {
    expectOnly("source-moved", (_, valid, faulty) => {
      expect(faulty).toEqual({ ...valid, isSource: !valid.isSource });
    });
  });

  test("wrong-colour: only the colour, of a piece at rest, for 0.6 s or more", () => {
    expectOnly("wrong-colour", (film, valid, faulty, frame) => {
      expect(faulty).toEqual({ ...valid, connected: !valid.connected });
      expect(valid.angleDeg % 90).toBe(0);
      expect((lastFrameOf(film) - film.truth.frame + 1) / FPS).toBeGreaterThanOrEqual(0.6);
      const [index = -1] = cellsOf(film);
      for (const at of [film.truth.frame - 1, frame, lastFrameOf(film) + 1]) {
        expect(film.valid[at]?.cells[index]).toEqual(valid);
      }
    });
  });
});

/** Cells that are between two quarter turns. */
const turning = (pose: PipePose | undefined): number[] =>
  (pose?.cells ?? []).flatMap((cell, index) => (cell.angleDeg % 90 === 0 ? [] : [index]));

test("counter-clockwise: the piece's angle falls, step by step, and no other piece turns", () => {
  fc.assert(
    fc.property(...boards, (tier, seed) => {
      const film = plant("counter-clockwise", tier, seed);
      const [index = -1] = cellsOf(film);
      const { frame, toFrame = 0 } = film.truth;
      let before = film.faulty[frame - 1]?.cells[index]?.angleDeg ?? Number.NaN;
      for (let at = frame; at < toFrame; at++) {
        expect(turning(film.faulty[at]).every((cell) => cell === index)).toBe(true);
        const angle = film.faulty[at]?.cells[index]?.angleDeg ?? Number.NaN;
        const fell = (((before - angle) % 360) + 360) % 360;
        expect(fell).toBeLessThanOrEqual(90);
        before = angle;
      }
      expect(film.faulty.slice(0, frame)).toEqual(film.valid.slice(0, frame));
      expect(film.faulty.slice(toFrame + 1).at(-1)).toEqual(film.valid.at(-1));
    }),
    { numRuns: RUNS },
  );
});

test("two-at-once: two pieces turn clockwise in the same frames, and never otherwise", () => {
  fc.assert(
    fc.property(...boards, (tier, seed) => {
      const film = plant("two-at-once", tier, seed);
      const { frame, toFrame = 0 } = film.truth;
      const cells = cellsOf(film);
      expect(new Set(cells).size).toBe(2);
      expect(toFrame).toBeGreaterThan(frame);
      film.faulty.forEach((pose, at) => {
        const isInside = at >= frame && at < toFrame;
        if (isInside) expect(turning(pose)).toEqual(cells);
        else expect(turning(pose).length).toBeLessThanOrEqual(1);
        const isAhead = turning(film.valid[at]).some((cell) => cells.includes(cell));
        if (at < frame || (at > toFrame && !isAhead)) expect(pose).toEqual(film.valid[at]);
      });
      for (const index of cells) {
        const angles = [frame - 1, frame, toFrame - 1].map(
          (at) => film.faulty[at]?.cells[index]?.angleDeg ?? Number.NaN,
        );
        expect(angles[1]).toBeGreaterThan(angles[0] ?? Number.NaN);
        expect(angles[2]).toBeGreaterThanOrEqual(angles[1] ?? Number.NaN);
        expect(angles[2]).toBeLessThan((angles[0] ?? Number.NaN) + 90);
      }
    }),
    { numRuns: RUNS },
  );
});
