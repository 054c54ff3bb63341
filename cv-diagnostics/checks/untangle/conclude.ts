/** Puts the checks, the terminal test and the plan of a clip of ropes together. */
import type { Instance } from "../../../core/schema/instance.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import type { CheckResult } from "../../../core/schema/verdict.ts";
import { untangleTask } from "../../../tasks/untangle/index.ts";
import type { CheckDescription, Judgement } from "../../judge.ts";
import { checkCrossingChanges } from "./crossing-change.ts";
import { checkEndTracks } from "./endpoint-track.ts";
import { checkEndpoints } from "./endpoints.ts";
import { expectStart } from "./expected-start.ts";
import { checkFlicker } from "./flicker.ts";
import { checkBoard } from "./holes.ts";
import { checkInitialState } from "./initial-state.ts";
import { checkLengths } from "./length.ts";
import { checkOneMove } from "./one-move.ts";
import { trackPairs } from "./pairs.ts";
import { decodeRopePlan } from "./plan.ts";
import { findHops, findRests } from "./rests.ts";
import { checkIdentity, checkIntegrity } from "./ropes.ts";
import { isSlanted, withoutWord } from "./slanted.ts";
import { judgeTerminal } from "./terminal.ts";
import { type RopeObservation, trackRopes } from "./tracks.ts";

const describe = (
  id: string,
  kind: CheckDescription["kind"],
  description: string,
): CheckDescription => ({ id, task: untangleTask.id, kind, description });

export const UNTANGLE_CHECKS: readonly CheckDescription[] = [
  describe("initial_state_match", "static", "Frame 0 shows the instance's ends and crossings."),
  describe(
    "endpoint_configuration",
    "static",
    "Every rope has two ends, each in a hole of its own unless it is carried.",
  ),
  describe("rope_integrity", "static", "Every rope is one piece without gap or branch."),
  describe("rope_identity", "static", "Exactly the instance's ropes are there."),
  describe("length_conserved", "static", "No rope grows while nothing moves it."),
  describe("board_intact", "static", "Every hole is where it belongs."),
  describe("endpoint_track_consistency", "dynamic", "Ends move by being carried only."),
  describe(
    "topology_flicker_consistency",
    "dynamic",
    "Crossings do not change and change back while the ends rest.",
  ),
  describe("one_move_at_a_time", "dynamic", "At most one end is on its way."),
  describe(
    "crossing_change_valid",
    "dynamic",
    "Crossings change through an end that passes, or as continuous motion allows.",
  ),
];

export function concludeUntangle(
  seen: readonly RopeObservation[],
  instance: Instance,
  scene?: Scene,
): Judgement {
  const initial = untangleTask.initialState(instance);
  const start = expectStart(instance, initial);
  const tracks = trackRopes(seen, initial);
  const rests = findRests(tracks);
  const hops = findHops(tracks, rests);
  const pairs = trackPairs(tracks);
  // From the side plugs lean over ropes and ropes look longer than they are.
  const measured =
    scene !== undefined && isSlanted(scene)
      ? withoutWord
      : (check: CheckResult): CheckResult => check;
  return {
    checks: [
      checkInitialState(tracks, pairs, start),
      checkEndpoints(tracks, rests),
      measured(checkIntegrity(tracks)),
      checkIdentity(tracks),
      measured(checkLengths(tracks, hops, start.lengths)),
      checkBoard(tracks),
      checkEndTracks(tracks, rests, hops),
      checkFlicker(tracks, pairs, hops),
      checkOneMove(tracks, hops),
      checkCrossingChanges(tracks, pairs, hops),
    ],
    terminal: judgeTerminal(tracks, pairs),
    plan: decodeRopePlan(tracks, rests, hops, initial),
  };
}
