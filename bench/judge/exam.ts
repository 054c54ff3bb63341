/** One judged clip of the exam, and the tallies over many. */
import type { Verdict } from "../../core/schema/verdict.ts";
import { diagnose } from "../../cv-diagnostics/diagnose.ts";
import type { Drawn } from "./clips.ts";

/** Judges a clip of a drawn instance. The judge gets the scene of the picture, as in a run. */
export function judgeClip(clip: string, drawn: Drawn): Promise<Verdict> {
  return diagnose({ clip, instance: drawn.instance, scene: drawn.scene });
}

/** By measure, such as "settled places": how many were compared with the truth, and how many are exact. */
export type FrameScore = Readonly<
  Record<string, { readonly compared: number; readonly exact: number }>
>;

/** How one task is examined; see `tasks.ts`. */
export type TaskExam = {
  readonly id: string;
  /** Names of the planted faults. */
  readonly faults: readonly string[];
  /** Compares a sampled frame's reading with what was drawn at that frame. */
  readonly scoreFrame: (drawn: Drawn, frame: number, state: unknown) => FrameScore;
  /** A violation's place is one of those where the fault was planted. */
  readonly isRightPlace: (where: string, truth: NonNullable<Drawn["truth"]>) => boolean;
  /** Another judge's terminal rule, for comparison. */
  readonly otherRule?: {
    readonly name: string;
    readonly accepts: (verdict: Verdict, instance: Drawn["instance"]) => boolean;
  };
};

export type Miss = { readonly clip: string; readonly why: string };

/** A line of the results table. */
export type Line = {
  readonly group: string;
  readonly clips: number;
  /** Shares 0..1 by measure name. */
  readonly shares: Readonly<Record<string, number>>;
  readonly misses: readonly Miss[];
};

/** Adds the scores of a clip's sampled frames to sums by measure. */
export function addScores(
  sums: Map<string, { compared: number; exact: number }>,
  verdict: Verdict,
  drawn: Drawn,
  exam: TaskExam,
): void {
  for (const frame of verdict.frames) {
    const score = exam.scoreFrame(drawn, frame.index, frame.state);
    for (const [measure, { compared, exact }] of Object.entries(score)) {
      const sum = sums.get(measure) ?? { compared: 0, exact: 0 };
      sums.set(measure, { compared: sum.compared + compared, exact: sum.exact + exact });
    }
  }
}

/** Shares of what was read exactly, by measure. */
export function exactShares(
  sums: ReadonlyMap<string, { readonly compared: number; readonly exact: number }>,
): Record<string, number> {
  return Object.fromEntries(
    [...sums].map(([measure, { compared, exact }]) => [`${measure} exact`, share(exact, compared)]),
  );
}

/** Why a clip that should have passed did not, in a line. */
export function explain(verdict: Verdict): string {
  const parts = verdict.checks
    .filter((check) => check.outcome !== "pass")
    .map((check) => {
      const first = check.violations[0];
      const detail = first ? ` ${first.reason}@${first.frame} ${first.where}` : "";
      return `${check.name}=${check.outcome}${detail}`;
    });
  if (verdict.terminal.outcome !== "pass") {
    parts.push(`terminal=${verdict.terminal.outcome} ${verdict.terminal.reason ?? ""}`);
  }
  return parts.join("; ");
}

export type FaultScore = {
  readonly isCaught: boolean;
  readonly isRightPlace: boolean;
  readonly isRightTime: boolean;
};

/** Did the right check fail, at the right place, within one sampled frame of the truth? */
export function scoreFault(verdict: Verdict, drawn: Drawn, exam: TaskExam): FaultScore {
  const { truth } = drawn;
  const check = verdict.checks.find((candidate) => candidate.name === truth?.check);
  if (!truth || check?.outcome !== "fail") {
    return { isCaught: false, isRightPlace: false, isRightTime: false };
  }
  const inPlace = check.violations.filter((v) => exam.isRightPlace(v.where, truth));
  const sampleOf = (frame: number): number => {
    const at = verdict.sampling.indices.findIndex((index) => index >= frame);
    return at < 0 ? verdict.sampling.indices.length : at;
  };
  return {
    isCaught: true,
    isRightPlace: inPlace.length > 0,
    isRightTime: inPlace.some((v) => Math.abs(sampleOf(v.frame) - sampleOf(truth.frame)) <= 1),
  };
}

export function share(hits: number, of: number): number {
  return of === 0 ? Number.NaN : hits / of;
}
