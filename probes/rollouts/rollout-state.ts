/** The events of one work key -> where its rollout stands. Owns what may be bought again. Pure. */
import { assertNever } from "../../core/errors.ts";
import type { ClipRef } from "../../core/schema/episode.ts";
import type {
  CancelReason,
  EndState,
  RolloutEvent,
  RolloutRecord,
} from "../../core/schema/rollout.ts";
import type { RolloutHandle } from "../../generators/generator.ts";

/** A job that a host has, or may have, and that can be asked for by its handle. */
export type OpenRollout = {
  readonly kind: "open";
  readonly attempt: number;
  readonly handle: RolloutHandle;
  /** False when the id is ours and the answer was never seen: a host that does not know it never took it. */
  readonly isTaken: boolean;
  /** We asked the host to stop it, and have not seen what came of it. */
  readonly cancel?: CancelReason;
};

/** `attempt` is the number of the last one, 0 before the first. */
export type RolloutState =
  /** Nothing was bought that still counts: a new attempt may start. */
  | { readonly kind: "none"; readonly attempt: number }
  | OpenRollout
  /** It may have been bought, and cannot be asked for. `reason` is undefined when nobody wrote one. */
  | { readonly kind: "unknown"; readonly attempt: number; readonly reason: string | undefined }
  | {
      readonly kind: "downloaded";
      readonly attempt: number;
      readonly handle: RolloutHandle | undefined;
      readonly clip: ClipRef;
      readonly warnings: readonly string[];
      readonly costUsd: number | null;
    }
  /** It was bought and ended without a clip. */
  | {
      readonly kind: "lost";
      readonly attempt: number;
      readonly state: EndState;
      readonly reason: string;
      readonly handle: RolloutHandle | undefined;
    };

/** @param records lines of `rollouts.jsonl` with one key, in the order of writing */
export function rolloutState(records: readonly RolloutRecord[]): RolloutState {
  let state: RolloutState = { kind: "none", attempt: 0 };
  for (const record of records) state = applyEvent(state, asEvent(record, state.attempt));
  return state;
}

/** A line of an older folder says only that a rollout was started. */
export function asEvent(record: RolloutRecord, attemptBefore: number): RolloutEvent {
  if (record.schema === "topoprobe.rollout/2") return record;
  const { key, handle } = record;
  return {
    ...{ schema: "topoprobe.rollout/2", key, attempt: attemptBefore + 1 },
    ...{ event: "started", handle },
  };
}

function applyEvent(before: RolloutState, event: RolloutEvent): RolloutState {
  const { attempt } = event;
  switch (event.event) {
    case "intent":
    case "refused":
      return { kind: "none", attempt };
    case "submitted":
      return event.handle === undefined
        ? { kind: "unknown", attempt, reason: undefined }
        : { kind: "open", attempt, handle: asHandle(event.handle), isTaken: false };
    case "started":
      return { kind: "open", attempt, handle: asHandle(event.handle), isTaken: true };
    case "unknown":
      return { kind: "unknown", attempt, reason: event.reason };
    case "cancel":
      return before.kind === "open" ? { ...before, cancel: event.why } : before;
    case "ended":
      return applyEnd(before, event);
    case "downloaded": {
      const { clip, warnings, costUsd } = event;
      const handle = before.kind === "open" ? before.handle : undefined;
      return { kind: "downloaded", attempt, handle, clip, warnings, costUsd };
    }
    default:
      return assertNever(event);
  }
}

function applyEnd(
  before: RolloutState,
  event: Extract<RolloutEvent, { event: "ended" }>,
): RolloutState {
  const { attempt, state, reason } = event;
  const handle = "handle" in before ? before.handle : undefined;
  switch (state) {
    case "canceled":
    case "absent":
      return { kind: "none", attempt };
    case "failed":
    case "deadline":
    case "lost":
      return { kind: "lost", attempt, state, reason, handle };
    default:
      return assertNever(state);
  }
}

/** The parsed handle has explicit undefined where the contract has absent fields. */
function asHandle(handle: Extract<RolloutEvent, { event: "started" }>["handle"]): RolloutHandle {
  const { generator, id, data, warnings } = handle;
  return { generator, id, data, ...(warnings === undefined ? {} : { warnings }) };
}
