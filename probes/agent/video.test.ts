import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MediaError, ProviderError } from "../../core/errors.ts";
import { getTask } from "../../tasks/registry.ts";
import { createFakeGenerator, createFakeJudge } from "../../tests/e2e/helpers/fakes.ts";
import { loadAgentTexts } from "../reasoners/agent-texts.ts";
import { POLICIES } from "../reasoners/registry.ts";
import { createScriptedChat } from "../reasoners/scripted.ts";
import {
  agentOf,
  type ChatLine,
  linesOf,
  PIPE_BOARD,
  pipe,
  play,
  solution,
} from "./testing/agent-suite.ts";
import { createFilmer } from "./testing/rollout-makers.ts";
import { imagine, lastText, picturesOf, rolesOf } from "./testing/talks.ts";

const plan = solution(pipe, PIPE_BOARD);

describe("video", () => {
  const words = imagine("the pipes turn", "imagine_video");

  test("one clip from the first observation; its frames stay in view", async () => {
    const judge = createFakeJudge();
    const { chat, episode, runPath } = await play({
      condition: "video",
      reasoner: createScriptedChat([words, ...plan]),
      generator: createFilmer(),
      changes: { diagnose: judge.diagnose },
    });
    const agent = agentOf(episode);
    const [imagined, ...more] = agent.steps.flatMap(({ imaginations }) => imaginations);
    expect(more).toEqual([]);
    expect(imagined).toMatchObject({
      kind: "video",
      prompt: "the pipes turn",
      verdict: { processValid: true, terminal: "pass" },
    });
    expect(imagined).not.toHaveProperty("fallback");
    expect(imagined?.shown).toHaveLength(8);
    for (const path of imagined?.shown ?? []) expect(existsSync(join(runPath, path))).toBe(true);
    const [line0, line1, line2, line3] = chat() as readonly [
      ChatLine,
      ChatLine,
      ChatLine,
      ChatLine,
    ];
    expect(line0.request.tools.map(({ name }) => name)).toEqual(["imagine_video"]);
    expect(rolesOf(line1)).toEqual(["user", "assistant", "tool", "user"]);
    const frames = imagined?.shown?.map((path) => path.split("/").at(-1));
    expect(picturesOf(line1)).toEqual(["step-00.png", ...(frames ?? [])]);
    expect(picturesOf(line2)).toEqual(["step-00.png", "step-01.png", ...(frames ?? [])]);
    expect(picturesOf(line3).filter((file) => file?.startsWith("imagined"))).toEqual(frames);
    expect(line2.request.tools).toEqual([]);
    expect(judge.judged).toEqual([PIPE_BOARD.id]);
    expect(linesOf(join(runPath, "verdicts.jsonl"))).toMatchObject([
      { video: imagined?.file?.path, videoSha256: imagined?.file?.sha256 },
    ]);
    expect(episode).toMatchObject({ clip: imagined?.file, verdict: imagined?.verdict });
  });

  test("the verdict does not decide success", async () => {
    const judge = createFakeJudge((verdict) => ({ ...verdict, processValid: false }));
    const { episode } = await play({
      condition: "video",
      reasoner: createScriptedChat([words, ...plan]),
      generator: createFilmer(),
      changes: { diagnose: judge.diagnose },
    });
    expect(episode).toMatchObject({ success: true, verdict: { processValid: false } });
  });

  test.each([
    ["no_prompt", "I need no clip."],
    ["empty_prompt", imagine(" ", "imagine_video")],
    ["malformed_call", imagine(7, "imagine_video")],
    ["unknown_tool", imagine("words", "paint")],
  ])("words of ours stand in: %s", async (reason, reply) => {
    const { episode, chat } = await play({
      condition: "video",
      reasoner: createScriptedChat([reply, ...plan]),
      generator: createFilmer(),
    });
    const [imagined] = agentOf(episode).steps[0]?.imaginations ?? [];
    expect(imagined).toMatchObject({ fallback: reason, file: { path: expect.any(String) } });
    const { text } = loadAgentTexts()["video-fallback"];
    expect(text).toContain(imagined?.prompt);
    expect(lastText(chat()[1])).toContain("frames of the clip");
    expect(episode).toMatchObject({ success: true });
  });

  test("text protocol, with a tag that is not closed", async () => {
    const { episode } = await play({
      condition: "video",
      reasoner: createScriptedChat(["<video_prompt>the pipes", ...plan], { protocol: "text" }),
      generator: createFilmer(),
    });
    expect(agentOf(episode).steps[0]?.imaginations[0]).toMatchObject({ fallback: "unclosed_tag" });
  });

  test("a clip that failed is told, and the episode goes on without", async () => {
    const generator = createFakeGenerator({
      onResult: () => {
        throw new ProviderError("expected a clip but received an error");
      },
    });
    const { episode, chat } = await play({
      condition: "video",
      reasoner: createScriptedChat([words, ...plan]),
      generator,
    });
    const [imagined] = agentOf(episode).steps[0]?.imaginations ?? [];
    expect(imagined?.skipped).toBe("failed: expected a clip but received an error");
    expect(lastText(chat()[1])).toContain("No clip was imagined");
    expect(picturesOf(chat()[2] as ChatLine)).toEqual(["step-00.png", "step-01.png"]);
    expect(episode).toMatchObject({ success: true });
    expect(episode).not.toHaveProperty("clip");
  });

  test("asking for another clip is refused", async () => {
    const { episode } = await play({
      condition: "video",
      reasoner: createScriptedChat([words, words, ...plan]),
      generator: createFilmer(),
    });
    expect(agentOf(episode).steps[0]).toMatchObject({
      calls: 3,
      imaginations: [{ kind: "video" }, { skipped: "limit", prompt: "the pipes turn" }],
    });
  });

  test("a clip that cannot be judged is recorded as such", async () => {
    const { episode } = await play({
      condition: "video",
      reasoner: createScriptedChat([words, ...plan]),
      generator: createFilmer(),
      changes: {
        diagnose: async () => {
          throw new MediaError("expected frames but received none");
        },
      },
    });
    expect(episode).toMatchObject({ success: true, clip: { path: expect.any(String) } });
    expect(agentOf(episode).steps[0]?.imaginations[0]?.unjudged).toContain("expected frames");
  });

  test("a task without a judge has a clip without a verdict", async () => {
    const swap = getTask("swap");
    const board = swap.generate("easy", 1);
    const judge = createFakeJudge();
    const { episode } = await play({
      condition: "video",
      reasoner: createScriptedChat([words, ...solution(swap, board)]),
      generator: createFilmer(),
      instances: [board],
      changes: { diagnose: judge.diagnose },
    });
    expect(judge.judged).toEqual([]);
    expect(agentOf(episode).steps[0]?.imaginations[0]).not.toHaveProperty("verdict");
  });

  test("a policy has its clip in words of ours, and does not look at it", async () => {
    const { episode } = await play({
      condition: "video",
      reasoner: POLICIES.get("oracle"),
      generator: createFilmer(),
    });
    expect(agentOf(episode).steps[0]).toMatchObject({
      calls: 0,
      imaginations: [{ fallback: "no_prompt", verdict: { processValid: true } }],
    });
    expect(episode).toMatchObject({ success: true });
  });
});
