/** Faults that can be planted in a pipe rollout, by the name after `fault:`. */
import type { PipePose } from "../../../../tasks/pipe/render.ts";
import type { PipeAction, PipeState } from "../../../../tasks/pipe/state.ts";
import type { Script } from "../../script.ts";
import { counterClockwise } from "./counter-clockwise.ts";
import { retype } from "./retype.ts";
import { sourceMoved } from "./source-moved.ts";
import { spawn } from "./spawn.ts";
import { twoAtOnce } from "./two-at-once.ts";
import { vanish } from "./vanish.ts";
import { wrongColour } from "./wrong-colour.ts";

export const PIPE_FAULTS: Readonly<Record<string, Script<PipeState, PipeAction, PipePose>>> = {
  retype,
  vanish,
  spawn,
  "counter-clockwise": counterClockwise,
  "two-at-once": twoAtOnce,
  "wrong-colour": wrongColour,
  "source-moved": sourceMoved,
};
