import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AgentRecord } from "../../core/schema/agent.ts";
import type { Episode } from "../../core/schema/episode.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { getTask, TASKS } from "../../tasks/registry.ts";
import { sampleEpisode } from "../../tests/e2e/helpers/records.ts";
import { sharedRowsPath } from "../../tests/shared-rows.ts";
import { parsePublished } from "../instances.ts";
import { parseJsonWithBigints } from "../json-with-bigints.ts";
import { modelAnswerRow } from "./export-rows.ts";
import { INSTANCE_FIELD, instanceOfClip } from "./instance-of-clip.ts";
import { readModelAnswer } from "./model-answer.ts";
import { isObject, type JsonObject, parseRows } from "./parse-rows.ts";
import { stringifyRow } from "./stringify-row.ts";

const NONE = new Map<string, Instance>();
const same = (path: string): string => path;

function fixture(taskId: string): string {
  const url = new URL(`../../tasks/${taskId}/__fixtures__/published-rows.jsonl`, import.meta.url);
  return readFileSync(url, "utf8");
}

function agentOf(taskId: string, instance: Instance): AgentRecord {
  const task = getTask(taskId);
  const [action] = task.legalActions(task.initialState(instance));
  const answer = { method: "json", isFormatValid: true, action } as const;
  const file = (path: string) => ({ path, sha256: "0".repeat(64), bytes: 1 });
  const observations = [`episodes/${instance.id}/step-00.png`];
  return {
    reasoner: { id: "some-model", version: "1", params: {} },
    toolProtocol: "native",
    steps: [
      {
        step: 0,
        observations,
        imaginations: [
          { kind: "image", prompt: "one", file: file("a.png"), warnings: [] },
          { kind: "image", prompt: "two", skipped: "limit", warnings: [] },
          { kind: "text", prompt: "I see", warnings: [] },
        ],
        calls: 3,
        reply: "my reply",
        answer,
        outcome: "moved",
      },
      {
        step: 1,
        observations,
        imaginations: [
          { kind: "video", prompt: "go", file: file("a.mp4"), shown: ["f.png"], warnings: [] },
        ],
        calls: 1,
        reply: "?",
        answer: { method: "unclear", isFormatValid: false, action: null, reason: "no_answer" },
        outcome: "invalid",
      },
      { step: 2, observations, imaginations: [], calls: 1, reply: "", answer, outcome: "illegal" },
    ],
    finalObservations: ["last.png"],
    terminated: false,
    truncated: true,
    shortestSteps: 3,
    usage: { calls: 5, promptTokens: null, completionTokens: null, costUsd: null },
    warnings: [],
  };
}

function export1(taskId: string, instance: Instance, question?: JsonObject): JsonObject {
  const agent = agentOf(taskId, instance);
  const episode = {
    ...sampleEpisode(instance.id),
    task: taskId,
    tier: instance.tier,
    seed: instance.seed,
    condition: "image",
    success: false,
    agent,
  } as Episode;
  const task = getTask(taskId);
  const exported = { episode, task, instance, question, prompt: undefined };
  return JSON.parse(stringifyRow(modelAnswerRow(exported, same)));
}

