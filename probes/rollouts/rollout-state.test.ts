import { describe, expect, it } from "vitest";
import { sha256 } from "../../core/hash/sha256.ts";
import {
  type RolloutEvent,
  type RolloutRecord,
  rolloutRecordSchema,
} from "../../core/schema/rollout.ts";
import type { RolloutNote } from "./rollout-log.ts";
import { type RolloutState, rolloutState } from "./rollout-state.ts";

const key = sha256("work");
const handle = { generator: "wan2.2", id: "job-1", data: { id: "job-1" } };
const clip = { path: "episodes/a/imagined-00.mp4", sha256: sha256("clip"), bytes: 4 };
const reason = "because";

const notes = {
  intent: { event: "intent", host: "h", estimateUsd: 0.5, requestSha256: key },
  submitted: { event: "submitted" },
  named: { event: "submitted", handle },
  refused: { event: "refused", reason },
  started: { event: "started", handle },
  unknown: { event: "unknown", reason },
  interrupt: { event: "cancel", why: "interrupt" },
  late: { event: "cancel", why: "deadline" },
  failed: { event: "ended", state: "failed", reason, costUsd: null },
  canceled: { event: "ended", state: "canceled", reason, costUsd: null },
  deadline: { event: "ended", state: "deadline", reason, costUsd: null },
  lost: { event: "ended", state: "lost", reason, costUsd: null },
  absent: { event: "ended", state: "absent", reason, costUsd: 0 },
  downloaded: { event: "downloaded", clip, warnings: ["w"], costUsd: 0.25 },
} satisfies Record<string, RolloutNote>;
type Name = keyof typeof notes;

/** "intent started | intent" -> events of attempts 1 and 2. */
function eventsOf(script: string): readonly RolloutEvent[] {
  return script.split(" | ").flatMap((names, i) =>
    names.split(" ").map((name) => {
      const event = { schema: "topoprobe.rollout/2", key, attempt: i + 1, ...notes[name as Name] };
      return rolloutRecordSchema.parse(event) as RolloutEvent;
    }),
  );
}

/** The state in a word: what may happen next depends on nothing else. */
function word(state: RolloutState): string {
  if (state.kind !== "open") return `${state.kind} ${state.attempt}`;
  const taken = state.isTaken ? "taken" : "perhaps";
  return `open ${state.attempt} ${taken}${state.cancel === undefined ? "" : ` ${state.cancel}`}`;
}

describe("rolloutState, cut after every event", () => {
  it.each<[string, readonly string[]]>([
    [
      "intent submitted started downloaded",
      ["none 1", "unknown 1", "open 1 taken", "downloaded 1"],
    ],
    [
      "intent named started downloaded",
      ["none 1", "open 1 perhaps", "open 1 taken", "downloaded 1"],
    ],
    [
      "intent submitted refused submitted started",
      ["none 1", "unknown 1", "none 1", "unknown 1", "open 1 taken"],
    ],
    [
      "intent submitted refused | intent submitted",
      [..."none 1,unknown 1,none 1".split(","), "none 2", "unknown 2"],
    ],
    ["intent submitted unknown", ["none 1", "unknown 1", "unknown 1"]],
    ["intent submitted unknown | intent", ["none 1", "unknown 1", "unknown 1", "none 2"]],
    [
      "intent named absent | intent named",
      ["none 1", "open 1 perhaps", "none 1", "none 2", "open 2 perhaps"],
    ],
    ["intent started failed | intent", ["none 1", "open 1 taken", "lost 1", "none 2"]],
    [
      "intent started interrupt canceled | intent",
      ["none 1", "open 1 taken", "open 1 taken interrupt", "none 1", "none 2"],
    ],
    [
      "intent started interrupt downloaded",
      ["none 1", "open 1 taken", "open 1 taken interrupt", "downloaded 1"],
    ],
    ["intent started late deadline", ["none 1", "open 1 taken", "open 1 taken deadline", "lost 1"]],
    ["intent started lost", ["none 1", "open 1 taken", "lost 1"]],
    ["intent started downloaded lost", ["none 1", "open 1 taken", "downloaded 1", "lost 1"]],
  ])("%s", (script, expected) => {
    const events = eventsOf(script);
    expect(rolloutState([])).toEqual({ kind: "none", attempt: 0 });
    const seen = events.map((_, i) => word(rolloutState(events.slice(0, i + 1))));
    expect(seen).toEqual(expected);
  });

  it("keeps what the next step needs", () => {
    expect(rolloutState(eventsOf("intent submitted unknown"))).toMatchObject({ reason });
    expect(rolloutState(eventsOf("intent submitted"))).toMatchObject({ reason: undefined });
    expect(rolloutState(eventsOf("intent started"))).toMatchObject({ handle });
    expect(rolloutState(eventsOf("intent started downloaded"))).toMatchObject({
      ...{ clip, handle, warnings: ["w"], costUsd: 0.25 },
    });
    expect(rolloutState(eventsOf("intent started lost"))).toMatchObject({ state: "lost", reason });
  });

  it("takes a line of an older folder as one that was started", () => {
    const old: RolloutRecord = { schema: "topoprobe.rollout/1", key, handle };
    expect(rolloutState([rolloutRecordSchema.parse(old)])).toMatchObject({
      kind: "open",
      attempt: 1,
      handle,
    });
    expect(rolloutState([old, old])).toMatchObject({ kind: "open", attempt: 2 });
  });
});
