/** The judges, one per task, and the catalogue of their checks. */
import { createRegistry } from "../../core/registry.ts";
import type { AnyJudge, CheckDescription } from "../judge.ts";
import { strokeJudge } from "./one-stroke/index.ts";
import { pipeJudge } from "./pipe/index.ts";
import { untangleJudge } from "./untangle/index.ts";

export const judgeRegistry = createRegistry<AnyJudge>("judge", [
  pipeJudge,
  strokeJudge,
  untangleJudge,
]);

/** Every check of every task, in the order in which verdicts list them. */
export const checkCatalogue: readonly CheckDescription[] = judgeRegistry.items.flatMap(
  (judge) => judge.checks,
);
