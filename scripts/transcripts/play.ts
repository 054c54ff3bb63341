/**
 * One episode of each condition: the same small puzzle, reasoners that follow a script, the built-in
 * generator for clips and the demo server for pictures.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OkEpisode } from "../../core/schema/episode.ts";
import type { RunConfig } from "../../core/schema/run.ts";
import { createRedactor } from "../../core/store/redact.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";
import { diagnose } from "../../cv-diagnostics/diagnose.ts";
import { DIAGNOSTICS_VERSION } from "../../cv-diagnostics/thresholds.ts";
import { createDemoServer } from "../../demo-server/index.ts";
import { createBuiltinGenerator } from "../../generators/builtin/index.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import { getHost } from "../../generators/hosts.ts";
import { MODELS } from "../../generators/models/table.ts";
import { agentConfigOf } from "../../probes/agent/agent-config.ts";
import { refOfGenerator } from "../../probes/agent/no-generator.ts";
import type { Exchange } from "../../probes/agent/talk.ts";
import { createScriptedChat } from "../../probes/reasoners/scripted.ts";
import { runSuite } from "../../probes/run-suite.ts";
import { getTask } from "../../tasks/registry.ts";
import { SCRIPTS, type TranscriptCondition } from "./replies.ts";

const JOB_MS = 20;
const DEADLINE_MS = 60_000;

export type PlayedEpisode = {
  readonly condition: TranscriptCondition;
  readonly episode: OkEpisode;
  /** Requests to the reasoner and its replies; none where the clip decides. */
  readonly exchanges: readonly Exchange[];
  /** What the generator was told where the clip decides. */
  readonly prompt?: string;
};

/** In the order of the documentation. */
export async function playAll(): Promise<readonly PlayedEpisode[]> {
  const server = await createDemoServer({ jobMs: JOB_MS, seed: "transcripts" }).start(0);
  try {
    const played: PlayedEpisode[] = [];
    for (const condition of Object.keys(SCRIPTS) as TranscriptCondition[]) {
      played.push(await playOne(condition, server.env));
    }
    return played;
  } finally {
    await server.close();
  }
}

async function playOne(
  condition: TranscriptCondition,
  env: Readonly<Record<string, string>>,
): Promise<PlayedEpisode> {
  const task = getTask("untangle");
  const instance = { ...task.generate("easy", 1), actionBudget: 4 };
  const script = SCRIPTS[condition];
  const reasoner =
    script === undefined
      ? undefined
      : createScriptedChat(script.replies, { protocol: script.protocol });
  const generator = generatorOf(condition, env);
  const config: RunConfig = {
    task: task.id,
    taskVersion: task.version,
    generator: refOfGenerator(generator),
    condition,
    reasoner: reasoner?.id ?? "oracle",
    ...(reasoner === undefined ? {} : { agent: agentConfigOf(reasoner) }),
    instances: { kind: "generated", tiers: ["easy"], episodes: 1, seed: 1 },
    rollout: { widthPx: 416, heightPx: 240, frames: 33, fps: 16, view: task.views[0] ?? "" },
    judge: { diagnosticsVersion: DIAGNOSTICS_VERSION, sampling: 41 },
  };
  const folder = await mkdtemp(join(tmpdir(), "topoprobe-transcript-"));
  try {
    const { run } = await runSuite({
      ...{ runPath: join(folder, "run"), task, config, instances: [instance], diagnose },
      ...(generator === undefined ? {} : { generator }),
      ...(reasoner === undefined ? {} : { reasoner }),
      concurrency: 1,
      signal: new AbortController().signal,
      provenance: { topoprobe: "", node: "", platform: "", ffmpeg: null, git: null },
      command: "",
      redactor: createRedactor({}),
      progressStream: { write: () => undefined },
    });
    const episode = run.records[0]?.episode;
    if (episode?.status !== "ok") throw new Error(`${condition}: ${JSON.stringify(episode)}`);
    const read = (file: string) =>
      readFile(inRun(run.path, episodePath(instance.id, file)), "utf8").catch(() => undefined);
    const chat = (await read(ARTEFACTS.chat)) ?? "";
    const prompt = await read(ARTEFACTS.prompt);
    const exchanges = chat
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Exchange);
    return { condition, episode, exchanges, ...(prompt === undefined ? {} : { prompt }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function generatorOf(
  condition: TranscriptCondition,
  env: Readonly<Record<string, string>>,
): Generator<BuiltinRequest> | undefined {
  switch (condition) {
    case "none":
    case "text":
      return undefined;
    case "image": {
      const model = MODELS.find(({ id }) => id === "gpt-image-2");
      if (model === undefined) throw new Error("expected gpt-image-2 among the models");
      const price = { estimateUsd: () => 0.05, costUsd: () => 0.05 };
      return getHost("openai").create({
        ...{ model, env, price, deadlineMs: DEADLINE_MS, redact: (text: string) => text },
      });
    }
    case "video":
    case "video-policy":
      return createBuiltinGenerator("oracle");
  }
}
