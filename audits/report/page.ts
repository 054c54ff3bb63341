/** The report's page as one HTML text. Owns order and wording; every text from outside is escaped. */
import { type ComponentChild, h } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Report, ReportEpisode } from "../../core/schema/report.ts";
import type { EpisodeCounts, RunSummary } from "../../core/schema/run.ts";
import { wilsonInterval } from "../../core/stats/wilson.ts";
import type { RunRecord } from "../../core/store/read-run.ts";
import { checkCatalogue } from "../../cv-diagnostics/checks/registry.ts";
import { tiersOf } from "../../probes/metrics.ts";
import { getTask } from "../../tasks/registry.ts";
import { type EpisodeLinks, episodeCard } from "./episode-card.ts";
import {
  dataTable,
  figure,
  interval,
  outcomeBadge,
  outcomeBar,
  percent,
  share,
  signOf,
} from "./parts.ts";
import { REPORT_CSS } from "./styles.ts";

/** Pictures and clips from the report's own place on disk, inline style, and nothing else. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self' file: data:; media-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Shorter runs are seen at a glance. */
const MIN_INDEXED = 4;

export type PageRun = {
  readonly run: RunRecord;
  readonly report: Report["runs"][number];
  readonly prompts: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, EpisodeLinks>;
};

/** A whole HTML document. */
export function renderPage(runs: readonly PageRun[]): string {
  const title = runs.map(({ report }) => report.name).join(", ");
  const page = h("html", { lang: "en" }, [
    h("head", null, [
      h("meta", { charSet: "utf-8" }),
      h("meta", { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("title", null, `Topoprobe: ${title}`),
      h("style", { dangerouslySetInnerHTML: { __html: REPORT_CSS } }),
    ]),
    h("body", null, h("main", null, [...runs.map(runSection), definitions()])),
  ]);
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function runSection(page: PageRun, index: number): ComponentChild {
  const { run, report, prompts, links } = page;
  const { summary } = report;
  const task = getTask(summary.task);
  const anchorOf = (instanceId: string): string => `run-${index}-${instanceId}`;
  return h("section", null, [
    h("p", { class: "eyebrow" }, "Topoprobe audit report"),
    h("h1", null, `${task.title}, imagined by ${summary.generator}`),
    h("p", { class: "dim" }, `run ${report.name}, condition ${summary.condition}`),
    h("p", { class: "rule" }, [h("b", null, "The rule: "), task.rule]),
    h("div", { class: "card headline" }, headline(summary)),
    problemNotes(page),
    h("h2", null, "By tier"),
    h("div", { class: "card" }, tierTable(summary)),
    h("h2", null, "By check"),
    h("div", { class: "card" }, checkTable(summary)),
    h("h2", null, "Episodes"),
    report.episodes.length < MIN_INDEXED
      ? null
      : h("div", { class: "card" }, episodeIndex(report.episodes, anchorOf)),
    ...report.episodes.map((episode, i) =>
      episodeCard({
        episode,
        verdict: run.records[i]?.verdict,
        prompt: prompts.get(episode.instanceId),
        links: links.get(episode.instanceId) ?? {},
        anchor: anchorOf(episode.instanceId),
      }),
    ),
    h("h2", null, "How this run was made"),
    provenance(run),
  ]);
}

function headline(summary: RunSummary): readonly ComponentChild[] {
  const { counts, processValidSuccess } = summary;
  const n = summary.episodes - counts.errors;
  const undetermined = n - counts.scorable;
  const of = (value: number): string => `${value} of ${n}`;
  const rate = (value: number): string => percent(n === 0 ? null : value / n);
  const main = counts.processValidSuccess > 0 || n === 0 ? "main" : "main fail";
  return [
    figure(
      rate(counts.processValidSuccess),
      "process-valid success",
      `${of(counts.processValidSuccess)}; 95 % interval ${interval(processValidSuccess)}`,
      counts.processValidSuccess === n && n > 0 ? "main pass" : main,
    ),
    figure(rate(counts.terminalSuccess), "terminal success", of(counts.terminalSuccess)),
    figure(rate(counts.processValid), "process-valid", of(counts.processValid)),
    figure(rate(counts.scorable), "scorable", `${undetermined} unread at the end`),
    figure(
      percent(summary.accuracy.all.rate),
      "success in the puzzle",
      `95 % ${interval(summary.accuracy.all)}`,
    ),
  ];
}

/** One line per episode, for runs too long to scroll through. */
function episodeIndex(
  episodes: readonly ReportEpisode[],
  anchorOf: (instanceId: string) => string,
): ComponentChild {
  return dataTable(
    ["instance", "tier", "process-valid success", "terminal", "failed (\u2717) or unread (?)"].map(
      (title) => ({
        title,
      }),
    ),
    episodes.map((episode) => {
      const link = h(
        "a",
        { class: "whole", href: `#${anchorOf(episode.instanceId)}` },
        episode.instanceId,
      );
      const { judged } = episode;
      if (judged === null) return [link, episode.tier, "no verdict", "", episode.error?.code ?? ""];
      const named = judged.checks.filter(
        (check) => check.outcome === "fail" || check.outcome === "undetermined",
      );
      return [
        link,
        episode.tier,
        outcomeBadge(
          judged.processValidSuccess ? "pass" : "fail",
          judged.processValidSuccess ? "yes" : "no",
        ),
        outcomeBadge(judged.terminal, judged.terminal),
        named.map((c) => h("span", { class: "mono whole" }, `${signOf(c.outcome)} ${c.name} `)),
      ];
    }),
  );
}

function problemNotes({ report }: PageRun): ComponentChild {
  const { summary, missing } = report;
  const notes: string[] = [];
  if (missing.length > 0) {
    notes.push(
      `${missing.length} episodes are not finished: the numbers are of a part of the run.`,
    );
  }
  if (summary.counts.errors > 0) {
    notes.push(
      `${summary.counts.errors} episodes ended in an error. They have no clip to judge and are in no rate; the same command tries them again.`,
    );
  }
  if (notes.length === 0) return null;
  return h(
    "div",
    null,
    notes.map((note) => h("p", { class: "note wrong" }, note)),
  );
}

function tierTable(summary: RunSummary): ComponentChild {
  const row = (name: string, counts: EpisodeCounts, episodes: number): readonly string[] => {
    const n = episodes - counts.errors;
    return [
      name,
      `${episodes}`,
      share(counts.processValidSuccess, n),
      n === 0 ? "n/a" : interval(wilsonInterval(counts.processValidSuccess, n)),
      share(counts.processValid, n),
      share(counts.terminalSuccess, n),
      share(counts.scorable, n),
      `${counts.errors}`,
    ];
  };
  const tiers = tiersOf(summary);
  const rows = tiers.map((tier) => row(tier, summary.tiers[tier], summary.tiers[tier].episodes));
  const hasTotal = tiers.length > 1;
  if (hasTotal) rows.push(row("all", summary.counts, summary.episodes));
  const numbers = [
    "episodes",
    "process-valid success",
    "95 % interval",
    "process-valid",
    "terminal success",
    "scorable",
    "errors",
  ];
  return dataTable(
    [{ title: "tier" }, ...numbers.map((title) => ({ title, isNumber: true }))],
    rows,
    hasTotal ? 1 : 0,
  );
}

function checkTable(summary: RunSummary): ComponentChild {
  const described = new Map(
    checkCatalogue
      .filter((check) => check.task === summary.task)
      .map((check) => [check.id, check.description]),
  );
  return dataTable(
    [
      { title: "check" },
      { title: "kind" },
      { title: "" },
      { title: "pass", isNumber: true },
      { title: "fail", isNumber: true },
      { title: "undetermined", isNumber: true },
      { title: "n/a", isNumber: true },
    ],
    Object.entries(summary.checks).map(([name, counts]) => [
      h("div", { class: "check" }, [
        h("code", null, name),
        h("div", { class: "dim" }, described.get(name) ?? ""),
      ]),
      counts.kind,
      outcomeBar(counts),
      `${counts.pass}`,
      `${counts.fail}`,
      `${counts.undetermined}`,
      `${counts.notApplicable}`,
    ]),
  );
}

function provenance({ manifest }: RunRecord): ComponentChild {
  const { config, provenance: made } = manifest;
  const { widthPx, heightPx, frames, fps, view } = config.rollout;
  const git =
    made.git === null
      ? ""
      : `, commit ${made.git.commit.slice(0, 12)}${made.git.dirty ? " (changed)" : ""}`;
  const rows: readonly (readonly [string, string])[] = [
    ["command", manifest.command],
    ["task", `${config.task}, version ${config.taskVersion}`],
    [
      "generator",
      `${config.generator.id}, version ${config.generator.version} ${JSON.stringify(config.generator.params)}`,
    ],
    ["prompt's plan by", config.reasoner],
    ["instances", JSON.stringify(config.instances)],
    ["clip asked for", `${widthPx}x${heightPx}, ${frames} frames, ${fps} fps, view ${view}`],
    ["judge", `version ${config.judge.diagnosticsVersion}, ${config.judge.sampling} frames a clip`],
    [
      "made with",
      `topoprobe ${made.topoprobe}${git}, node ${made.node}, ${made.platform}, ffmpeg ${made.ffmpeg ?? "none"}`,
    ],
    ["configuration sha256", manifest.configSha256],
  ];
  return h(
    "div",
    { class: "card" },
    h(
      "dl",
      null,
      rows.flatMap(([term, text]) => [h("dt", null, term), h("dd", { class: "mono" }, text)]),
    ),
  );
}

function definitions(): ComponentChild {
  const words: readonly (readonly [string, string])[] = [
    ["process-valid", "every static and dynamic check that applies to the clip passes"],
    ["process-valid success", "process-valid, and the last frame can be read and shows the goal"],
    ["terminal success", "the last frame shows the goal, however it got there"],
    ["scorable", "the last frame could be read; a clip that is not scorable counts as a failure"],
    ["undetermined", "too much could not be read to decide: neither a pass nor a fail"],
    [
      "success in the puzzle",
      "the moves seen in the clip, carried out in the puzzle's own rules, reach the goal",
    ],
  ];
  return h("section", null, [
    h("h2", null, "Words"),
    h(
      "div",
      { class: "card" },
      h(
        "dl",
        null,
        words.flatMap(([term, text]) => [h("dt", null, term), h("dd", null, text)]),
      ),
    ),
  ]);
}
