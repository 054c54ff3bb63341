import { expect, test } from "vitest";
import { imagineTool, readImagination } from "./imagination.ts";

const call = (name: string, written: string, id = "a") => ({ id, name, arguments: written });
const said = (text: string) => ({ text, toolCalls: [] });

test("the tools take one text", () => {
  expect(imagineTool("image")).toMatchObject({
    name: "imagine_image",
    parameters: { required: ["prompt"], additionalProperties: false },
  });
  expect(imagineTool("video").name).toBe("imagine_video");
});

test.each([
  ["a tag", "<image_prompt> the piece turns </image_prompt>", "the piece turns"],
  ["around it", "I look.\n<IMAGE_PROMPT>a\nb</Image_Prompt> So.", "a\nb"],
  ["several", "<image_prompt>a</image_prompt><image_prompt>b</image_prompt>", "b"],
  ["a thought", "<think><image_prompt>a</think><image_prompt>b</image_prompt>", "b"],
])("tags: %s", (_, text, prompt) => {
  expect(readImagination("image", said(text))).toEqual([{ ok: true, prompt, toolCallId: null }]);
});

test.each([
  ["empty_prompt", "<video_prompt> \n</video_prompt>"],
  ["unclosed_tag", "<video_prompt>the clip"],
])("tags: %s", (reason, text) => {
  expect(readImagination("video", said(text))).toEqual([{ ok: false, reason, toolCallId: null }]);
});

test.each([
  ["an answer", '{"answer":"U"}'],
  ["a tag of another kind", "<video_prompt>a</video_prompt>"],
  ["a thought", "<think><image_prompt>a</image_prompt></think>U"],
  ["nothing", ""],
])("none: %s", (_, text) => {
  expect(readImagination("image", said(text))).toEqual([]);
});

test("every tool call gets its own", () => {
  const toolCalls = [
    call("imagine_image", '{"prompt":"a"}', "1"),
    call("imagine_image", '{"prompt":" "}', "2"),
    call("imagine_image", '{"prompt":', "3"),
    call("imagine_image", '{"prompt":7}', "4"),
    call("imagine_video", '{"prompt":"a"}', "5"),
    call("imagine_image", '{"prompt":"b","style":"c"}', "6"),
  ];
  expect(readImagination("image", { text: "<image_prompt>x</image_prompt>", toolCalls })).toEqual([
    { ok: true, prompt: "a", toolCallId: "1" },
    { ok: false, reason: "empty_prompt", toolCallId: "2" },
    { ok: false, reason: "malformed_call", toolCallId: "3" },
    { ok: false, reason: "malformed_call", toolCallId: "4" },
    { ok: false, reason: "unknown_tool", toolCallId: "5" },
    { ok: true, prompt: "b", toolCallId: "6" },
  ]);
});

test("a long text takes no long time", () => {
  const startMs = performance.now();
  readImagination("image", said("<image_prompt>".repeat(70_000)));
  readImagination("image", said(`${"<image_prompt>".repeat(70_000)}</image_prompt>`));
  expect(performance.now() - startMs).toBeLessThan(1000);
});
