/** Everything on one clip: score, player with marks, frames as read, violations in words, plan. */

import { type ComponentChild, h } from "preact";
import type { ReportEpisode, ReportViolation } from "../../../core/schema/report.ts";
import type { Verdict } from "../../../core/schema/verdict.ts";
import { plural } from "../../plural.ts";
import { foldAlike } from "../alike.ts";
import type { EpisodeFiles } from "../episode-files.ts";
import { type Mark, marksOf, spanOf } from "../marks.ts";
import { describeCode, usdWords } from "../words.ts";
import { imaginedPart, stepsList } from "./imagined-part.ts";
import { outcomeBadge } from "./parts.ts";
import { score } from "./score.ts";

export type ClipProps = {
  readonly episode: ReportEpisode;
  readonly verdict: Verdict | undefined;
  readonly files: EpisodeFiles;
};

/** Violations beyond this are folded away, and beyond the second limit only counted. */
const MAX_OPEN = 6;
const MAX_TOLD = 60;
const MAX_MARKED = 40;

export function clipDetail(props: ClipProps): ComponentChild {
  const { episode, verdict, files } = props;
  const { judged } = episode;
  return h("div", { class: "detail" }, [
    verdict === undefined || judged === null ? null : score(verdict, judged.violations),
    ...stage(props),
    ...judgedPart(props),
    agentPart(props),
    episode.error === null
      ? null
      : h(
          "p",
          { class: "note wrong" },
          `No verdict (${episode.error.code}): ${episode.error.message}`,
        ),
    ...foldAlike(episode.warnings).map(({ text }) =>
      h("p", { class: "note" }, `Generator: ${text}`),
    ),
    files.strip === undefined
      ? null
      : h("details", null, [
          h("summary", null, "Strip of annotated frames"),
          h("a", { href: files.strip }, [
            h("img", {
              class: "strip",
              src: files.strip,
              loading: "lazy",
              alt: `Annotated frames of ${episode.instanceId}`,
            }),
          ]),
        ]),
    files.prompt === undefined
      ? files.promptHref === undefined
        ? null
        : h("p", null, h("a", { href: files.promptHref }, "Prompt of the generator"))
      : h("details", null, [
          h("summary", null, "Prompt of the generator"),
          h("p", { class: "mono prompt" }, files.prompt),
        ]),
    origin(props),
  ]);
}

function stage(props: ClipProps): ComponentChild[] {
  const { episode, files } = props;
  if (episode.judged === null && files.clip === undefined) return [];
  return [
    h("div", { class: "stage" }, [player(props), episode.judged === null ? null : sheet(props)]),
    h("p", { class: "frame-line", role: "status" }),
  ];
}

function player({ episode, verdict, files }: ClipProps): ComponentChild {
  if (files.clip === undefined) {
    if (episode.judged === null) return null;
    return h("p", { class: "note" }, "The clip is not where the run keeps it.");
  }
  if (files.isPicture) {
    return h("img", { class: "picture", src: files.clip, alt: "What the generator imagined" });
  }
  return h("div", { class: "player" }, [
    h("video", {
      controls: true,
      muted: true,
      playsInline: true,
      preload: "metadata",
      src: files.clip,
      ...(verdict === undefined
        ? {}
        : { width: verdict.sampling.widthPx, height: verdict.sampling.heightPx }),
    }),
    verdict === undefined || files.scene === undefined || episode.judged === null
      ? null
      : marks(
          marksOf(episode.judged.violations.slice(0, MAX_MARKED), verdict, files.scene),
          verdict,
        ),
  ]);
}

/** Shown by the script while the player stands at one of the mark's samples. */
function marks(all: readonly Mark[], { sampling }: Verdict): ComponentChild {
  if (all.length === 0) return null;
  return h(
    "svg",
    {
      class: "marks",
      viewBox: `0 0 ${sampling.widthPx} ${sampling.heightPx}`,
      "aria-hidden": "true",
    },
    all.map(({ from, to, rings, lines }) =>
      h("g", { "data-a": from, "data-b": to }, [
        ...rings.map(({ x, y, r }) => h("circle", { cx: x, cy: y, r })),
        ...lines.map((line) =>
          h("path", { d: `M${line.map((point) => point.join(" ")).join("L")}` }),
        ),
      ]),
    ),
  );
}

/** One frame of the sheet at a time, beginning with the first violation. */
function sheet({ episode, verdict, files: { frames } }: ClipProps): ComponentChild {
  if (frames === undefined || verdict === undefined) return null;
  const { columns, widthPx, heightPx } = frames;
  const [first] = episode.judged?.violations ?? [];
  const sample = first === undefined ? 0 : spanOf(first, verdict).from;
  const view = [
    (sample % columns) * widthPx,
    Math.floor(sample / columns) * heightPx,
    widthPx,
    heightPx,
  ];
  return h("div", { class: "read" }, [
    h(
      "svg",
      {
        class: "sheet",
        viewBox: view.join(" "),
        "data-columns": columns,
        "data-w": widthPx,
        "data-h": heightPx,
        role: "img",
        "aria-label": "The frame with what the judge read",
      },
      h("image", {
        href: frames.href,
        width: columns * widthPx,
        height: Math.ceil(frames.frames / columns) * heightPx,
      }),
    ),
    h("p", { class: "dim small" }, [
      "What the judge read in this frame. ",
      h("a", { href: frames.href }, "All frames"),
    ]),
  ]);
}

