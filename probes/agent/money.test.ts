import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createScriptedChat, type ScriptedReply } from "../reasoners/scripted.ts";
import { runSuite } from "../run-suite.ts";
import {
  agentSuite,
  linesOf,
  newRunPath,
  PIPE_BOARD,
  pipe,
  play,
  solution,
} from "./testing/agent-suite.ts";
import { createPainter } from "./testing/rollout-makers.ts";
import { imagine } from "./testing/talks.ts";

const plan = solution(pipe, PIPE_BOARD).slice(0, 2);
const BOARD = { ...PIPE_BOARD, actionBudget: 4 };
const idle = Array.from({ length: BOARD.actionBudget - 2 }, () => "?");
const instances = [BOARD];

describe("money", () => {
  const priced = (replies: readonly ScriptedReply[]) =>
    createScriptedChat(replies, { costUsd: () => 0.25 });

  test("replies and pictures count, and are told apart", async () => {
    const { episode, result } = await play({
      instances,
      ...{ condition: "image", generator: createPainter({ host: {} }) },
      reasoner: priced([imagine("one"), ...plan, ...idle]),
    });
    const calls = 1 + BOARD.actionBudget;
    expect(episode).toMatchObject({ costUsd: 0.5, agent: { usage: { costUsd: calls * 0.25 } } });
    expect(result.costs).toMatchObject({ spentUsd: 0.5 });
    expect(result.reasonerCosts).toMatchObject({ spentUsd: calls * 0.25, unknownCount: 0 });
  });

  test("the budget ends an episode before the reply that does not fit; with more of it goes on", async () => {
    const script = [...plan, ...idle];
    const runPath = newRunPath();
    const options = { condition: "none", runPath } as const;
    const poor = priced(script);
    const short = await runSuite(
      agentSuite({ instances, ...options, reasoner: poor, changes: { maxCostUsd: 0.6 } }),
    );
    expect(short).toMatchObject({ status: "budget", undone: [BOARD.id] });
    expect(poor.asked).toHaveLength(2);
    const { episode } = await play({
      instances,
      ...{ ...options, reasoner: priced(script.slice(2)) },
      changes: { maxCostUsd: 100 },
    });
    expect(episode).toMatchObject({ status: "ok" });
    expect(linesOf(join(runPath, "episodes.jsonl"))).toHaveLength(1);
  });

  test("a price that nobody knows is null, and refused beside a limit before anything is asked", async () => {
    const { episode, result } = await play({
      instances,
      ...{ condition: "none", reasoner: createScriptedChat([...plan, ...idle]) },
    });
    expect(episode).toMatchObject({ agent: { usage: { costUsd: null } } });
    expect(result.reasonerCosts.spentUsd).toBeNull();
    const reasoner = createScriptedChat([...plan, ...idle]);
    const limited = runSuite(
      agentSuite({ instances, condition: "none", reasoner, changes: { maxCostUsd: 5 } }),
    );
    await expect(limited).rejects.toThrow(/price of scripted for --max-cost .*--prices FILE/);
    expect(reasoner.asked).toEqual([]);
  });
});
