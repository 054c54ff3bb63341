import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { createFilmer } from "../agent/testing/rollout-makers.ts";
import { ANSWERS, PIPE_1, recordOf } from "./testing/pipe-1.ts";
import { enter, leaveAll } from "./testing/room.ts";

afterEach(leaveAll);

describe("a clip", () => {
  test("is made once, before the first move, shown in eight frames, and judged at the end", async () => {
    const { call, folder } = await enter({ generator: createFilmer() });
    const episode = PIPE_1.id;
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    const made = await call("imagine_video", { episode, prompt: "The pieces turn." });
    expect(made.pictures).toBe(8);
    expect(made.data).toMatchObject({ imaginationsLeft: 0 });
    expect(readFileSync(String(made.data["file"])).length).toBeGreaterThan(0);
    expect((await call("observe", { episode })).pictures).toBe(9);
    expect((await call("imagine_video", { episode, prompt: "Another." })).isError).toBe(true);
    expect((await call("act", { episode, answer: ANSWERS[0] })).pictures).toBe(1);
    expect((await call("observe", { episode })).pictures).toBe(9);
    await call("end_episode", { episode });
    const judged = await call("judge", { episode });
    expect(judged.data).toMatchObject({ verdict: { processValid: true } });
    const record = await recordOf(folder, episode);
    expect(record).toMatchObject({ condition: "video", verdict: { processValid: true } });
    expect(record.agent?.steps[0]?.imaginations[0]).toMatchObject({
      ...{ kind: "video", prompt: "The pieces turn.", verdict: { processValid: true } },
    });
  });

  test("is not made after the first move, as it is judged from the start", async () => {
    const { call } = await enter({ generator: createFilmer() });
    await call("start_episode", { task: "pipe", tier: "easy", seed: 1 });
    await call("act", { episode: PIPE_1.id, answer: ANSWERS[0] });
    const late = await call("imagine_video", { episode: PIPE_1.id, prompt: "Late." });
    expect(late).toMatchObject({ isError: true, data: { reason: "limit" } });
  });
});
