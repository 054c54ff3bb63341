import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MediaError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { createScriptedChat } from "../reasoners/scripted.ts";
import { agentOf, type ChatLine, PIPE_BOARD, pipe, play, solution } from "./testing/agent-suite.ts";
import { createPainter } from "./testing/rollout-makers.ts";
import { imagine, lastText, picturesOf, rolesOf } from "./testing/talks.ts";

const plan = solution(pipe, PIPE_BOARD);
const [first = "", ...rest] = plan;

describe("image", () => {
  test("native: the picture comes in the next user turn, anchored to the board as it is", async () => {
    const painter = createPainter();
    const reasoner = createScriptedChat([
      imagine("after the first move"),
      first,
      imagine("after the second move"),
      ...rest,
    ]);
    const { chat, episode, runPath } = await play({
      condition: "image",
      reasoner,
      generator: painter,
    });
    const agent = agentOf(episode);
    expect(agent).toMatchObject({ toolProtocol: "native" });
    expect(episode).toMatchObject({ success: true });
    expect(episode).not.toHaveProperty("clip");
    const [line0, line1, line2] = chat() as readonly [ChatLine, ChatLine, ChatLine];
    expect(line0.request.tools.map(({ name }) => name)).toEqual(["imagine_image"]);
    expect(rolesOf(line1)).toEqual(["user", "assistant", "tool", "user"]);
    expect(picturesOf(line1)).toEqual(["step-00.png", "imagined-00.png"]);
    expect(lastText(line1)).toContain("Pictures left: 9.");
    // Imagined pictures are not kept in later steps.
    expect(picturesOf(line2)).toEqual(["step-00.png", "step-01.png"]);
    const [imagined] = agent.steps[0]?.imaginations ?? [];
    expect(imagined).toMatchObject({ kind: "image", prompt: "after the first move" });
    const file = imagined?.file;
    expect(sha256(readFileSync(join(runPath, file?.path ?? "")))).toBe(file?.sha256);
    for (const [step, request] of painter.requests.entries()) {
      const board = readFileSync(join(runPath, "episodes", PIPE_BOARD.id, `step-0${step}.png`));
      expect(Buffer.from(request.firstFramePng).equals(board)).toBe(true);
    }
    expect(new Set(painter.requests.map(({ seed }) => seed)).size).toBe(2);
  });

  test("text: the request stands between tags", async () => {
    const reasoner = createScriptedChat(
      ["So: <image_prompt>the first move</image_prompt>", ...plan],
      { protocol: "text" },
    );
    const { chat, episode } = await play({
      condition: "image",
      reasoner,
      generator: createPainter(),
    });
    const [line0, line1] = chat() as readonly [ChatLine, ChatLine];
    expect(agentOf(episode).toolProtocol).toBe("text");
    expect(line0.request.tools).toEqual([]);
    expect(rolesOf(line1)).toEqual(["user", "assistant", "user"]);
    expect(picturesOf(line1)).toEqual(["step-00.png", "imagined-00.png"]);
  });

  test("ten attempts an episode, failed ones among them; then there are none left", async () => {
    let asked = 0;
    const painter = createPainter({
      onResult: () => {
        asked += 1;
        if (asked === 2) throw new MediaError("expected a picture but received nothing");
      },
    });
    const reasoner = createScriptedChat([
      ...Array.from({ length: 11 }, (_, i) => imagine(`picture ${i}`)),
      ...plan,
    ]);
    const { chat, episode } = await play({ condition: "image", reasoner, generator: painter });
    const imaginations = agentOf(episode).steps[0]?.imaginations ?? [];
    expect(imaginations).toHaveLength(11);
    expect(imaginations[1]?.skipped).toBe("failed: expected a picture but received nothing");
    expect(imaginations[1]).not.toHaveProperty("file");
    expect(imaginations[10]).toMatchObject({ skipped: "limit", prompt: "picture 10" });
    expect(imaginations.filter(({ file }) => file !== undefined)).toHaveLength(9);
    expect(lastText(chat()[2])).toContain("it could not be made");
    expect(lastText(chat()[11])).toContain("there are none left");
    expect(episode).toMatchObject({ success: true });
  });

  test("every call of a reply is answered; one is carried out", async () => {
    const reasoner = createScriptedChat([
      {
        toolCalls: [
          { name: "paint", arguments: {} },
          { name: "imagine_image", arguments: "{broken" },
          { name: "imagine_image", arguments: { prompt: "this one" } },
          { name: "imagine_image", arguments: { prompt: "too many" } },
        ],
      },
      ...plan,
    ]);
    const { chat, episode } = await play({
      condition: "image",
      reasoner,
      generator: createPainter(),
    });
    expect(rolesOf(chat()[1] as ChatLine)).toEqual([
      ...["user", "assistant", "tool", "tool", "tool", "tool", "user"],
    ]);
    const imaginations = agentOf(episode).steps[0]?.imaginations ?? [];
    expect(imaginations.map(({ skipped }) => skipped)).toEqual([
      ...["unknown_tool", "malformed_call", undefined, "one_at_a_time"],
    ]);
    expect(picturesOf(chat()[1] as ChatLine)).toContain("imagined-00.png");
  });

  test("who keeps asking in vain is read as it is: a step is spent", async () => {
    const reasoner = createScriptedChat([...Array.from({ length: 4 }, () => imagine("")), ...plan]);
    const { episode } = await play({
      condition: "image",
      reasoner,
      generator: createPainter(),
    });
    const [step] = agentOf(episode).steps;
    expect(step).toMatchObject({ calls: 4, outcome: "invalid", reason: "empty_response" });
    expect(step?.imaginations.map(({ skipped }) => skipped)).toEqual(Array(4).fill("empty_prompt"));
  });

  test("a picture that is no PNG is shown as one", async () => {
    const reasoner = createScriptedChat([imagine("a photo"), ...plan]);
    const { episode, runPath } = await play({
      condition: "image",
      reasoner,
      generator: createPainter({ format: "image/jpeg" }),
    });
    const [shown = ""] = agentOf(episode).steps[0]?.imaginations[0]?.shown ?? [];
    expect(shown).toMatch(/imagined-00-frame-00\.png$/);
    expect([...readFileSync(join(runPath, shown)).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  });
});
