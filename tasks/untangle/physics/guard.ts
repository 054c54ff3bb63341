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

/** Numbers of one rope in the arrays of a world. */
const STRIDE = particleOffset(1, 0);

export type Guard = {
  /** Remembers where everything is before a substep. @returns what `moved` would */
  begin(sight: Sight): Float64Array;
  /**
   * How far any particle of each rope has moved since the last refresh, then 0 for posts; valid until
   * the next call.
   */
  moved(): Float64Array;
  /** Takes back what moved too far since `begin`. */
  end(): void;
  /** Lets everything pass; the list of near pairs is kept good. */
  endFreely(): void;
  /** Lists near pairs anew; to be called before each tick. */
  refresh(sight: Sight): void;
};

export function createGuard(world: World, contacts: Contacts): Guard {
  const { ropeCount, positions, previous } = world;
  const reference = new Float64Array(positions.length);
  /** How far each particle may move, by offset. */
  const bounds = new Float64Array(positions.length);
  /** A distance that all pairs keep for sure. */
  let safeDistance = 0;
  let drift = 0;
  /**
   * Of each rope: sums of its longest steps since the last refresh, and the current one added. Then 0
   * for posts.
   */
  const drifts = new Float64Array(ropeCount + 1);
  const moved = new Float64Array(ropeCount + 1);
  /** Longest step of each rope in the current substep, when last measured. */
  const steps = new Float64Array(ropeCount);

  /** Fills `steps`. @returns the longest one */
  const measureSteps = (): number => {
    measureLongestSteps(positions, reference, steps);
    let longest = 0;
    for (let rope = 0; rope < ropeCount; rope++) {
      const step = steps[rope] as number;
      if (step > longest) longest = step;
    }
    return longest;
  };

  const addDrift = (longest: number): void => {
    for (let rope = 0; rope < ropeCount; rope++) {
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
    const end = particleOffset(ropeCount, 0);
    for (let at = 0; at < end; at += 3) {
      const length = Math.sqrt(squaredStep(positions, reference, at));
      const bound = bounds[at] as number;
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
      for (let rope = 0; rope < ropeCount; rope++) {
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

/** Longest step of any particle of each rope. */
function measureLongestSteps(
  positions: Float64Array,
  reference: Float64Array,
  steps: Float64Array,
): void {
  let at = 0;
  for (let rope = 0; rope < steps.length; rope++) {
    let longest = 0;
    for (const end = at + STRIDE; at < end; at += 3) {
      const squared = squaredStep(positions, reference, at);
      if (squared > longest) longest = squared;
    }
    steps[rope] = Math.sqrt(longest);
  }
}

function squaredStep(positions: Float64Array, reference: Float64Array, at: number): number {
  const dx = (positions[at] as number) - (reference[at] as number);
  const dy = (positions[at + 1] as number) - (reference[at + 1] as number);
  const dz = (positions[at + 2] as number) - (reference[at + 2] as number);
  return dx * dx + dy * dy + dz * dz;
}
