/**
 * What a suite, or a run of agents' episodes, came to, for a terminal: a table of success by task, one
 * of what imagining added and took, one of answers, and the mean over properties.
 */
import { plural } from "../audits/plural.ts";
import type {
  AgentMetrics,
  CellMetrics,
  Difference,
  GroupMetrics,
  KnownSum,
  MacroMean,
} from "../core/schema/agent-metrics.ts";
import { TIERS } from "../core/schema/common.ts";
import { formatUsd } from "./run-costs.ts";
import { formatProportion, formatRate, formatTable } from "./tables.ts";

/** All tables, with a line for what stands in no rate. */
export function formatAgentMetrics(metrics: AgentMetrics): string {
  const tasks = [...new Set(metrics.groups.map(({ task }) => task))];
  const parts = tasks.flatMap((task) => {
    const groups = metrics.groups.filter((group) => group.task === task);
    const differences = metrics.differences.filter((difference) => difference.task === task);
    const property = groups[0]?.property ?? null;
    return [
      property === null ? task : `${task} (${property})`,
      formatSuccess(groups),
      formatEffort(groups, differences),
      formatAnswers(groups),
    ];
  });
  // A mean over the properties of one task says what the table above it says.
  const macro = tasks.length < 2 ? [] : metrics.macro.filter(({ mean }) => mean !== null);
  if (macro.length > 0) parts.push(formatMacro(macro));
  return [...parts, ...describeGaps({ ...metrics, macro })].join("\n\n");
}

const right = (title: string) => ({ title, align: "right" as const });

/** Success in the world by tier, and what is in none of the rates. */
function formatSuccess(groups: readonly GroupMetrics[]): string {
  const tiers = TIERS.filter((tier) => groups.some(({ tiers }) => tiers[tier].episodes > 0));
  const cells = tiers.length === 1 ? tiers : [...tiers, "all" as const];
  return formatTable(
    [{ title: "success" }, ...cells.map(right), ...["n", "errors", "missing", "undet."].map(right)],
    groups.map((group) => {
      const { success, errors, missing, judged } = group.tiers.all;
      return [
        nameOf(group, groups),
        ...cells.map((cell) => formatProportion(group.tiers[cell].success)),
        ...[success.n, errors, missing].map(String),
        judged.clips === 0 ? "-" : `${judged.terminalUndetermined} of ${judged.clips}`,
      ];
    }),
  );
}

/** What imagining added to `none`, and what it took. */
function formatEffort(groups: readonly GroupMetrics[], differences: readonly Difference[]): string {
  return formatTable(
    [
      { title: "effort" },
      ...["minus none", "pairs", "imagined", "invalid", "illegal", "tokens", "cost"].map(right),
    ],
    groups.map((group) => {
      const { all } = group.tiers;
      const difference = differences.find((one) => isSameWho(one, group));
      return [
        nameOf(group, groups),
        ...(difference === undefined ? ["-", "-"] : formatDifference(difference)),
        all.imagination.calls === 0 && all.imagination.texts > 0
          ? `${all.imagination.texts} texts`
          : `${all.imagination.calls}`,
        ...[all.invalid.actions, all.illegal.actions].map(String),
        formatTokens(all),
        formatCost(all),
      ];
    }),
  );
}

function formatAnswers(groups: readonly GroupMetrics[]): string {
  return formatTable(
    [
      { title: "answers" },
      ...["strict JSON", "format hit", "phrase", "scan", "tail", "unclear"].map(right),
      ...["steps", "steps / shortest"].map(right),
    ],
    groups.map((group) => {
      const { answers, steps, overOptimality } = group.tiers.all;
      const { phrase, scan, tail, unclear } = answers.methods;
      const { mean, n } = overOptimality;
      return [
        nameOf(group, groups),
        ...[answers.strictJson.rate, answers.formatHit.rate].map(formatRate),
        ...[phrase, scan, tail, unclear, steps].map(String),
        mean === null ? "-" : `${mean.toFixed(2)} (n ${n})`,
      ];
    }),
  );
}

