import { describe, expect, test } from "vitest";
import { RuleError } from "../../../../core/errors.ts";
import { breaksOf } from "../../../../tests/helpers/untangle-pose-reader.ts";
import { FPS, type RolloutName, rolloutOf } from "../../../../tests/helpers/untangle-rollouts.ts";
import { type RopeCheck, type RopeTruth, UNTANGLE_FAULTS } from "./index.ts";

const ROLLOUTS: readonly RolloutName[] = ["oneMove", "easy", "medium"];

function plant(fault: string, name: RolloutName, options: Parameters<typeof rolloutOf>[2] = {}) {
  const context = rolloutOf(name, `fault:${fault}`, options);
  const script = UNTANGLE_FAULTS[fault];
  if (script === undefined) throw new Error(`expected a fault but received ${fault}`);
  const { shots, truth, warnings } = script(context);
  return {
    valid: context.poses,
    faulty: shots.map(({ pose }) => pose),
    truth: truth as RopeTruth,
    warnings,
  };
}

/** Consequences that depend on how much there is of them. */
const MAY: readonly RopeCheck[] = ["length_conserved", "one_move_at_a_time", "rope_integrity"];

test("the valid rollouts break nothing", () => {
  for (const name of ROLLOUTS) expect(breaksOf(rolloutOf(name, "oracle").poses)).toEqual(new Map());
});

describe.each(Object.keys(UNTANGLE_FAULTS))("fault:%s", (fault) => {
  test.each(ROLLOUTS)("%s: breaks its check at its time, and besides only what is told", (name) => {
    const { valid, faulty, truth } = plant(fault, name);
    const found = breaksOf(faulty);
    const told: RopeCheck[] = [truth.check, ...truth.alsoChecks];
    expect(told).toEqual(expect.arrayContaining([...found.keys()]));
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(told.filter((check) => check === truth.check || !MAY.includes(check))),
    );
    const first = found.get(truth.check) ?? Number.NaN;
    expect(Math.abs(first - truth.frame)).toBeLessThanOrEqual(fault === "two-ends-at-once" ? 2 : 0);
    expect(faulty).toHaveLength(valid.length);
    expect(faulty[0]).toEqual(valid[0]);
    expect(truth.frame / valid.length).toBeGreaterThan(0.15);
    expect(truth.frame / valid.length).toBeLessThan(0.78);
    const last = truth.toFrame ?? valid.length - 1;
    expect(last - truth.frame + 1).toBeGreaterThanOrEqual(0.4 * FPS);
  });

  test("tells its name and its places in the agreed way", () => {
    const { truth } = plant(fault, "easy");
    expect(truth.fault).toBe(fault);
    expect(truth.where.length).toBeGreaterThan(0);
    for (const place of truth.where) {
      expect(place).toMatch(/^(rope [a-z]+|crossing [a-z]+\/[a-z]+|hole \(\d,\d\))$/);
    }
  });

  test("follows from the seeds", () => {
    expect(plant(fault, "easy", { seed: 5 })).toEqual(plant(fault, "easy", { seed: 5 }));
  });

  test("a clip too short to show it is refused", () => {
    expect(() => plant(fault, "easy", { frames: 1 })).toThrow(RuleError);
    expect(() => plant(fault, "easy", { frames: 12 })).toThrow(RuleError);
  });
});
