/** Runs compared pair by pair on the instances that both have played. Pure. */
import { assertNever } from "../../core/errors.ts";
import { isJudged } from "../../core/schema/episode.ts";
import { type Comparison, MEASURES, type Measure } from "../../core/schema/report.ts";
import { bootstrapMean } from "../../core/stats/bootstrap.ts";
import type { EpisodeRecord, RunRecord } from "../../core/store/read-run.ts";

export type LabelledRun = { readonly run: RunRecord; readonly label: string };

export type CompareOptions = {
  /** Of the bootstrap. @default 1 */
  readonly seed?: number;
  /** @default 4000 */
  readonly resamples?: number;
};

const SEED = 1;
/** Percentiles of so many means are steady to about a tenth of the interval's width. */
const RESAMPLES = 4000;

/** Every two runs of one task that share an instance, in the order given: the later less the earlier. */
export function compareRuns(
  runs: readonly LabelledRun[],
  { seed = SEED, resamples = RESAMPLES }: CompareOptions = {},
): Comparison[] {
  return runs.flatMap((a, index) =>
    runs.slice(index + 1).flatMap((b) => {
      if (a.run.manifest.config.task !== b.run.manifest.config.task) return [];
      const comparison = comparePair(a, b, seed, resamples);
      return comparison.instances === 0 ? [] : [comparison];
    }),
  );
}

function comparePair(a: LabelledRun, b: LabelledRun, seed: number, resamples: number): Comparison {
  const ofA = playedByPuzzle(a.run);
  const ofB = playedByPuzzle(b.run);
  const pairs = [...ofA].flatMap(([puzzle, first]) => {
    const second = ofB.get(puzzle);
    return second === undefined ? [] : [{ first, second }];
  });
  return {
    task: a.run.manifest.config.task,
    a: a.label,
    b: b.label,
    instances: pairs.length,
    unpaired: ofA.size + ofB.size - 2 * pairs.length,
    seed,
    resamples,
    measures: MEASURES.flatMap((measure) => {
      const holds = pairs.flatMap(({ first, second }) => {
        const [x, y] = [isMet(first, measure), isMet(second, measure)];
        return x === undefined || y === undefined ? [] : [[x, y] as const];
      });
      const count = (inA: boolean, inB: boolean): number =>
        holds.filter(([x, y]) => x === inA && y === inB).length;
      const differences = holds.map(([x, y]) => Number(y) - Number(x));
      const interval = bootstrapMean(differences, { seed, resamples });
      if (interval === null) return [];
      return {
        measure,
        pairs: holds.length,
        both: count(true, true),
        onlyA: count(true, false),
        onlyB: count(false, true),
        neither: count(false, false),
        difference: interval.mean,
        low: interval.low,
        high: interval.high,
      };
    }),
  };
}

/** The same id names the same puzzle only for one version of the task. */
function playedByPuzzle(run: RunRecord): ReadonlyMap<string, EpisodeRecord["episode"]> {
  return new Map(
    run.records.flatMap(({ episode }) =>
      episode.status === "ok"
        ? [[JSON.stringify([episode.taskVersion, episode.instanceId]), episode]]
        : [],
    ),
  );
}

/** Undefined where there is no verdict to tell it. */
function isMet(episode: EpisodeRecord["episode"], measure: Measure): boolean | undefined {
  if (episode.status !== "ok") return undefined;
  if (measure === "successInPuzzle") return episode.success;
  if (!isJudged(episode)) return undefined;
  switch (measure) {
    case "processValidSuccess":
      return episode.verdict.processValidSuccess;
    case "processValid":
      return episode.verdict.processValid;
    case "terminalSuccess":
      return episode.verdict.terminal === "pass";
    default:
      return assertNever(measure);
  }
}
