/** The contract of whoever decides in the episode loop. */
import type { AgentRecord, Imagination } from "../../core/schema/agent.ts";
import type { Observation } from "./observer.ts";

export type Turn = {
  readonly state: unknown;
  /** From 0. */
  readonly step: number;
  /** Steps left, this one among them. */
  readonly movesLeft: number;
  readonly seen: Observation;
};

export type Decision = {
  /** The text that is read for an answer. */
  readonly reply: string;
  /** In the order in which they were asked for. */
  readonly imaginations: readonly Imagination[];
  /** Requests to the reasoner. */
  readonly calls: number;
};

export interface Decider {
  /** @throws ProviderError when the reasoner cannot be asked: nothing reaches the world then */
  decide(turn: Turn): Promise<Decision>;
  /** Told what was read of the last decision: the answer in the task's format, undefined for none. */
  note(answer: string | undefined): void;
  /** What is recorded beside the steps. */
  summary(): Pick<AgentRecord, "usage" | "warnings" | "toolProtocol">;
}