function formatMacro(macro: readonly MacroMean[]): string {
  const properties = macro[0]?.properties.map(({ property }) => property) ?? [];
  return formatTable(
    [{ title: "macro mean" }, right("mean"), ...properties.map(right)],
    macro.map((mean) => [
      nameOf(mean, macro),
      formatRate(mean.mean),
      ...mean.properties.map(({ rate }) => formatRate(rate)),
    ]),
  );
}

/** What a reader must know of the numbers above, a line each. */
function describeGaps({ groups, differences, macro, bootstrap }: AgentMetrics): readonly string[] {
  const lines: string[] = [];
  const clips = sum(groups.map(({ tiers }) => tiers.all.judged.clips));
  const cells = groups.map(({ tiers }) => tiers.all);
  const [errors, missing] = [sum(cells.map((c) => c.errors)), sum(cells.map((c) => c.missing))];
  if (errors + missing > 0) {
    lines.push(
      `in no rate: ${plural(errors, "episode")} that ended in an error, ${missing} not played yet`,
    );
  }
  if (clips > 0)
    lines.push("undet.: clips of which the judge could not tell whether the goal is reached");
  const missed = [...new Set(macro.flatMap((mean) => mean.missing))];
  if (macro.length > 0 && missed.length > 0) {
    lines.push(`macro means are over the properties with episodes; some lack ${missed.join(", ")}`);
  }
  if (differences.length > 0) {
    lines.push(
      `minus none: points on the same instances, 95 % bootstrap of pairs, seed ${bootstrap.seed}`,
    );
  }
  if (differences.some(({ sameObservation }) => !sameObservation)) {
    lines.push("* the picture of the start had another size or camera than in none");
  }
  return lines.length === 0 ? [] : [lines.join("\n")];
}

type Who = Pick<GroupMetrics, "condition" | "reasoner" | "generator" | "variant">;

/** Condition and generator; the reasoner where there are several. */
function nameOf(who: Who, all: readonly Who[]): string {
  const reasoners = new Set(all.flatMap(({ reasoner }) => reasoner ?? []));
  return [
    who.condition,
    ...(reasoners.size > 1 ? [who.reasoner] : []),
    who.generator,
    who.variant === undefined ? null : `(${who.variant})`,
  ]
    .filter((part) => part !== null)
    .join(" ");
}

function isSameWho(a: Who, b: Who): boolean {
  return (
    a.condition === b.condition &&
    a.reasoner === b.reasoner &&
    a.generator === b.generator &&
    a.variant === b.variant
  );
}

/** "+12 [-3, +27]", in percentage points, and the number of pairs. */
function formatDifference({ tiers, sameObservation }: Difference): readonly [string, string] {
  const { mean, low, high, pairs } = tiers.all;
  const mark = sameObservation ? "" : "*";
  if (mean === null || low === null || high === null) return ["-", `${pairs}`];
  const points = (value: number): string => {
    const rounded = Math.round(value * 100);
    return rounded > 0 ? `+${rounded}` : `${Object.is(rounded, -0) ? 0 : rounded}`;
  };
  return [`${points(mean)} [${points(low)}, ${points(high)}]${mark}`, `${pairs}`];
}

/** Prompt and completion together; "at least" where some are not known. */
function formatTokens({ tokens }: CellMetrics): string {
  const known = tokens.prompt.known + tokens.completion.known;
  const isWhole = tokens.prompt.unknown + tokens.completion.unknown === 0;
  if (isWhole) return `${known}`;
  return known === 0 ? "unknown" : `≥ ${known}`;
}

function formatCost({ costUsd }: CellMetrics): string {
  const { reasoner, generator } = costUsd;
  const knownUsd = reasoner.known + generator.known;
  if (unknownIn(reasoner, generator) === 0) return formatUsd(knownUsd);
  return knownUsd === 0 ? "unknown" : `≥ ${formatUsd(knownUsd)}`;
}

function unknownIn(...sums: readonly KnownSum[]): number {
  return sum(sums.map(({ unknown }) => unknown));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
