/** What a reader keeps from frame to frame, and how its readings hang together. */
import { describe, expect, it } from "vitest";
import { untangleTask } from "../../tasks/untangle/index.ts";
import { flatten } from "../board/reference.ts";
import { createWorkingFrame } from "../image/working-frame.ts";
import { createSearchBudget, observeFrames } from "../observe.ts";
import { createRopeReader } from "./reader.ts";
import { instanceOf, stateAfter } from "./testing/boards.ts";
import { pictureOf, sceneOf } from "./testing/pictures.ts";

describe("a reader", () => {
  const instance = instanceOf("easy-2");
  const scene = sceneOf(instance);
  const reader = createRopeReader(instance, scene);
  const [before, after] = [0, 1].map((moves) => {
    return pictureOf(scene, untangleTask.poseOf(stateAfter("easy-2", moves)));
  });
  const frames = [before, after].map((picture, index) => {
    if (picture === undefined) throw new Error("expected a picture");
    return { index, timeSec: index / 8, image: flatten(picture) };
  });
  const tracked = observeFrames(frames, reader, { sampled: true, budget: createSearchBudget() });

  it("reads a frame twice alike, whatever it read in between", () => {
    const [first] = tracked;
    const image = frames[1]?.image;
    const { memory, place } = first ?? {};
    if (!memory || !place || !image) throw new Error("expected the first frame to be found");
    const fix = {
      ...{ boardToPixel: place, correlation: 1, contrastRatio: 1, visibleRatio: 1 },
      brightness: { gain: 1, bias: 0 },
    };
    const kept = structuredClone(memory.learnt);
    const once = reader.read(createWorkingFrame(image), fix, memory);
    reader.read(createWorkingFrame(image), fix, reader.start);
    const twice = reader.read(createWorkingFrame(image), fix, memory);
    expect(twice).toEqual(once);
    expect(memory.learnt).toEqual(kept);
  });

  it("starts with the instance's ends, and knows none of what other clips showed", () => {
    const again = observeFrames(frames, reader, { sampled: true, budget: createSearchBudget() });
    expect(again.map(({ observation }) => observation)).toEqual(
      tracked.map(({ observation }) => observation),
    );
  });

  it("tells crossings the same way from both ropes, in order along each", () => {
    for (const { observation } of tracked) {
      const ropes = observation.state?.ropes ?? [];
      expect(ropes.some(({ crossings }) => crossings.length > 0)).toBe(true);
      for (const [k, { crossings }] of ropes.entries()) {
        const shares = crossings.map(({ share }) => share);
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        for (const { other, at, share, isOver, sign } of crossings) {
          const twin = ropes[other]?.crossings.find((entry) => entry.otherShare === share);
          expect(twin).toMatchObject({ other: k, at, sign: sign === 1 ? -1 : 1 });
          expect(twin?.isOver).toBe(isOver === undefined ? undefined : !isOver);
        }
      }
    }
  });
});
