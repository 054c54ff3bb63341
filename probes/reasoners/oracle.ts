/** The policy that knows the way: the first move of a shortest plan from each state. */
import { describeMismatch, RuleError } from "../../core/errors.ts";
import type { AnyTask } from "../../tasks/task.ts";
import type { PolicyReasoner } from "./reasoner.ts";

export const oracleReasoner: PolicyReasoner = {
  kind: "policy",
  id: "oracle",
  version: "1",
  params: {},
  answer: (task, state) => {
    const [next] = task.solve(state) ?? [];
    return task.encodeAnswer(next ?? firstLegal(task, state));
  },
};

/** Where no plan exists, any legal move is as good as another. */
function firstLegal(task: AnyTask, state: unknown): unknown {
  const [first] = task.legalActions(state);
  if (first !== undefined) return first;
  throw new RuleError(describeMismatch("a state of the world", "a legal action", "none"));
}
