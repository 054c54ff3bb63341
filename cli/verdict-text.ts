/** A verdict in a few lines for a terminal. */
import { describeViolation } from "../audits/report/words.ts";
import type { Verdict } from "../core/schema/verdict.ts";
import { getTask } from "../tasks/registry.ts";
import { formatTable } from "./tables.ts";
import { breakWords } from "./wrap.ts";

/** More violations of one check than this are counted, not listed. */
const MAX_LISTED = 5;

/** Headline, checks, violations in words, decoded plan. */
export function formatVerdict(verdict: Verdict): string {
  const { terminal, plan, sampling } = verdict;
  const parts = [
    `${verdict.video}  (${verdict.task}, ${verdict.instanceId})`,
    `process-valid success: ${yesNo(verdict.processValidSuccess)}   process-valid: ` +
      `${yesNo(verdict.processValid)}   terminal: ${terminal.outcome}` +
      `${terminal.reason === undefined ? "" : ` (${terminal.reason})`}`,
    `${describeSampling(sampling)}, ${sampling.widthPx}x${sampling.heightPx}, ` +
      `${sampling.fps.toFixed(2)} fps; ${countLabels(verdict)}`,
    formatTable(
      [{ title: "check" }, { title: "kind" }, { title: "outcome" }],
      verdict.checks.map((check) => [check.name, check.kind, check.outcome.replace("_", " ")]),
    ),
  ];
  const lines = verdict.checks.flatMap((check) => {
    const listed = check.violations
      .slice(0, MAX_LISTED)
      .map((violation) => `  ${check.name}: ${describeViolation(violation, verdict)}`);
    const rest = check.violations.length - listed.length;
    return rest > 0 ? [...listed, `  ${check.name}: and ${rest} more`] : listed;
  });
  if (lines.length > 0) parts.push(`violations\n${lines.join("\n")}`);
  if (plan !== null) {
    const task = getTask(verdict.task);
    const actions = plan.actions.map((action) => describeAction(task, action)).join(", ");
    const head =
      `plan seen in the clip (${plan.actions.length} ${plan.actions.length === 1 ? "move" : "moves"}, ` +
      `${plan.legal ? "legal" : "not legal"}, ${plan.reachesGoal ? "reaches" : "does not reach"} the goal)`;
    parts.push(breakWords(`${head}: ${actions === "" ? "none" : actions}`));
  }
  return parts.join("\n\n");
}

function describeAction(task: ReturnType<typeof getTask>, raw: unknown): string {
  const action = task.actionSchema.safeParse(raw);
  return action.success ? task.describeAction(action.data) : JSON.stringify(raw);
}

/** A clip shorter than the sample gives some frames more than once. */
function describeSampling({ frames, indices, totalFrames }: Verdict["sampling"]): string {
  const judged = new Set(indices).size;
  const share = `${judged} of ${totalFrames} ${totalFrames === 1 ? "frame" : "frames"} judged`;
  return judged === frames ? share : `${share}, in ${frames} samples`;
}

function countLabels(verdict: Verdict): string {
  const counts = new Map<string, number>();
  for (const { label } of verdict.frames) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => `${count} ${label.replace("_", " ")}`).join(", ");
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}
