/**
 * The episode loop: observe, decide, read the answer, step, until the world ends or the budget of steps
 * is spent. The same for every condition and every reasoner; what leads to an answer is the decider's.
 */
import type { AgentStep } from "../../core/schema/agent.ts";
import type { WorldOutcome } from "../../core/schema/episode.ts";
import type { Instance } from "../../core/schema/instance.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { extractAction } from "../answer/index.ts";
import type { Decider, Decision } from "./decider.ts";
import type { Observer } from "./observer.ts";

export type AgentPlay = {
  readonly steps: readonly AgentStep[];
  readonly finalObservations: readonly string[];
  /** Solved, or lost. */
  readonly terminated: boolean;
  /** The budget was spent before that. */
  readonly truncated: boolean;
  readonly world: WorldOutcome;
};

/**
 * An action that the rules refuse, and a reply without one, leave the state and cost a step.
 *
 * @throws what the decider does: an episode that was cut short has no outcome
 */
export async function runAgent(
  task: AnyTask,
  instance: Instance,
  observe: Observer,
  decider: Decider,
): Promise<AgentPlay> {
  let state: unknown = task.initialState(instance);
  const steps: AgentStep[] = [];
  while (!isOver(task, state) && steps.length < instance.actionBudget) {
    const step = steps.length;
    const seen = await observe(step, state);
    const movesLeft = instance.actionBudget - step;
    const decision = await decider.decide({ state, step, movesLeft, seen });
    const read = readDecision(task, state, decision);
    decider.note(read.answer);
    state = read.state;
    steps.push({
      step,
      observations: seen.pictures.map(({ path }) => path),
      imaginations: [...decision.imaginations],
      calls: decision.calls,
      reply: decision.reply,
      ...read.record,
    });
  }
  const last = await observe(steps.length, state);
  const terminated = isOver(task, state);
  const count = (outcome: AgentStep["outcome"]): number =>
    steps.filter((step) => step.outcome === outcome).length;
  return {
    steps,
    finalObservations: last.pictures.map(({ path }) => path),
    terminated,
    truncated: !terminated,
    world: {
      steps: steps.length,
      illegal: count("illegal"),
      invalid: count("invalid"),
      success: task.isSolved(state),
    },
  };
}

/** Solved, or lost: nothing can be done any more. */
export function isOver(task: AnyTask, state: unknown): boolean {
  return task.isSolved(state) || task.legalActions(state).length === 0;
}

/** What became of one decision. */
export type Reading = {
  /** Of the world after it. */
  readonly state: unknown;
  /** The answer in the task's format; undefined where none could be read. */
  readonly answer: string | undefined;
  readonly record: Pick<AgentStep, "answer" | "outcome" | "reason">;
};

/** Reads a reply for an action and carries it out. Pure. */
export function readDecision(
  task: AnyTask,
  state: unknown,
  { reply }: Pick<Decision, "reply">,
): Reading {
  const extraction = extractAction(task, reply);
  const { method, isFormatValid } = extraction;
  if (!extraction.ok) {
    const { reason } = extraction;
    const answer = { method, isFormatValid, action: null, reason };
    return { state, answer: undefined, record: { answer, outcome: "invalid", reason } };
  }
  const { action } = extraction;
  const result = task.step(state, action);
  const common = {
    answer: task.encodeAnswer(action),
    record: { answer: { method, isFormatValid, action } },
  };
  if (result.ok) {
    return { ...common, state: result.state, record: { ...common.record, outcome: "moved" } };
  }
  const { reason } = result;
  return { ...common, state, record: { ...common.record, outcome: "illegal", reason } };
}
