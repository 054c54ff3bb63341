/** Chat requests and their replies, for tests of the demo server. */
import { createDemoServer, type DemoServerOptions, type RunningDemoServer } from "../index.ts";
import { ask, dataUri, demoPng, TOKEN } from "./requests.ts";

/** Parts of requests. */
export const user = (text: string) => ({ role: "user", content: text });
export const picture = { type: "image_url", image_url: { url: dataUri(demoPng(56, 28)) } };
export const tool = (name: string) => ({
  type: "function",
  function: { name, description: "a", parameters: { type: "object", properties: {} } },
});
export const called = {
  role: "assistant",
  content: null,
  tool_calls: [
    {
      id: "c1",
      type: "function",
      function: { name: "imagine_image", arguments: '{"prompt":"a"}' },
    },
  ],
};
export const answered = { role: "tool", tool_call_id: "c1", content: "Done" };
/** What a task of numbers says of its answers. */
export const PIPE =
  '[Task] a\n[Answer format] Give the next move:\n{"answer":{"x":<column>,"y":<row>}}';

export type Reply = {
  readonly text: string | null;
  readonly calls: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly finish: string;
  readonly usage: Readonly<Record<string, number>>;
};

/** Asks for a completion and reads its one choice; none where the request is refused. */
export async function chat(
  server: Pick<RunningDemoServer, "url">,
  body: Readonly<Record<string, unknown>>,
  prefix = "/v1",
): Promise<{ status: number; body: Readonly<Record<string, unknown>>; reply: Reply | undefined }> {
  const json = { model: "m", ...body };
  const answer = await ask(`${server.url}${prefix}/chat/completions`, { json, headers: TOKEN });
  const [choice] = (answer.body["choices"] ?? []) as readonly Record<string, unknown>[];
  if (choice === undefined) return { ...answer, reply: undefined };
  const message = choice["message"] as Record<string, unknown>;
  const reply: Reply = {
    text: message["content"] as string | null,
    calls: (message["tool_calls"] ?? []) as Reply["calls"],
    finish: String(choice["finish_reason"]),
    usage: answer.body["usage"] as Reply["usage"],
  };
  return { ...answer, reply };
}

/** A server of its own, for options that others must not meet. */
export async function withServer<T>(
  options: DemoServerOptions,
  act: (running: RunningDemoServer) => Promise<T>,
): Promise<T> {
  const running = await createDemoServer(options).start(0);
  try {
    return await act(running);
  } finally {
    await running.close();
  }
}
