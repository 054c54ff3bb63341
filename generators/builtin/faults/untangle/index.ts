/** Faults that can be planted in an untangle rollout, by the name after `fault:`. */
import type {
  UntangleAction,
  UntanglePose,
  UntangleState,
} from "../../../../tasks/untangle/index.ts";
import type { Script } from "../../script.ts";
import { cutRope } from "./cut-rope.ts";
import { duplicateRope } from "./duplicate-rope.ts";
import { flipCrossing } from "./flip-crossing.ts";
import { floatEnd } from "./float-end.ts";
import { fuseRopes } from "./fuse-ropes.ts";
import { holeMoved } from "./hole-moved.ts";
import { recolourRope } from "./recolour-rope.ts";
import { silentCrossing } from "./silent-crossing.ts";
import { stretch } from "./stretch.ts";
import { teleportEnd } from "./teleport-end.ts";
import { twoEndsAtOnce } from "./two-ends-at-once.ts";
import { vanishRope } from "./vanish-rope.ts";

export const UNTANGLE_FAULTS: Readonly<
  Record<string, Script<UntangleState, UntangleAction, UntanglePose>>
> = {
  "vanish-rope": vanishRope,
  "duplicate-rope": duplicateRope,
  "recolour-rope": recolourRope,
  "cut-rope": cutRope,
  "fuse-ropes": fuseRopes,
  "teleport-end": teleportEnd,
  "silent-crossing": silentCrossing,
  "flip-crossing": flipCrossing,
  stretch,
  "float-end": floatEnd,
  "two-ends-at-once": twoEndsAtOnce,
  "hole-moved": holeMoved,
};

export type { RopeCheck, RopeTruth } from "./plant.ts";
