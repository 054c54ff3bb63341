/**
 * A clip as a score of its sampled frames: how well each was read, where each failed check was broken,
 * when each move was complete. Readable as it stands; the page's script makes the frames clickable.
 */
import { type ComponentChild, h } from "preact";
import type { ReportViolation } from "../../../core/schema/report.ts";
import type { FrameLabel, Verdict } from "../../../core/schema/verdict.ts";
import { sampleIndices } from "../../../cv-diagnostics/frames/index.ts";
import { type SampleSpan, spanOf } from "../marks.ts";
import { describeCode } from "../words.ts";

type LabelRun = { readonly label: FrameLabel; readonly from: number; readonly length: number };

/** As the page's script knows them. */
const LETTERS: Readonly<Record<FrameLabel, string>> = {
  exact: "e",
  partial: "p",
  degraded: "d",
  failed: "f",
  not_found: "n",
};

/** Of a bar, 0 to 1: labels are told apart by height as well as by colour. */
const HEIGHTS: Readonly<Record<FrameLabel, number>> = {
  exact: 1,
  partial: 0.7,
  degraded: 0.5,
  failed: 0.25,
  not_found: 0,
};

/** Lanes beyond this are named in the list of violations only. */
const MAX_LANES = 8;

export function score(verdict: Verdict, violations: readonly ReportViolation[]): ComponentChild {
  const { frames, sampling } = verdict;
  const regular = frames.every(
    ({ index, timeSec }) =>
      sampling.fps > 0 && Math.abs(index / sampling.fps - timeSec) < 0.25 / sampling.fps,
  );
  const even = sampleIndices(Math.max(1, sampling.totalFrames), Math.max(1, frames.length));
  const isEven = frames.every(({ index }, i) => index === even[i]);
  const broken = verdict.checks.filter(({ outcome }) => outcome === "fail").slice(0, MAX_LANES);
  const counts = countLabels(verdict);
  const runs = runsOf(frames.map(({ label }) => label));
  return h(
    "div",
    {
      class: "score",
      ...(isEven
        ? { "data-of": sampling.totalFrames, "data-n": frames.length }
        : { "data-f": frames.map(({ index }) => index).join() }),
      ...(regular
        ? { "data-fps": sampling.fps }
        : { "data-t": frames.map(({ timeSec }) => timeSec.toFixed(3)).join() }),
    },
    [
      lane(
        "reading",
        h(
          "div",
          {
            class: "cells",
            role: "img",
            "aria-label": counts,
            "data-l": runs.map(({ label, length }) => `${LETTERS[label]}${length}`).join(""),
          },
          h(
            "svg",
            {
              viewBox: `0 0 ${frames.length} 1`,
              preserveAspectRatio: "none",
              "aria-hidden": "true",
            },
            runs.map(({ label, from, length }) => {
              const height = HEIGHTS[label];
              return h("rect", { class: label, x: from, y: 1 - height, width: length, height });
            }),
          ),
        ),
      ),
      ...broken.map(({ name }) => {
        const spans = violations
          .filter(({ check }) => check === name)
          .map((violation) => spanOf(violation, verdict));
        return lane(h("code", null, name), hits(name, spans, frames.length));
      }),
      movesLane(verdict),
      h("p", { class: "dim small counts" }, counts),
    ],
  );
}

function lane(name: ComponentChild, content: ComponentChild): ComponentChild {
  return h("div", { class: "lane" }, [h("span", { class: "name" }, name), content]);
}

function hits(check: string, spans: readonly SampleSpan[], frames: number): ComponentChild {
  const said = spans.map(({ from, to }) =>
    from === to ? `${from + 1}` : `${from + 1} to ${to + 1}`,
  );
  return h(
    "svg",
    {
      class: "hits",
      viewBox: `0 0 ${frames} 1`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${check} broken at sampled frames ${[...new Set(said)].join(", ")}`,
    },
    h("path", { d: spanPath(spans) }),
  );
}

/** Equal neighbours as one. */
function runsOf(labels: readonly FrameLabel[]): readonly LabelRun[] {
  const runs: { label: FrameLabel; from: number; length: number }[] = [];
  for (const [from, label] of labels.entries()) {
    const last = runs.at(-1);
    if (last?.label === label) last.length += 1;
    else runs.push({ label, from, length: 1 });
  }
  return runs;
}

/** A block for every span, overlapping ones as one. */
export function spanPath(spans: readonly SampleSpan[]): string {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && span.from <= last.to + 1) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined.map(({ from, to }) => `M${from} 0h${to - from + 1}v1h${from - to - 1}z`).join("");
}

function movesLane(verdict: Verdict): ComponentChild {
  const { plan, frames } = verdict;
  if (plan === null || plan.frames.length === 0) return null;
  const at = plan.frames.map((frame) => spanOf({ frame, where: "", reason: "" }, verdict).from);
  return lane(
    "moves complete",
    h(
      "svg",
      {
        class: "moves",
        viewBox: `0 0 ${frames.length} 1`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `moves complete at sampled frames ${at.map((i) => i + 1).join(", ")}`,
      },
      h("path", { d: [...new Set(at)].map((i) => `M${i + 0.35} 0h.3v1h-.3z`).join("") }),
    ),
  );
}

/** "41 frames: 39 exact, 2 degraded". */
export function countLabels({ frames }: Verdict): string {
  const counts = new Map<string, number>();
  for (const { label } of frames) counts.set(label, (counts.get(label) ?? 0) + 1);
  const parts = [...counts].map(([label, count]) => `${count} ${describeCode(label)}`);
  return `${frames.length} frames: ${parts.join(", ")}`;
}
