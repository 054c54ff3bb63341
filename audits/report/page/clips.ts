/** The gallery: an index of all clips by kind of failure, each opening to its detail. */
import { type ComponentChild, Fragment, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { TIERS } from "../../../core/schema/common.ts";
import {
  EPISODE_KINDS,
  type EpisodeKind,
  type ReportEpisode,
} from "../../../core/schema/report.ts";
import type { Verdict } from "../../../core/schema/verdict.ts";
import { plural } from "../../plural.ts";
import { areOfClips, describeKind, type KindWords } from "../episode-kind.ts";
import { spanOf } from "../marks.ts";
import { describeCode } from "../words.ts";
import { clipDetail } from "./clip-detail.ts";
import type { PageRun } from "./page-run.ts";
import { signOf } from "./parts.ts";
import { spanPath } from "./score.ts";

type Clip = {
  readonly anchor: string;
  readonly page: PageRun;
  readonly position: number;
  readonly episode: ReportEpisode;
  readonly verdict: Verdict | undefined;
};

/** Long enough to scroll in; shorter galleries need no filters. */
const MIN_FILTERED = 4;

export function gallery(runs: readonly PageRun[]): ComponentChild {
  const clips = runs.flatMap((page, runIndex) =>
    page.report.episodes.map(
      (episode, position): Clip => ({
        anchor: `clip-${runIndex}-${episode.instanceId}`,
        page,
        position,
        episode,
        verdict: page.run.records[position]?.verdict,
      }),
    ),
  );
  const hasRuns = runs.length > 1;
  const hasClips = areOfClips(clips.map(({ episode }) => episode.kind));
  return h("section", { class: hasRuns ? "gallery several" : "gallery" }, [
    h(
      "h2",
      { id: "clips" },
      hasClips ? "Clips, by what went wrong" : "Episodes, by what became of them",
    ),
    clips.length < MIN_FILTERED ? null : filters(runs, clips, hasClips ? "clips" : "episodes"),
    h("p", { class: "dim small keys", hidden: true }, [...keyWords(hasClips)]),
    ...EPISODE_KINDS.flatMap((kind) =>
      kind === "no_clip"
        ? [playedGroup(false, clips, hasRuns), playedGroup(true, clips, hasRuns)]
        : [group(kind, describeKind(kind), membersOf(kind, clips), hasRuns)],
    ),
  ]);
}

function keyWords(hasClips: boolean): ComponentChild[] {
  const keys: readonly (readonly [string, string])[] = [
    ["J", `next ${hasClips ? "clip" : "episode"}, `],
    ["K", "the one before, "],
    ["Enter", "opens it, "],
    ...(hasClips
      ? ([
          ["\u2190 \u2192", "frame by frame, "],
          ["P", "plays, "],
        ] as const)
      : []),
    ["Esc", "closes, "],
    ["/", "finds"],
  ];
  return keys.flatMap(([key, word]) => [h("kbd", null, key), ` ${word}`]);
}

function membersOf(kind: EpisodeKind, clips: readonly Clip[]): readonly Clip[] {
  return clips.filter(({ episode }) => episode.kind === kind);
}

/** Without a clip it is the puzzle that tells what went wrong. */
function playedGroup(isSolved: boolean, clips: readonly Clip[], hasRuns: boolean): ComponentChild {
  const members = membersOf("no_clip", clips).filter(
    ({ episode }) => (episode.world?.success === true) === isSolved,
  );
  const title = isSolved ? "Solved in the puzzle" : "Not solved in the puzzle";
  const { meaning } = describeKind("no_clip");
  return group(isSolved ? "no_clip-solved" : "no_clip", { title, meaning }, members, hasRuns);
}

/** @param name of the group's anchor */
function group(
  name: string,
  { title, meaning }: KindWords,
  members: readonly Clip[],
  hasRuns: boolean,
): ComponentChild {
  if (members.length === 0) return null;
  const sorted = [...members].sort((a, b) => compareText(firstFailure(a), firstFailure(b)));
  return h("section", { class: "group", id: `kind-${name}` }, [
    h("h3", null, [`${title} `, h("span", { class: "n" }, `${members.length}`)]),
    h("p", { class: "dim" }, meaning),
    h(
      "div",
      { class: "card index" },
      sorted.map((clip) => entry(clip, hasRuns)),
    ),
  ]);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function firstFailure({ episode }: Clip): string {
  return episode.judged?.checks.find(({ outcome }) => outcome === "fail")?.name ?? "";
}

function namedChecks({ judged }: ReportEpisode, outcome: "fail" | "undetermined"): string[] {
  return (judged?.checks ?? []).filter((c) => c.outcome === outcome).map(({ name }) => name);
}

function entry(clip: Clip, hasRuns: boolean): ComponentChild {
  const { anchor, episode, page, position, verdict } = clip;
  const { judged } = episode;
  const failed = namedChecks(episode, "fail");
  const unread = namedChecks(episode, "undetermined");
  const detail = clipDetail({
    episode,
    verdict,
    files: page.files[position] ?? { isPicture: false },
  });
  return h(
    "details",
    {
      class: "clip",
      id: anchor,
      "data-task": page.report.summary.task,
      "data-tier": episode.tier,
      "data-gen": page.report.label,
      "data-kind": episode.kind,
      "data-checks": failed.join(" "),
    },
    [
      h("summary", null, [
        h("span", { class: "id mono" }, episode.instanceId),
        hasRuns ? h("bdi", { class: "gen" }, page.report.label) : null,
        h("span", { class: "tier dim" }, episode.tier),
        endCell(episode),
        h(
          "span",
          { class: "why" },
          judged === null
            ? unjudgedWords(episode)
            : whyWords(failed, unread, judged.terminal, judged.terminalReason),
        ),
        verdict === undefined || failed.length === 0 ? null : mini(verdict),
      ]),
      // Its content is text until the clip is opened, or markup at once where scripts are off.
      h("noscript", {
        dangerouslySetInnerHTML: { __html: renderToString(h(Fragment, null, detail)) },
      }),
    ],
  );
}

/** Of the clip where there is one, else of the puzzle. */
function endCell({ judged, kind, world }: ReportEpisode): ComponentChild {
  const played = kind === "no_clip" ? (world?.success === true ? "pass" : "fail") : undefined;
  const end = judged?.terminal ?? played;
  return end === undefined
    ? h("span", { class: "end" })
    : h("span", { class: `end ${end}` }, `${signOf(end)} ${endWord(end)}`);
}

function unjudgedWords({ error, world }: ReportEpisode): string {
  if (error !== null) return `${error.code}: ${error.message.slice(0, 90)}`;
  if (world === null) return "";
  const { steps, illegal, invalid = 0 } = world;
  return [
    plural(steps, "step"),
    ...(illegal === 0 ? [] : [`${illegal} illegal`]),
    ...(invalid === 0 ? [] : [`${invalid} without an answer`]),
  ].join(", ");
}

function endWord(terminal: "pass" | "fail" | "undetermined"): string {
  return terminal === "pass" ? "goal" : terminal === "fail" ? "no goal" : "unread";
}

function whyWords(
  failed: readonly string[],
  unread: readonly string[],
  terminal: string,
  reason: string | null,
): string {
  const parts = [
    ...failed.map((name) => `${signOf("fail")}\u00a0${name}`),
    ...unread.map((name) => `${signOf("undetermined")}\u00a0${name}`),
    ...(terminal === "pass" || reason === null ? [] : [describeCode(reason)]),
  ];
  return parts.length === 0 ? "all checks pass" : parts.join(", ");
}

/** Where in the clip anything was broken, at a glance. */
function mini(verdict: Verdict): ComponentChild {
  const spans = verdict.checks.flatMap((check) =>
    check.violations.map((violation) => spanOf(violation, verdict)),
  );
  return h(
    "svg",
    {
      class: "mini",
      viewBox: `0 0 ${verdict.frames.length} 1`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    h("path", { d: spanPath(spans) }),
  );
}

/** @param noun what is counted, in the plural */
function filters(
  runs: readonly PageRun[],
  clips: readonly Clip[],
  noun: "clips" | "episodes",
): ComponentChild {
  const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
  const failed = distinct(clips.flatMap(({ episode }) => namedChecks(episode, "fail")));
  const checks = [...failed].sort(compareText);
  const kinds = EPISODE_KINDS.filter((kind) => clips.some(({ episode }) => episode.kind === kind));
  const tiers = TIERS.filter((tier) => clips.some(({ episode }) => episode.tier === tier));
  const plain = (value: string) => ({ value, word: value });
  return h(
    "form",
    { class: "filters", hidden: true, "aria-label": `Filter ${noun}`, "data-noun": noun },
    [
      choice("task", "Task", distinct(runs.map(({ report }) => report.summary.task)).map(plain)),
      choice(
        "gen",
        noun === "clips" ? "Generator" : "Player",
        distinct(runs.map(({ report }) => report.label)).map(plain),
      ),
      choice("tier", "Tier", tiers.map(plain)),
      choice(
        "kind",
        "Outcome",
        kinds.map((kind) => ({ value: kind, word: describeKind(kind).title })),
      ),
      choice("checks", "Failed check", checks.map(plain)),
      h("label", null, [
        h("span", null, "Name"),
        h("input", { type: "search", name: "find", autocomplete: "off", spellcheck: false }),
      ]),
      h("button", { type: "reset" }, "Show all"),
      h("span", { class: "found dim", role: "status" }),
    ],
  );
}

/** Nothing to choose where there is one value only. */
function choice(
  name: string,
  label: string,
  options: readonly { readonly value: string; readonly word: string }[],
): ComponentChild {
  if (options.length < 2) return null;
  return h("label", null, [
    h("span", null, label),
    h("select", { name }, [
      h("option", { value: "" }, "all"),
      ...options.map(({ value, word }) => h("option", { value }, word)),
    ]),
  ]);
}
