/** How each run was made, and what the words of the report mean. */
import { type ComponentChild, h } from "preact";
import type { Report } from "../../../core/schema/report.ts";
import type { RunRecord } from "../../../core/store/read-run.ts";
import { NO_GENERATOR } from "../labels.ts";
import type { PageRun } from "./page-run.ts";
import { definitionList } from "./parts.ts";

export function provenance(runs: readonly PageRun[]): ComponentChild {
  return h("section", null, [
    h(
      "h2",
      { id: "made" },
      runs.length === 1 ? "How this run was made" : "How these runs were made",
    ),
    ...runs.map(({ run, report }) =>
      h("div", { class: "card" }, [
        runs.length === 1 ? null : h("h3", null, h("bdi", null, report.label)),
        definitionList(rowsOf(run), true),
      ]),
    ),
  ]);
}

function rowsOf({ manifest }: RunRecord): readonly (readonly [string, string])[] {
  const { config, provenance: made } = manifest;
  const { widthPx, heightPx, frames, fps, view } = config.rollout;
  const git =
    made.git === null
      ? ""
      : `, commit ${made.git.commit.slice(0, 12)}${made.git.dirty ? " (changed)" : ""}`;
  const size = `${widthPx}x${heightPx}`;
  // Pictures are asked for as clips of one frame.
  const hasClip = config.generator.id !== NO_GENERATOR && frames > 1;
  return [
    ["run", manifest.name],
    ["command", manifest.command],
    ["task", `${config.task}, version ${config.taskVersion}`],
    [
      "generator",
      `${config.generator.id}, version ${config.generator.version} ${JSON.stringify(config.generator.params)}`,
    ],
    [config.agent === undefined ? "prompt's plan by" : "decided by", decider(config)],
    ...(config.prompt === undefined
      ? []
      : [["prompt file", `${config.prompt.name}, sha256 ${config.prompt.sha256}`] as const]),
    ["instances", JSON.stringify(config.instances)],
    ...(hasClip
      ? ([
          ["clip asked for", `${size}, ${frames} frames, ${fps} fps, view ${view}`],
          [
            "judge",
            `version ${config.judge.diagnosticsVersion}, ${config.judge.sampling} frames a clip`,
          ],
        ] as const)
      : [["board drawn at", `${size}, view ${view}`] as const]),
    [
      "made with",
      `topoprobe ${made.topoprobe}${git}, node ${made.node}, ${made.platform}, ffmpeg ${made.ffmpeg ?? "none"}`,
    ],
    ["configuration sha256", manifest.configSha256],
  ];
}

function decider({ agent, reasoner }: RunRecord["manifest"]["config"]): string {
  if (agent === undefined) return reasoner;
  const { id, version, params } = agent.reasoner;
  return `${id}, version ${version} ${JSON.stringify(params)}, prompts ${agent.promptStyle}`;
}

const WORDS: readonly (readonly [string, string])[] = [
  ["process-valid", "every static and dynamic check that applies to the clip passes"],
  ["process-valid success", "process-valid, and the last frame can be read and shows the goal"],
  ["last frame alone", "the last frame shows the goal, however it got there: the terminal test"],
  [
    "accepted wrongly",
    "the last frame shows the goal, but a check on the way fails or could not be decided",
  ],
  ["scorable", "the last frame could be read; a clip that is not scorable counts as a failure"],
  ["undetermined", "too much could not be read to decide: neither a pass nor a fail"],
  [
    "in the puzzle",
    "the moves seen in the clip, or those of the agent, reach the goal by the puzzle's own rules",
  ],
  ["95 % interval", "Wilson's score interval of a proportion, unless another is named"],
];

/** Words of a page without a judged clip. */
const PLAYED_WORDS: readonly (readonly [string, string])[] = [
  ["in the puzzle", "the agent's moves, by the puzzle's own rules, reach the goal"],
  ...WORDS.slice(-1),
];

export function definitions(report: Report): ComponentChild {
  const isJudged = report.results.some(({ judged }) => judged > 0);
  return h("section", null, [
    h("h2", { id: "words" }, "Words"),
    h("div", { class: "card" }, definitionList(isJudged ? WORDS : PLAYED_WORDS, false)),
  ]);
}
