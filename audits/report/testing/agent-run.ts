/** A small run on disk in which an agent imagined, with texts and paths that try everything. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import type { Imagination } from "../../../core/schema/agent.ts";
import type { EpisodeRecord, RunRecord } from "../../../core/store/read-run.ts";
import { imagined, madeRun } from "../../../probes/metrics/testing/agent-runs.ts";
import { EVIL } from "./hostile-run.ts";

export const AGENT_EPISODE = "swap-easy-1";

/** A picture, a clip, a text, a file outside of the run, and one that came to nothing. */
export function makeAgentRun(root: string): RunRecord {
  const path = join(root, "agent");
  const folder = join(path, "episodes", AGENT_EPISODE);
  mkdirSync(folder, { recursive: true });
  const canvas = createCanvas(64, 48);
  canvas.getContext("2d").fillRect(8, 8, 32, 32);
  const png = canvas.toBuffer("image/png");
  for (const name of [
    "step-00.png",
    "imagined-00.png",
    "imagined-01-frame-00.png",
    "imagined-01-frame-01.png",
  ]) {
    writeFileSync(join(folder, name), png);
  }
  writeFileSync(join(folder, "imagined-01.mp4"), "mp4");
  writeFileSync(join(folder, "chat.jsonl"), "{}\n");
  writeFileSync(join(root, "outside.png"), png);
  const fileAt = (to: string): Imagination["file"] => ({
    path: to,
    sha256: "0".repeat(64),
    bytes: png.length,
  });
  const inEpisode = (name: string): string => `episodes/${AGENT_EPISODE}/${name}`;
  const imaginations: readonly Imagination[] = [
    {
      ...imagined("image"),
      prompt: `One block moves ${EVIL}`,
      file: fileAt(inEpisode("imagined-00.png")),
      warnings: [`seed 7 is not sent ${EVIL}`],
      costUsd: 0.04,
    },
    {
      ...imagined("video"),
      file: fileAt(inEpisode("imagined-01.mp4")),
      shown: [
        inEpisode("imagined-01-frame-00.png"),
        inEpisode("imagined-01-frame-01.png"),
        "../outside.png",
      ],
      costUsd: null,
      verdict: {
        ...{ diagnosticsVersion: "1", terminal: "pass", scorable: true },
        ...{ processValid: false, processValidSuccess: false },
      },
    },
    { ...imagined("text"), prompt: `The next board ${EVIL} ${"and so on ".repeat(100)}` },
    { ...imagined("image"), file: fileAt("../outside.png"), warnings: ["seed 8 is not sent"] },
    imagined("image", { skipped: "limit", asked: false }),
    imagined("image", { skipped: `failed: ${EVIL}` }),
  ];
  const run = madeRun({
    ...{ path, task: "swap", condition: "image", generator: "painter" },
    episodes: [
      { id: AGENT_EPISODE, success: false, steps: [{}, { imaginations: [...imaginations] }] },
      { id: "swap-easy-2" },
    ],
  });
  return { ...run, records: run.records.map(seenFromRun) };
}

/** Observations are told by their path from the run folder; those of the second step lead out of it. */
function seenFromRun({ episode }: EpisodeRecord): EpisodeRecord {
  if (episode.status !== "ok" || episode.agent === undefined) return { episode };
  const places = [`episodes/${episode.instanceId}/step-00.png`, "../outside.png"];
  const steps = episode.agent.steps.map((step, i) => ({
    ...step,
    observations: [places[i] ?? `episodes/${episode.instanceId}/gone.png`],
  }));
  return { episode: { ...episode, agent: { ...episode.agent, steps } } };
}
