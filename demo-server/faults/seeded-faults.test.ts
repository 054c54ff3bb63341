import { describe, expect, it } from "vitest";
import { seededFaults } from "./seeded-faults.ts";

describe("seededFaults", () => {
  const question = { provider: "replicate", action: "content", job: undefined } as const;
  const draw = (seed: number, rate: number) =>
    Array.from({ length: 400 }, (_, ordinal) => seededFaults(seed, rate)({ ...question, ordinal }));

  it("plays the same for the same seed, and something else for another", () => {
    expect(draw(7, 0.3)).toEqual(draw(7, 0.3));
    expect(draw(7, 0.3)).not.toEqual(draw(8, 0.3));
  });

  it("keeps to its rate, and plays every kind that fits", () => {
    const faults = draw(7, 0.3).filter((fault) => fault !== undefined);
    expect(faults.length).toBeGreaterThan(80);
    expect(faults.length).toBeLessThan(160);
    expect(new Set(faults.map(({ kind }) => kind)).size).toBe(10);
    expect(draw(7, 0).every((fault) => fault === undefined)).toBe(true);
  });

  it("can be kept to some kinds", () => {
    const plan = seededFaults(7, 1, { kinds: ["unavailable", "socket-drops"] });
    expect(plan({ ...question, ordinal: 0 })).toEqual({ kind: "unavailable" });
    const other = seededFaults(7, 1, {
      kinds: ["unavailable", "reset-after"],
      except: ["unavailable"],
    });
    expect(other({ ...question, ordinal: 0 })).toEqual({ kind: "reset-after" });
    expect(seededFaults(7, 1, { kinds: [] })({ ...question, ordinal: 0 })).toBeUndefined();
  });
});
