/** Messages as they are recorded and hashed: pictures by path and sha256. */
import { sha256, sha256Json } from "../../core/hash/sha256.ts";
import type { ChatMessage, ChatPart, ToolSpec } from "../reasoners/reasoner.ts";

export type DescribedPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly path: string; readonly sha256: string };

export type DescribedMessage =
  | { readonly role: "system" | "user"; readonly content: readonly DescribedPart[] }
  | Extract<ChatMessage, { readonly role: "assistant" | "tool" }>;

export type DescribedRequest = {
  readonly messages: readonly DescribedMessage[];
  readonly tools: readonly ToolSpec[];
};

export function describeRequest(
  messages: readonly ChatMessage[],
  tools: readonly ToolSpec[],
): DescribedRequest {
  return { messages: messages.map(describeMessage), tools };
}

/** Names a request. */
export function hashRequest(request: DescribedRequest): string {
  return sha256Json(request);
}

function describeMessage(message: ChatMessage): DescribedMessage {
  if (message.role === "assistant" || message.role === "tool") return message;
  return { role: message.role, content: message.content.map(describePart) };
}

function describePart(part: ChatPart): DescribedPart {
  if (part.type === "text") return part;
  return { type: "image", path: part.path, sha256: hashPicture(part.png) };
}

/** Pictures stand in many requests: each is hashed once. */
const known = new WeakMap<Uint8Array, string>();
function hashPicture(png: Uint8Array): string {
  const before = known.get(png);
  if (before !== undefined) return before;
  const hash = sha256(png);
  known.set(png, hash);
  return hash;
}