function judgedPart({ episode, verdict }: ClipProps): ComponentChild[] {
  const { judged } = episode;
  if (judged === null) return [];
  const reason = judged.terminalReason === null ? "" : `: ${describeCode(judged.terminalReason)}`;
  const passed = judged.checks.filter(({ outcome }) => outcome === "pass").length;
  return [
    h("div", { class: "badges" }, [
      outcomeBadge(judged.processValidSuccess ? "pass" : "fail", "process-valid success"),
      outcomeBadge(judged.terminal, `last frame: ${judged.terminal}${reason}`),
      ...judged.checks
        .filter(({ outcome }) => outcome !== "pass")
        .map(({ outcome, name }) => outcomeBadge(outcome, name)),
      passed === 0
        ? null
        : outcomeBadge("pass", `${passed} of ${judged.checks.length} checks pass`),
    ]),
    ...violationList(judged.violations, verdict),
    planLine(episode),
  ];
}

function violationList(
  violations: readonly ReportViolation[],
  verdict: Verdict | undefined,
): ComponentChild[] {
  if (violations.length === 0 || verdict === undefined) return [];
  const line = (violation: ReportViolation): ComponentChild => {
    const { from, to } = spanOf(violation, verdict);
    return h("li", { "data-a": from, "data-b": to }, [
      h("code", null, violation.check),
      ` at ${violation.words}`,
    ]);
  };
  const folded = violations.slice(MAX_OPEN, MAX_TOLD);
  const untold = Math.max(0, violations.length - MAX_TOLD);
  return [
    h("ul", { class: "violations" }, violations.slice(0, MAX_OPEN).map(line)),
    folded.length === 0
      ? null
      : h("details", null, [
          h("summary", null, `${violations.length - MAX_OPEN} more violations`),
          h("ul", { class: "violations" }, folded.map(line)),
          untold === 0 ? null : h("p", null, `${untold} more are in report.json.`),
        ]),
  ];
}

function planLine({ judged, world, agent }: ReportEpisode): ComponentChild {
  if (judged === null || world === null) return null;
  const { plan } = judged;
  const outcome = world.success
    ? `reaches the goal in ${plural(world.steps, "step")}`
    : `does not reach the goal (${plural(world.steps, "step")}, ${world.illegal} of them illegal)`;
  if (plan === null) {
    const rest = agent === null ? `; in the puzzle ${outcome}` : "";
    return h("p", null, [h("b", null, "Plan seen: "), `none could be decoded${rest}`]);
  }
  const moves = plan.moves.length === 0 ? "none" : groupRepeats(plan.moves).join(", ");
  const played = agent === null ? ` Carried out in the puzzle this ${outcome}.` : "";
  const unexplained = plan.legal ? "" : " The clip shows changes that these moves do not explain.";
  return h("p", null, [
    h("b", null, `Plan seen (${plural(plan.moves.length, "move")}): `),
    `${moves}.${played}${unexplained}`,
  ]);
}

function agentPart({ episode, files }: ClipProps): ComponentChild {
  const { agent, world } = episode;
  if (agent === null || world === null) return null;
  const { steps, illegal, invalid = 0, success } = world;
  const outcome =
    `${agent.reasoner} ${success ? "reaches the goal" : "does not reach the goal"} in ${plural(steps, "step")}` +
    ` (${illegal} illegal, ${invalid} without an answer that could be read).`;
  return h("div", null, [
    h("p", null, [h("b", null, "In the puzzle: "), outcome]),
    imaginedPart(files.imagined ?? []),
    h("details", null, [
      h("summary", null, "Step by step"),
      stepsList(agent.steps, files.boards ?? []),
    ]),
    files.chatHref === undefined
      ? null
      : h("p", { class: "small" }, h("a", { href: files.chatHref }, "What was asked and replied")),
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

function origin({ episode, files }: ClipProps): ComponentChild {
  const { costUsd, host, judged } = episode;
  const cost =
    costUsd === undefined ? [] : [costUsd === null ? "cost unknown" : `cost ${usdWords(costUsd)}`];
  const parts = [
    ...(host === null ? [] : [`made by ${host}`]),
    ...cost,
    ...(judged === null ? [] : [`sha256 ${judged.clipSha256}`]),
  ];
  const folder = files.folder === undefined ? [] : [h("a", { href: files.folder }, "all files")];
  if (parts.length + folder.length === 0) return null;
  return h(
    "p",
    { class: "dim small origin" },
    [...parts, ...folder].flatMap((part, i) => (i === 0 ? [part] : [" \u00B7 ", part])),
  );
}
