/** Results of tools: words and pictures as they stand in a turn, then one block of JSON. Pure. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ChatPart } from "../reasoners/reasoner.ts";

type Block = CallToolResult["content"][number];

export function textBlock(text: string): Block {
  return { type: "text", text };
}

/** Parts of a turn, in their order. */
export function blocksOf(parts: readonly ChatPart[]): Block[] {
  return parts.map((part) =>
    part.type === "text"
      ? textBlock(part.text)
      : {
          type: "image",
          data: Buffer.from(part.png).toString("base64"),
          mimeType: "image/png",
        },
  );
}

/**
 * What is told, then `data` as JSON in the last block. It stands in the content, as some clients that
 * get structured content show nothing else, pictures included.
 */
export function resultOf(told: readonly Block[], data: unknown): CallToolResult {
  return { content: [...told, textBlock(JSON.stringify(data))] };
}

/** What went wrong, for the client to read. */
export function errorResult(message: string): CallToolResult {
  return { isError: true, content: [textBlock(message)] };
}