describe.each(TASKS.ids)("an agent's episode of %s", (id) => {
  const task = getTask(id);
  const instances = parsePublished(task, fixture(id), id).map(({ instance }) => instance);

  it("comes back with every field that both name", () => {
    for (const instance of instances) {
      const row = export1(id, instance);
      const read = readModelAnswer(row);
      if (!read.ok) throw new Error(read.reason);
      const { steps } = agentOf(id, instance);
      expect(read.steps.map(({ action }) => action)).toEqual(steps.map((s) => s.answer.action));
      expect(read.steps.map((s) => s.raw_response_text)).toEqual(steps.map((s) => s.reply));
      expect(read.steps.map((s) => s.current_images)).toEqual(steps.map((s) => s.observations));
      expect(read.steps.map((s) => s.post_action_images)).toEqual([
        steps[1]?.observations,
        steps[2]?.observations,
        ["last.png"],
      ]);
      expect(read.steps.map((s) => [s.illegal, s.invalid_response, s.state])).toEqual([
        [false, false, "in progress"],
        [true, true, "in progress"],
        [true, false, "failed"],
      ]);
      expect(read.steps[0]).toMatchObject({
        imagined_images: ["a.png"],
        image_prompt: "two",
        image_gen_skip_reason: "limit",
        phase1_text: "I see",
        topoprobe_imaginations: [
          { kind: "image", prompt: "one", file: "a.png" },
          { kind: "image", prompt: "two", skipped: "limit" },
          { kind: "text", prompt: "I see" },
        ],
      });
      expect(read.steps[1]).toMatchObject({
        imagined_video: "a.mp4",
        video_prompt: "go",
        imagined_frames: ["f.png"],
      });
      expect(read.row.meta_info).toMatchObject({
        task_name: task.publishedName,
        difficulty: instance.tier,
        seed: instance.seed,
        model_id: "some-model",
        final_reason: "truncated",
        total_steps: 3,
      });
      const meta = row["meta_info"] as JsonObject;
      expect(instanceOfClip(task, instance.id, meta, NONE)).toEqual(instance);
    }
  });

  it("tells its puzzle in published words", () => {
    for (const instance of instances) {
      const { [INSTANCE_FIELD]: _, ...meta } = export1(id, instance)["meta_info"] as JsonObject;
      if (id === "untangle") {
        // How the ropes lie is not told.
        expect(() => instanceOfClip(task, instance.id, meta, NONE)).toThrow(/question\.jsonl/);
        continue;
      }
      expect(instanceOfClip(task, instance.id, meta, NONE)).toEqual(instance);
    }
  });

  it("keeps the meta_info of a published row, digit by digit", () => {
    for (const { value, raw } of parseRows(fixture(id), id).rows) {
      const instance = task.importPublished(value);
      const episode = { ...sampleEpisode(instance.id), agent: agentOf(id, instance) } as Episode;
      const exported = { episode, task, instance, question: value, prompt: undefined };
      const text = stringifyRow(modelAnswerRow(exported, same));
      const meta = (parseJsonWithBigints(text) as JsonObject)["meta_info"];
      const published = (parseJsonWithBigints(raw) as JsonObject)["meta_info"];
      if (!isObject(meta) || !isObject(published)) throw new Error("no meta_info");
      expect(meta).toMatchObject(published);
      const { [INSTANCE_FIELD]: _, ...told } = meta;
      expect(instanceOfClip(task, instance.id, told, NONE)).toEqual(instance);
    }
  });
});

const REAL: Readonly<Record<string, string>> = {
  pipe: "continuity_pipe.jsonl",
  "one-stroke": "separation_one_stroke.jsonl",
  untangle: "knots_untangle.jsonl",
  swap: "order_swap_2d_puzzle.jsonl",
  "chat-noir": "enclosure_chat_noir.jsonl",
};

describe.each(Object.entries(REAL))("real rows of %s", (id, name) => {
  const path = sharedRowsPath(name);
  it.skipIf(path === undefined)(`come back whole (skipped when ${name} is absent)`, () => {
    const task = getTask(id);
    const { rows } = parseRows(readFileSync(path ?? "", "utf8"), name);
    // Ropes take seconds to lay out anew; that each row can be read is tested beside their task.
    for (const { value } of id === "untangle" ? rows.slice(0, 2) : rows) {
      const instance = task.importPublished(value);
      const meta = export1(id, instance, value)["meta_info"] as JsonObject;
      const { [INSTANCE_FIELD]: _, ...told } = meta;
      expect(instanceOfClip(task, instance.id, told, NONE)).toEqual(instance);
    }
  });
});

describe("the name of a model", () => {
  it("leaves out where clips lie", () => {
    const instance = getTask("pipe").generate("easy", 1);
    const episode: Episode = {
      ...sampleEpisode(instance.id),
      status: "error",
      generator: { id: "replay:/home/somebody/clips", version: "1", params: {} },
      error: { code: "media", message: "no" },
    } as Episode;
    const exported = {
      ...{ episode, task: getTask("pipe"), instance },
      ...{ question: undefined, prompt: undefined },
    };
    expect(modelAnswerRow(exported, same)).toMatchObject({
      meta_info: { model_id: "replay:clips" },
    });
  });
});
