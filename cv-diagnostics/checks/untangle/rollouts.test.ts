/** Whole rollouts as ideal and as noisy readings: a valid one passes, a planted fault is named. */
import { describe, expect, it } from "vitest";
import type { UntanglePose } from "../../../tasks/untangle/index.ts";
import { plantRopeFault, ROPE_FAULTS } from "../../../tests/helpers/rope-fault-clips.ts";
import {
  instanceOf,
  type Noise,
  observeStates,
  readNoisily,
  readPose,
} from "../../../tests/helpers/rope-readings.ts";
import { type RolloutName, rolloutOf } from "../../../tests/helpers/untangle-rollouts.ts";
import { needsFramesBetween } from "./between.ts";
import { concludeUntangle } from "./conclude.ts";
import { straightLineSolved } from "./straight-line-rule.ts";

function judge(name: RolloutName, poses: readonly UntanglePose[], noise?: Noise) {
  const { states } = contextOf(name);
  const [start] = states;
  if (start === undefined) throw new Error("expected a first state");
  const colours = start.ropes.map(({ colour }) => colour);
  const read = noise
    ? readNoisily(poses, colours, noise)
    : poses.map((pose) => readPose(pose, colours));
  const instance = instanceOf(start);
  const observations = observeStates(read, needsFramesBetween);
  return { ...concludeUntangle(observations, instance), observations, instance };
}

const contexts = new Map<string, ReturnType<typeof rolloutOf>>();
function contextOf(name: RolloutName, frames = 81) {
  const key = `${name} ${frames}`;
  const context = contexts.get(key) ?? rolloutOf(name, "oracle", { frames });
  contexts.set(key, context);
  return context;
}

const failures = ({ checks }: ReturnType<typeof judge>) =>
  checks.filter(({ outcome }) => outcome !== "pass");

describe("a valid rollout", () => {
  it.each([
    ["oneMove", 81],
    ["easy", 81],
    ["easy", 33],
    ["medium", 81],
    ["tangled", 97],
  ] as const)("passes: %s in %d frames", (name, frames) => {
    const { poses, plan } = contextOf(name, frames);
    const verdict = judge(name, poses);
    expect(failures(verdict)).toEqual([]);
    expect(verdict.terminal).toMatchObject({ outcome: "pass", goalEverReached: true });
    expect(verdict.plan).toMatchObject({ actions: plan, legal: true, reachesGoal: true });
  });

  it.each(["easy", "medium", "tangled"] as const)(
    "fails no check when read with noise: %s",
    (name) => {
      const { poses, plan } = contextOf(name);
      for (const seed of [1, 2, 3]) {
        const noise = { seed, jitter: 0.03, untoldOver: 0.05, unreadRope: 0.02, lostFrame: 0.01 };
        const verdict = judge(name, poses, noise);
        expect(verdict.checks.filter(({ outcome }) => outcome === "fail")).toEqual([]);
        expect(verdict.plan?.actions).toEqual(plan);
      }
    },
  );

  it("is undetermined when it is too fast to show its carries", () => {
    const verdict = judge("medium", contextOf("medium", 17).poses);
    expect(failures(verdict).map(({ name, outcome }) => [name, outcome])).toEqual([
      ["endpoint_track_consistency", "undetermined"],
    ]);
  });
});

describe("a clip in which nothing moves", () => {
  it("breaks no rule and does not solve the board", () => {
    const [pose] = contextOf("easy").poses;
    if (pose === undefined) throw new Error("expected a pose");
    const verdict = judge(
      "easy",
      Array.from({ length: 81 }, () => pose),
    );
    expect(failures(verdict)).toEqual([]);
    expect(verdict.terminal).toMatchObject({ outcome: "fail", reason: "ropes_still_cross" });
    expect(verdict.plan).toEqual({ actions: [], frames: [], legal: true, reachesGoal: false });
  });
});

/** Faults that change how ropes lie are planted among more ropes as well. */
const CASES = [
  ...ROPE_FAULTS.map((fault) => [fault, "easy"] as const),
  ...["flip-crossing", "silent-crossing", "stretch"].map((fault) => [fault, "medium"] as const),
];

describe("a planted fault", () => {
  it.each(CASES)("is named where and when it is: %s, %s", (fault, name) => {
    const { poses, truth } = plantRopeFault(fault, name);
    const verdict = judge(name, poses);
    const found = verdict.checks.find((check) => check.name === truth.check);
    const sampling = Math.ceil((poses.length - 1) / 40);
    const near = found?.violations.filter(
      ({ where, frame }) =>
        where.split(" and ").some((place) => truth.where?.includes(place) === true) &&
        Math.abs(frame - truth.frame) <= sampling,
    );
    expect(found).toMatchObject({ outcome: "fail" });
    expect(near).not.toEqual([]);
    const others = failures(verdict).filter(
      (check) => check.name !== truth.check && truth.alsoChecks?.includes(check.name) !== true,
    );
    expect(others.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  });
});

describe("the straight-line rule", () => {
  it("accepts a board whose tangled rope has vanished, and ours does not", () => {
    const verdict = judge("oneMove", plantRopeFault("vanish-rope", "oneMove").poses);
    expect(straightLineSolved(verdict.observations, verdict.instance)).toBe(true);
    expect(verdict.terminal).toMatchObject({ outcome: "fail", reason: "ropes_missing_or_foreign" });
  });
});
