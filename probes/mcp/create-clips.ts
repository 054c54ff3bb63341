/** What the rollouts of one episode are made with: its journal, and a purse in the money of all. */
import type { RunStore } from "../../core/store/run-store.ts";
import { NO_GENERATOR } from "../agent/no-generator.ts";
import { checkClip } from "../rollouts/check-clip.ts";
import type { ClipServices } from "../rollouts/clip.ts";
import { realClock } from "../rollouts/clock.ts";
import { attemptCosts, committedUsd } from "../rollouts/costs.ts";
import { createRolloutLog } from "../rollouts/rollout-log.ts";
import type { TableServices } from "./open-table.ts";

/** Rollouts of the episode, each stopped by the call that it is made for. */
export function createClips(
  services: TableServices,
  store: RunStore,
  given: {
    readonly estimateUsd: number;
    readonly mayStop: () => boolean;
    readonly signal: () => AbortSignal;
  },
): ClipServices {
  const { budget } = services;
  // The same puzzle may be played several times: each folder has purses of its own.
  const purse = (key: string): string => `${store.path} ${key}`;
  const log = createRolloutLog({
    initial: store.rollouts,
    write: store.appendRollout,
    onAppend: (key, records) =>
      budget.commit(purse(key), committedUsd(attemptCosts(records), given.estimateUsd)),
  });
  return {
    generator: services.generator ?? NO_GENERATOR,
    log,
    budget: {
      ...budget,
      reserve: (key, estimateUsd) => budget.reserve(purse(key), estimateUsd),
      release: (key) => budget.release(purse(key)),
    },
    clock: services.clock ?? realClock,
    checkClip: services.checkClip ?? checkClip,
    retryFailed: false,
    retryUnknown: false,
    get signal() {
      return given.signal();
    },
    mayStop: given.mayStop,
  };
}
