/** Run folders -> the clips that a sheet can draw from. Pure. */
import type { Tier } from "../../core/schema/common.ts";
import { isJudged } from "../../core/schema/episode.ts";
import type { Judged } from "../../core/schema/sheet.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";

/** A judged clip with what the sampling looks at. */
export type Candidate = {
  /** Folder of the run. */
  readonly runPath: string;
  readonly run: string;
  readonly instanceId: string;
  readonly task: string;
  readonly tier: Tier;
  readonly generator: string;
  readonly clip: { readonly path: string; readonly sha256: string };
  readonly verdict: Verdict;
};

/** Verdicts in five classes, told apart by what a wrong one would mean. */
export type VerdictClass =
  | "valid_success"
  | "valid_unsolved"
  | "solved_invalid"
  | "unsolved_invalid"
  | "unscorable";

/** The judged clips of runs; episodes that ended in an error have none. In the order of the runs. */
export function candidatesOf(runs: readonly RunRecord[]): readonly Candidate[] {
  return runs.flatMap((run) => run.records.flatMap((record) => candidateOf(run, record)));
}

function candidateOf(run: RunRecord, { episode, verdict }: EpisodeRecord): readonly Candidate[] {
  if (!isJudged(episode) || verdict === undefined) return [];
  return [
    {
      runPath: run.path,
      run: run.manifest.name,
      instanceId: episode.instanceId,
      task: episode.task,
      tier: episode.tier,
      generator: episode.generator.id,
      clip: { path: episode.clip.path, sha256: episode.clip.sha256 },
      verdict,
    },
  ];
}

export function verdictClassOf(verdict: Verdict): VerdictClass {
  const { terminal, processValid } = verdict;
  if (!terminal.scorable || terminal.outcome === "undetermined") return "unscorable";
  if (terminal.outcome === "pass") return processValid ? "valid_success" : "solved_invalid";
  return processValid ? "valid_unsolved" : "unsolved_invalid";
}

/** What the key keeps of a verdict. */
export function judgedOf(verdict: Verdict): Judged {
  const { diagnosticsVersion, terminal, checks, processValid, processValidSuccess } = verdict;
  return {
    diagnosticsVersion,
    scorable: terminal.scorable,
    terminal: terminal.outcome,
    checks: checks.map(({ name, outcome }) => ({ name, outcome })),
    finalLabel: verdict.frames.at(-1)?.label ?? "not_found",
    processValid,
    processValidSuccess,
  };
}

/** The clip's own kinds of evidence, which a stratum should not have all alike. */
export function featuresOf({ task, verdict }: Candidate): readonly string[] {
  return [
    ...verdict.checks
      .filter((check) => check.outcome !== "pass")
      .map((check) => `${task} ${check.name} ${check.outcome}`),
    ...new Set(verdict.frames.map((frame) => `label ${frame.label}`)),
    `last label ${verdict.frames.at(-1)?.label ?? "not_found"}`,
  ];
}
