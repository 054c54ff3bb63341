import { describe, expect, test } from "vitest";
import { oneStrokeTask } from "../../../../tasks/one-stroke/index.ts";
import { prepareScript } from "../../index.ts";
import { listRests, type Rest } from "../timing.ts";
import { lingerAt, quietMoment } from "./linger.ts";
import type { StrokeContext } from "./rollout.ts";

function contextOf(frames: number): StrokeContext {
  const instance = oneStrokeTask.generate("hard", 7);
  const size = { widthPx: 416, heightPx: 240 };
  const job = { instance, view: "top", frames, fps: 16, seed: 0, ...size };
  return prepareScript("oracle", job, 2.5).context;
}

const lengthOf = ({ firstFrame, lastFrame }: Rest): number => lastFrame - firstFrame + 1;

describe("lingerAt", () => {
  const context = contextOf(81);
  const rest = listRests(context)[0]?.[2] as Rest;

  test("a longer rest in a clip as long, every pose in its order", () => {
    const lingering = lingerAt(context, rest, 4);
    expect(lengthOf(rest)).toBe(1);
    expect(lengthOf(lingering.rest)).toBe(4);
    expect(lingering.poses).toHaveLength(81);
    expect([...new Set(lingering.poses)]).toEqual([...new Set(context.poses)]);
    const { firstFrame, lastFrame } = lingering.rest;
    for (let frame = firstFrame; frame <= lastFrame; frame++) {
      expect(lingering.poses[frame]).toBe(context.poses[rest.firstFrame]);
      expect(lingering.frames[frame]).toEqual({ moveIndex: rest.moveIndex, progress: 0 });
    }
    expect(lingering.poses[firstFrame - 1]).not.toBe(lingering.poses[firstFrame]);
    expect(lingering.poses[lastFrame + 1]).not.toBe(lingering.poses[lastFrame]);
  });

  test("either hold keeps half of its frames, whatever is asked for", () => {
    const lingering = lingerAt(context, rest, 100);
    const [opening, closing] = [context.poses[0], context.poses.at(-1)];
    const count = (poses: readonly unknown[], of: unknown): number =>
      poses.filter((pose) => pose === of).length;
    expect(count(lingering.poses, opening)).toBe(Math.ceil(count(context.poses, opening) / 2));
    expect(count(lingering.poses, closing)).toBe(Math.ceil(count(context.poses, closing) / 2));
    expect(lingering.poses).toHaveLength(81);
  });

  test("a rest that is long enough stays as it is", () => {
    expect(lingerAt(context, rest, 1)).toEqual({
      poses: context.poses,
      frames: context.timeline.frames,
      rest,
    });
  });
});

test("a quiet moment has two frames at rest on either side of the change", () => {
  const context = contextOf(81);
  for (const rest of listRests(context).flat()) {
    const { poses, frame } = quietMoment(context, rest);
    const around = [-2, -1, 0, 1].map((offset) => poses[frame + offset]);
    expect(new Set(around)).toEqual(new Set([context.poses[rest.firstFrame]]));
  }
});

test("rests of a clip in which the moves have no time to rest are those that it shows", () => {
  for (const rest of listRests(contextOf(12)).flat()) expect(lengthOf(rest)).toBe(1);
});
