/** Whole talks are searched for what only the picture may tell. */
import { describe, expect, test } from "vitest";
import { TASKS } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { AGENT_CONDITIONS, type AgentCondition } from "../reasoners/agent-prompt.ts";
import { createScriptedChat, type ScriptedReply } from "../reasoners/scripted.ts";
import { secretsOf, wayOf } from "../reasoners/testing/secrets.ts";
import { agentOf, play } from "./testing/agent-suite.ts";
import { createPainter, createReel } from "./testing/rollout-makers.ts";
import { imagine } from "./testing/talks.ts";

/** Everything that was told in an episode, without what the model said itself. */
async function tellAll(
  task: AnyTask,
  condition: AgentCondition,
  protocol: "native" | "text",
): Promise<{
  readonly told: string;
  readonly states: readonly unknown[];
  readonly plan: readonly unknown[];
}> {
  const instance = { ...task.generate("easy", 2), actionBudget: 4 };
  const { states, plan } = wayOf(task, task.initialState(instance));
  const answers = plan.slice(0, 2).map((action) => task.encodeAnswer(action));
  const asking: readonly ScriptedReply[] =
    condition === "image" || condition === "video"
      ? protocol === "native"
        ? [imagine("words", `imagine_${condition}`)]
        : [`<${condition}_prompt>words</${condition}_prompt>`]
      : [];
  const moves = [...answers, ...Array.from({ length: 4 }, () => "?")];
  const script =
    condition === "text" ? moves.flatMap((answer) => ["words", answer]) : [...asking, ...moves];
  const generator =
    condition === "image" ? createPainter() : condition === "video" ? createReel() : undefined;
  const { chat, episode } = await play({
    ...{ condition, instances: [instance] },
    reasoner: createScriptedChat(script, { protocol }),
    ...(generator === undefined ? {} : { generator }),
  });
  expect(agentOf(episode).steps.length).toBeGreaterThan(0);
  const told = chat().flatMap(({ request }) => [
    ...request.messages.flatMap(({ role, content, text }) =>
      role === "assistant" ? [] : [text ?? "", ...(content ?? []).map((part) => part.text ?? "")],
    ),
    JSON.stringify(request.tools),
  ]);
  return { told: told.join("\n"), states, plan };
}

describe.each(TASKS.items.map((task) => [task.id, task] as const))("%s", (_, task) => {
  test("no request of a whole episode holds anything of the state or the way to the goal", async () => {
    for (const condition of AGENT_CONDITIONS) {
      for (const protocol of ["native", "text"] as const) {
        const { told, states, plan } = await tellAll(task, condition, protocol);
        const secrets = secretsOf(task, states, plan);
        expect(secrets.length).toBeGreaterThan(5);
        expect(told).toContain("State 0.");
        expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
      }
    }
  });
});

test("the search finds a prompt that leaks", async () => {
  const pipe = TASKS.get("pipe");
  const { states, plan } = wayOf(pipe, pipe.initialState(pipe.generate("easy", 2)));
  const told = Object.values(pipe.rolloutValues(states[0], plan)).join("\n");
  expect(secretsOf(pipe, states, plan).filter((secret) => told.includes(secret))).not.toEqual([]);
});
