/**
 * Nothing passes through anything: no particle may move in a substep so far that its segments could
 * reach another one. If all particles of two segments at distance D move by at most s D with
 * s < 1/2, every pair of their points stays apart by at least (1 - 2 s) D on the way, also between
 * the ends of the substep (the bound of penetration-free contact solvers; A. Chen and others,
 * "Offset Geometric Contact", SIGGRAPH 2025, section on displacement bounds). Ours: the published
 * simulation has no such bound.
 */
import type { Contacts } from "./contacts.ts";
import type { Sight } from "./nearest.ts";
import { LIST_DISTANCE, LIST_DRIFT } from "./pair-list.ts";
import { particleOffset, type World } from "./world.ts";

/** s above. */
const SHARE = 0.45;

export type Guard = {
  /** Remembers where everything is before a substep. @returns what `moved` would */
  begin(sight: Sight): Float64Array;
  /** How far any particle of each rope has moved since the last refresh; valid until the next call. */
  moved(): Float64Array;
  /** Takes back what moved too far since `begin`. */
  end(): void;
  /** Lets everything pass; the list of near pairs is kept good. */
  endFreely(): void;
  /** Lists near pairs anew; to be called before each tick. */
  refresh(sight: Sight): void;
};

export function createGuard(world: World, contacts: Contacts): Guard {
  const { positions, previous } = world;
  const reference = new Float64Array(positions.length);
  const bounds = new Float64Array(positions.length / 3);
  /** A distance that all pairs keep for sure. */
  let safeDistance = 0;
  let drift = 0;
  /** Of each rope: sums of its longest steps since the last refresh, and the current one added. */
  const drifts = new Float64Array(world.ropeCount);
  const moved = new Float64Array(world.ropeCount);
  /** Longest step of each rope in the current substep, when last measured. */
  const steps = new Float64Array(world.ropeCount);

  const squaredStep = (at: number): number => {
    const dx = (positions[at] as number) - (reference[at] as number);
    const dy = (positions[at + 1] as number) - (reference[at + 1] as number);
    const dz = (positions[at + 2] as number) - (reference[at + 2] as number);
    return dx * dx + dy * dy + dz * dz;
  };

  /** Longest step of any particle of a rope. */
  const longestOf = (rope: number): number => {
    let longest = 0;
    const end = particleOffset(rope + 1, 0);
    for (let at = particleOffset(rope, 0); at < end; at += 3) {
      const squared = squaredStep(at);
      if (squared > longest) longest = squared;
    }
    return Math.sqrt(longest);
  };

  /** Fills `steps`. @returns the longest one */
  const measureSteps = (): number => {
    let longest = 0;
    for (let rope = 0; rope < world.ropeCount; rope++) {
      const step = longestOf(rope);
      steps[rope] = step;
      if (step > longest) longest = step;
    }
    return longest;
  };

  const addDrift = (longest: number): void => {
    for (let rope = 0; rope < world.ropeCount; rope++) {
      drifts[rope] = (drifts[rope] as number) + (steps[rope] as number);
    }
    safeDistance -= 2 * longest;
    drift += longest;
  };

  /** Shortens steps that exceed their bound, and what is kept of them for the next substep. */
  const shorten = (): void => {
    bounds.fill(SHARE * (LIST_DISTANCE - 2 * drift));
    safeDistance = Math.min(
      LIST_DISTANCE - 2 * drift,
      contacts.measureRoom(reference, bounds, SHARE),
    );
    const end = particleOffset(world.ropeCount, 0);
    for (let at = 0; at < end; at += 3) {
      const length = Math.sqrt(squaredStep(at));
      const bound = bounds[at / 3] as number;
      if (length <= bound) continue;
      const share = bound / length;
      for (let axis = at; axis < at + 3; axis++) {
        const place = positions[axis] as number;
        const kept = (place - (previous[axis] as number)) * share;
        const from = reference[axis] as number;
        positions[axis] = from + (place - from) * share;
        previous[axis] = (positions[axis] as number) - kept;
      }
    }
  };

  const refresh = (sight: Sight): void => {
    contacts.refresh(sight);
    drift = 0;
    drifts.fill(0);
    safeDistance = 0;
  };

  return {
    refresh,
    begin(sight) {
      if (drift > LIST_DRIFT) refresh(sight);
      reference.set(positions);
      return drifts;
    },
    moved() {
      measureSteps();
      for (let rope = 0; rope < world.ropeCount; rope++) {
        moved[rope] = (drifts[rope] as number) + (steps[rope] as number);
      }
      return moved;
    },
    end() {
      let longest = measureSteps();
      if (longest > SHARE * safeDistance) {
        shorten();
        longest = measureSteps();
      }
      addDrift(longest);
    },
    endFreely: () => addDrift(measureSteps()),
  };
}
