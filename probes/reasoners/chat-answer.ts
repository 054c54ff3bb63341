/** Replies of chat servers, read loosely: each server leaves out something else. Pure. */
import { z } from "zod";
import { readErrorBody } from "../../generators/http/error-body.ts";
import type { ChatReply, ToolCall } from "./reasoner.ts";

/** A text that only informs: an odd one does not make a reply, which is paid for, unreadable. */
const told = z.string().nullish().catch(undefined);
const partSchema = z.looseObject({ text: told });
const callSchema = z.looseObject({
  id: told,
  function: z.looseObject({ name: z.string(), arguments: z.unknown() }),
});
const messageSchema = z.looseObject({
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
  refusal: told,
  reasoning_content: told,
  reasoning: told,
  tool_calls: z.array(callSchema).nullish(),
});
const tokensSchema = z.number().int().nonnegative().nullish().catch(null);
const answerSchema = z.looseObject({
  choices: z.array(z.looseObject({ message: messageSchema, finish_reason: told })).min(1),
  usage: z
    .looseObject({ prompt_tokens: tokensSchema, completion_tokens: tokensSchema })
    .nullish()
    .catch(null),
});

export type ReadChatAnswer =
  | { readonly ok: true; readonly reply: ChatReply }
  /** What is wrong, and the error that the server tells in an answer of success; "" for none. */
  | { readonly ok: false; readonly reason: string; readonly said: string };

/** Longest error that is repeated. */
const MAX_SAID_LENGTH = 2000;

/** @param answer the body, parsed */
export function readChatAnswer(answer: unknown): ReadChatAnswer {
  const parsed = answerSchema.safeParse(answer);
  const [choice] = parsed.data?.choices ?? [];
  if (!parsed.success || choice === undefined) {
    const issue = parsed.error?.issues[0];
    const where =
      issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
    const isObject = typeof answer === "object" && answer !== null && !("choices" in answer);
    const said = isObject ? readErrorBody(JSON.stringify(answer)).slice(0, MAX_SAID_LENGTH) : "";
    return { ok: false, reason: `something else${where}`, said: said.startsWith("{") ? "" : said };
  }
  const { message, finish_reason } = choice;
  const reasoning = message.reasoning_content ?? message.reasoning ?? "";
  return {
    ok: true,
    reply: {
      // A refusal is what the model said, and no failure of the server.
      text: textOf(message.content) || (message.refusal ?? ""),
      toolCalls: (message.tool_calls ?? []).map(toCall),
      usage: {
        promptTokens: parsed.data.usage?.prompt_tokens ?? null,
        completionTokens: parsed.data.usage?.completion_tokens ?? null,
      },
      finishReason: finish_reason ?? null,
      ...(reasoning === "" ? {} : { reasoning }),
    },
  };
}

function textOf(content: z.infer<typeof messageSchema>["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

function toCall(call: z.infer<typeof callSchema>, order: number): ToolCall {
  const { name, arguments: written } = call.function;
  return {
    id: call.id ?? `call-${order}`,
    name,
    arguments: typeof written === "string" ? written : JSON.stringify(written ?? {}),
  };
}
