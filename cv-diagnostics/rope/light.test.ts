/** Light that changes, colours that drift, and pictures of which little is left. */
import { describe, expect, it } from "vitest";
import type { RgbaImage } from "../../core/image.ts";
import { untangleTask } from "../../tasks/untangle/index.ts";
import {
  blurred,
  type Spoiler,
  withContrast,
  withHueTurned,
  withNoise,
} from "../../tests/helpers/pipe-pictures.ts";
import { instanceOf, stateAfter } from "./testing/boards.ts";
import { mistakesIn, observe, pictureOf, sceneOf } from "./testing/pictures.ts";

const instance = instanceOf("easy-1");
const scene = sceneOf(instance);
const pose = untangleTask.poseOf(stateAfter("easy-1", 0));
const still = pictureOf(scene, pose);

function recoloured(change: (r: number, g: number, b: number) => readonly number[]): Spoiler {
  return (picture) => {
    const data = new Uint8ClampedArray(picture.data);
    for (let i = 0; i < data.length; i += 4) {
      data.set(change(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0), i);
    }
    return { ...picture, data };
  };
}

const lit = (...gains: readonly [number, number, number]): Spoiler =>
  recoloured((r, g, b) => [r * gains[0], g * gains[1], b * gains[2]]);

/** Moves the chromaticity of strong colours, which are the ropes', and of nothing else. */
const shifted = (red: number, green: number): Spoiler =>
  recoloured((r, g, b) => {
    const sum = r + g + b;
    if (Math.max(r, g, b) < 1.6 * Math.min(r, g, b)) return [r, g, b];
    return [r + red * sum, g + green * sum, b - (red + green) * sum];
  });

/** What was read of pictures that follow the board as drawn. */
function readAfterStart(pictures: readonly RgbaImage[]) {
  return observe(instance, scene, [still, ...pictures]).slice(1);
}

/** Expects every picture to be read without a mistake. */
function expectExact(pictures: readonly RgbaImage[]): void {
  const readings = readAfterStart(pictures);
  expect(readings.flatMap(({ state }) => mistakesIn(pose, state))).toEqual([]);
  expect(new Set(readings.map(({ label }) => label))).toEqual(new Set(["exact"]));
}

describe("changes that do not matter", () => {
  it.each([
    ["at 70 % of the light", lit(0.7, 0.7, 0.7)],
    ["at 50 % of the light", lit(0.5, 0.5, 0.5)],
    ["in warm light", lit(1, 0.85, 0.7)],
    ["in cold light", lit(0.75, 0.9, 1)],
    ["at 70 % contrast", withContrast(0.7)],
    ["blurred by 2 px", blurred(2)],
    ["with noise of 16 levels", withNoise(16, 5)],
  ] satisfies readonly (readonly [string, Spoiler])[])("%s: all exact at once", (_, spoil) => {
    expectExact([spoil(still)]);
  });
});

describe("colours that drift, a little more in every frame", () => {
  const FRAMES = 12;
  const film = (spoilAt: (share: number) => Spoiler): RgbaImage[] =>
    Array.from({ length: FRAMES }, (_, k) => spoilAt((k + 1) / FRAMES)(still));

  it.each([
    ["all hues by 20 degrees", (share: number) => withHueTurned(20 * share)],
    ["all hues by -20 degrees", (share: number) => withHueTurned(-20 * share)],
    ["ropes by 0.06 of chromaticity", (share: number) => shifted(-0.045 * share, 0.04 * share)],
  ] as const)("%s: all exact to the end", (_, spoilAt) => {
    expectExact(film(spoilAt));
  });
});

describe("pictures of which little is left", () => {
  it.each([
    ["half-way to grey", withContrast(0.45)],
    ["nearly grey", withContrast(0.25)],
    ["blurred by 5 px", blurred(5)],
    ["blurred by 12 px", blurred(12)],
    ["under heavy noise", withNoise(90, 5)],
  ] satisfies readonly (readonly [string, Spoiler])[])(
    "%s: never called exact with a wrong reading",
    (_, spoil) => {
      const [reading] = readAfterStart([spoil(still)]);
      const isWrong = mistakesIn(pose, reading?.state).length > 0;
      expect(isWrong && reading?.label === "exact").toBe(false);
    },
  );

  it("a fade is unread, not a board without ropes, and what follows is read again", () => {
    const [faded, after] = readAfterStart([withContrast(0.3)(still), still]);
    expect(faded?.label).toBe("failed");
    expect(faded?.state?.ropes.map(({ status }) => status)).not.toContain("absent");
    expect(faded?.state).toMatchObject({ missingHoles: [], strayHoles: [] });
    expect(after?.label).toBe("exact");
    expect(mistakesIn(pose, after?.state)).toEqual([]);
  });
});
