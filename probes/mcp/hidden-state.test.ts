/** Results of whole episodes are searched for what only the picture may tell. */
import { afterEach, describe, expect, test } from "vitest";
import { TASKS } from "../../tasks/registry.ts";
import { createFilmer, createPainter } from "../agent/testing/rollout-makers.ts";
import { secretsOf, wayOf } from "../reasoners/testing/secrets.ts";
import { enter, leaveAll } from "./testing/room.ts";

afterEach(leaveAll);

describe.each(TASKS.items.map((task) => [task.id, task] as const))("%s", (_, task) => {
  test.each(["none", "image", "video"] as const)(
    "no result holds anything of the state or the way to the goal, %s",
    async (condition) => {
      const generator =
        condition === "image"
          ? createPainter()
          : condition === "video"
            ? createFilmer()
            : undefined;
      const instance = task.generate("easy", 2);
      const { states, plan: way } = wayOf(task, task.initialState(instance));
      const { call, told, client } = await enter(generator === undefined ? {} : { generator });
      const episode = instance.id;
      await call("list_tasks");
      await call("start_episode", { task: task.id, tier: "easy", seed: 2 });
      if (condition !== "none") await call(`imagine_${condition}`, { episode, prompt: "words" });
      const said = way.slice(0, 2).map((action) => task.encodeAnswer(action));
      for (const answer of ["?", '{"answer":{"x":99,"y":0}}', ...said])
        await call("act", { episode, answer });
      await call("observe", { episode });
      await call("judge", { episode });
      await call("end_episode", { episode });
      await call("judge", { episode });
      told.push(JSON.stringify((await client.listTools()).tools), client.getInstructions() ?? "");
      // What the client said itself comes back in the record.
      const own = JSON.stringify(said);
      const secrets = secretsOf(task, states, way).filter(
        (secret) => !own.includes(secret) && !said.some((answer) => answer.includes(secret)),
      );
      expect(secrets.length).toBeGreaterThan(5);
      const all = told.join("\n");
      expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
      expect(all).toContain("State 0.");
    },
  );
});
