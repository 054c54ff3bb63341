/** One episode on the report's page: badges, overlay strip, violations in words, plan, warnings. */
import { type ComponentChild, h } from "preact";
import type { Outcome } from "../../core/schema/common.ts";
import type { ReportEpisode, ReportViolation } from "../../core/schema/report.ts";
import type { Verdict } from "../../core/schema/verdict.ts";
import { outcomeBadge } from "./parts.ts";
import { describeCode } from "./words.ts";

/** Where the page finds an episode's files; undefined for a file that is not there. */
export type EpisodeLinks = {
  readonly strip?: string;
  readonly clip?: string;
  readonly folder?: string;
};

export type EpisodeCardProps = {
  readonly episode: ReportEpisode;
  readonly verdict: Verdict | undefined;
  readonly prompt: string | undefined;
  readonly links: EpisodeLinks;
  /** Anchor of the card. */
  readonly anchor: string;
};

/** Violations beyond this are folded away. */
const MAX_OPEN_VIOLATIONS = 6;

export function episodeCard(props: EpisodeCardProps): ComponentChild {
  const { episode, verdict, prompt, links, anchor } = props;
  return h("article", { class: "card episode", id: anchor }, [
    h("header", null, [
      h("h3", { class: "mono" }, episode.instanceId),
      h("span", { class: "dim" }, `${episode.tier}, seed ${episode.seed}`),
    ]),
    ...judgedPart(props),
    episode.error === null
      ? null
      : h(
          "p",
          { class: "note wrong" },
          `No verdict (${episode.error.code}): ${episode.error.message}`,
        ),
    ...episode.warnings.map((warning) => h("p", { class: "note" }, `Generator: ${warning}`)),
    links.clip === undefined
      ? null
      : h("details", null, [
          h("summary", null, "Clip"),
          h("video", { controls: true, preload: "none", src: links.clip }),
          links.folder === undefined
            ? null
            : h("p", null, h("a", { href: links.folder }, "all files of this episode")),
        ]),
    prompt === undefined
      ? null
      : h("details", null, [
          h("summary", null, "Prompt of the generator"),
          h("p", { class: "mono", style: "white-space:pre-wrap" }, prompt),
        ]),
    verdict === undefined
      ? null
      : h("p", { class: "dim mono" }, `sha256 ${verdict.videoSha256 ?? ""}`),
  ]);
}

function judgedPart({ episode, verdict, links }: EpisodeCardProps): ComponentChild[] {
  const { judged } = episode;
  if (judged === null) return [];
  const terminalNote =
    judged.terminalReason === null ? "" : `: ${describeCode(judged.terminalReason)}`;
  return [
    h("div", { class: "badges" }, [
      outcomeBadge(judged.processValidSuccess ? "pass" : "fail", "process-valid success"),
      outcomeBadge(judged.terminal, `terminal ${judged.terminal}${terminalNote}`),
      ...judged.checks
        .filter((check) => check.outcome !== "pass")
        .map((check) => outcomeBadge(check.outcome, check.name)),
      passedBadge(judged.checks),
    ]),
    links.strip === undefined
      ? null
      : h(
          "a",
          { href: links.strip },
          h("img", {
            class: "strip",
            src: links.strip,
            loading: "lazy",
            alt: `Annotated frames of ${episode.instanceId}`,
          }),
        ),
    verdict === undefined ? null : frameLine(verdict, judged.violations),
    ...violationList(judged.violations),
    planLine(episode),
  ];
}

function passedBadge(checks: readonly { readonly outcome: Outcome }[]): ComponentChild {
  const passed = checks.filter((check) => check.outcome === "pass").length;
  if (passed === 0) return null;
  return outcomeBadge("pass", `${passed} of ${checks.length} checks pass`);
}

/** One block per sampled frame: how well it was read, and whether a violation begins there. */
function frameLine(verdict: Verdict, violations: readonly ReportViolation[]): ComponentChild {
  const starts = new Set(violations.map((violation) => firstSampleAt(verdict, violation.frame)));
  const counts = countLabels(verdict);
  return h("div", null, [
    h(
      "div",
      { class: "frames", role: "img", "aria-label": counts },
      verdict.frames.map((frame) => {
        const bad = starts.has(frame.index) ? " bad" : "";
        const title = `frame ${frame.index}, ${frame.timeSec.toFixed(2)} s: ${describeCode(frame.label)}`;
        return h("i", { class: `${frame.label}${bad}`, title });
      }),
    ),
    h("p", { class: "dim small" }, counts),
  ]);
}

/** "41 frames judged: 39 exact, 2 degraded". */
function countLabels({ frames }: Verdict): string {
  const counts = new Map<string, number>();
  for (const { label } of frames) counts.set(label, (counts.get(label) ?? 0) + 1);
  const parts = [...counts].map(([label, count]) => `${count} ${describeCode(label)}`);
  return `${frames.length} frames judged: ${parts.join(", ")}`;
}

function firstSampleAt(verdict: Verdict, frame: number): number {
  return verdict.frames.find((sampled) => sampled.index >= frame)?.index ?? -1;
}

function violationList(violations: readonly ReportViolation[]): ComponentChild[] {
  if (violations.length === 0) return [];
  const line = (violation: ReportViolation): ComponentChild =>
    h("li", null, [h("code", null, violation.check), ` at ${violation.words}`]);
  const open = violations.slice(0, MAX_OPEN_VIOLATIONS);
  const folded = violations.slice(MAX_OPEN_VIOLATIONS);
  return [
    h("ul", null, open.map(line)),
    folded.length === 0
      ? null
      : h("details", null, [
          h("summary", null, `${folded.length} more violations`),
          h("ul", null, folded.map(line)),
        ]),
  ];
}

function planLine({ judged }: ReportEpisode): ComponentChild {
  if (judged === null) return null;
  const { plan, world } = judged;
  const outcome = world.success
    ? `reaches the goal in ${world.steps} steps`
    : `does not reach the goal (${world.steps} steps, ${world.illegal} of them illegal)`;
  if (plan === null) {
    return h("p", null, [
      h("b", null, "Moves seen: "),
      "none could be decoded; ",
      `in the puzzle ${outcome}`,
    ]);
  }
  const moves = plan.moves.length === 0 ? "none" : groupRepeats(plan.moves).join(", ");
  const unexplained = plan.legal ? "" : " The clip shows changes that these moves do not explain.";
  return h("p", null, [
    h("b", null, `Moves seen (${plan.moves.length}): `),
    `${moves}. Carried out in the puzzle this ${outcome}.${unexplained}`,
  ]);
}

/** "turn x=0,y=0" three times in a row becomes "turn x=0,y=0 (3 times)". */
function groupRepeats(moves: readonly string[]): readonly string[] {
  const groups: { readonly move: string; count: number }[] = [];
  for (const move of moves) {
    const last = groups.at(-1);
    if (last?.move === move) last.count += 1;
    else groups.push({ move, count: 1 });
  }
  return groups.map(({ move, count }) => (count === 1 ? move : `${move} (${count} times)`));
}
