/** Estimates of tokens: rough, but larger for more text and larger pictures. Pure. */
import type { ChatAsked } from "./types.ts";

const CHARS_PER_TOKEN = 4;
/** Side of the square of pixels that makes one token, as in the models of Qwen-VL's family. */
const TOKEN_SIDE_PX = 28;
/** Of each message, for its role and ends. */
const MESSAGE_TOKENS = 4;

/** Tokens of a text, at least 1 where there is any. */
export function textTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** Tokens of a request. */
export function promptTokens({ messages, tools }: Pick<ChatAsked, "messages" | "tools">): number {
  const ofMessages = messages.map(
    ({ text, pictures, toolCalls }) =>
      MESSAGE_TOKENS +
      textTokens(text) +
      sum(toolCalls.map((call) => textTokens(call.name + call.arguments))) +
      sum(
        pictures.map(
          ({ widthPx, heightPx }) =>
            Math.ceil(widthPx / TOKEN_SIDE_PX) * Math.ceil(heightPx / TOKEN_SIDE_PX),
        ),
      ),
  );
  return sum(ofMessages) + sum(tools.map(textTokens));
}

/** The first part of a text that has so many tokens. */
export function cutText(text: string, tokens: number): string {
  return text.slice(0, tokens * CHARS_PER_TOKEN);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
