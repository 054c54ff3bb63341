/**
 * `/chat/completions`, as the demo server plays it: checks what it is sent, and answers by a script or
 * by the stand-in. Nothing here is billable.
 */
import { sha256 } from "../../../core/hash/sha256.ts";
import { answering, refuse } from "../../answering.ts";
import type { DemoProvider, Fault } from "../../faults/types.ts";
import type { DemoApp, DemoContext, DemoRequest } from "../../types.ts";
import { chatCompletion } from "./completion.ts";
import { type RefuseChat, readChat } from "./read-chat.ts";
import { standIn } from "./stand-in.ts";
import type { ChatRefusal, ChatScript } from "./types.ts";

export type ChatOptions = {
  /** @default the stand-in */
  readonly script?: ChatScript | undefined;
  /** @default nothing */
  readonly refuses?: readonly ChatRefusal[] | undefined;
};

/** @param provider who answers: decides the shape of errors */
export function addChat(
  app: DemoApp,
  demo: DemoContext,
  prefix: string,
  provider: Extract<DemoProvider, "openai" | "sglang">,
  { script = standIn, refuses = [] }: ChatOptions = {},
): void {
  const refuseChat = provider === "openai" ? refuseAsOpenai : refuseAsSglang;
  const answer = async (c: DemoRequest, fault: Fault | undefined): Promise<Response> => {
    if (!/^Bearer \S+$/.test(c.req.header("Authorization") ?? "")) {
      return refuseChat(401, "You didn't provide an API key.", null, "invalid_api_key");
    }
    const body: unknown = await c.req.json().catch(() => undefined);
    const read = await readChat(body, refuses, refuseChat);
    const asked = { ...read, order: demo.recorder.chats().total };
    demo.recorder.tookChat(withoutPictures(body));
    const said = await script(asked);
    if (typeof said === "object" && "status" in said) {
      return new Response(JSON.stringify(said.body), {
        status: said.status,
        headers: { "Content-Type": "application/json", ...said.headers },
      });
    }
    return c.json(
      chatCompletion(asked, typeof said === "string" ? { text: said } : said, fault, {
        id: demo.newId(26),
        createdSec: Math.floor(demo.now() / 1000),
        newCallId: () => demo.newId(24),
      }),
    );
  };
  app.post(`${prefix}/chat/completions`, answering(demo, provider, "chat", answer));
}

/** Pictures by the sha256 of their data URLs: what is kept is read for its words. */
function withoutPictures(body: unknown): unknown {
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "string" && value.startsWith("data:image/")
      ? `data:image/png;sha256,${sha256(value)}`
      : value,
  );
  return JSON.parse(text);
}

const refuseAsOpenai: RefuseChat = (status, message, param = null, code = null) =>
  refuse(status, { error: { message, type: "invalid_request_error", param, code } });

const refuseAsSglang: RefuseChat = (status, message, param = null) =>
  refuse(status, { object: "error", message, type: "BadRequestError", param, code: status });
