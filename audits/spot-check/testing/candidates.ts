/** Candidates and keys for tests: only what the code under test looks at is filled in. */
import type { SheetItem, SheetKey } from "../../../core/schema/sheet.ts";
import type { Verdict } from "../../../core/schema/verdict.ts";
import type { Candidate } from "../candidates.ts";
import { spotCheckQuestions } from "../questions.ts";

export type Fake = Partial<
  Pick<Candidate, "task" | "tier" | "generator" | "run" | "instanceId">
> & {
  readonly terminal?: Verdict["terminal"]["outcome"];
  /** Names of failed checks. */
  readonly failed?: readonly string[];
  readonly label?: Verdict["frames"][number]["label"];
};

export function fakeCandidate(number: number, fake: Fake = {}): Candidate {
  const { task = "pipe", terminal = "pass", failed = [], label = "exact" } = fake;
  const processValid = failed.length === 0;
  const instanceId = fake.instanceId ?? `${task}-${number}`;
  const checks = ["first_check", "second_check", "third_check"].map((name) => ({
    ...{ name, kind: "static" as const, violations: [], decided: 1, unread: 0 },
    outcome: failed.includes(name) ? ("fail" as const) : ("pass" as const),
  }));
  const sha256 = number.toString(16).padStart(64, "0");
  return {
    runPath: "/nowhere",
    run: fake.run ?? "run",
    instanceId,
    task,
    tier: fake.tier ?? "easy",
    generator: fake.generator ?? "oracle",
    clip: { path: `episodes/${instanceId}/imagined-00.mp4`, sha256 },
    verdict: {
      schema: "topoprobe.verdict/1",
      diagnosticsVersion: "1",
      video: "clip.mp4",
      task,
      instanceId,
      sampling: { frames: 1, indices: [0], totalFrames: 1, fps: 1, widthPx: 8, heightPx: 8 },
      frames: [{ index: 0, timeSec: 0, label, confidence: 1 }],
      terminal: {
        outcome: terminal,
        scorable: terminal !== "undetermined",
        goalEverReached: terminal === "pass",
        goalHeld: true,
      },
      checks,
      plan: null,
      processValid,
      processValidSuccess: processValid && terminal === "pass",
    },
  };
}

export const SHEET = "abcdef012345";

/** A clip of Pipe that the judge accepts, unless said otherwise. */
export function fakeItem(item: string, fake: Partial<SheetItem> = {}): SheetItem {
  const questions = spotCheckQuestions("pipe").map(({ id }) => id);
  const checks = questions.flatMap((id) =>
    id.startsWith("check.") ? [{ name: id.slice("check.".length), outcome: "pass" as const }] : [],
  );
  return {
    ...{ item, run: "run", instanceId: `pipe-${item}`, task: "pipe", tier: "easy" },
    ...{ generator: "secret-model", clipSha256: "0".repeat(64), stratum: "all" },
    raters: ["rater-1"],
    questions,
    judged: {
      ...{ diagnosticsVersion: "1", scorable: true, terminal: "pass", finalLabel: "exact" },
      ...{ checks, processValid: true, processValidSuccess: true },
    },
    ...fake,
  };
}

export function fakeKey(items: readonly SheetItem[], fake: Partial<SheetKey> = {}): SheetKey {
  const questions = spotCheckQuestions("pipe").map(({ id, kind, text }) => ({ id, kind, text }));
  return {
    ...{ schema: "topoprobe.sheet-key/1", sheet: SHEET, kind: "spot-check", seed: 0 },
    raters: [...new Set(items.flatMap((item) => item.raters))].sort(),
    ...{ overlap: items.length, strata: [], questions: { pipe: questions }, items: [...items] },
    ...fake,
  };
}

/** The good answer to every question, changed as said. */
export function goodAnswers(
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const good = { yes_no: "yes", check: "holds", reading: "exact", error_category: "no_error" };
  const all = spotCheckQuestions("pipe").map(({ id, kind }) => [id, good[kind]] as const);
  return { ...Object.fromEntries(all), ...changes };
}
