/** Faults that can be planted in a One Stroke rollout, by the name after `fault:`. */
import type { Move, StrokePose, StrokeState } from "../../../../tasks/one-stroke/index.ts";
import type { Script } from "../../script.ts";
import { badSeparation } from "./bad-separation.ts";
import { diagonal } from "./diagonal.ts";
import { eraseMiddle } from "./erase-middle.ts";
import { gap } from "./gap.ts";
import { goalMoved } from "./goal-moved.ts";
import { jumpAhead } from "./jump-ahead.ts";
import { loop } from "./loop.ts";
import { moveCell } from "./move-cell.ts";
import { recolourCell } from "./recolour-cell.ts";
import { vanishCell } from "./vanish-cell.ts";

export const ONE_STROKE_FAULTS: Readonly<Record<string, Script<StrokeState, Move, StrokePose>>> = {
  gap,
  diagonal,
  "jump-ahead": jumpAhead,
  "erase-middle": eraseMiddle,
  loop,
  "recolour-cell": recolourCell,
  "move-cell": moveCell,
  "vanish-cell": vanishCell,
  "goal-moved": goalMoved,
  "bad-separation": badSeparation,
};

export type { StrokeCheck, StrokeTruth } from "./plant.ts";
