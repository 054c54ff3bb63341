/** Requests by their route and form, and answers as data, on top of the server that tests of http use. */
import type { IncomingHttpHeaders } from "node:http";
import { startServer as startAnyServer } from "../../../tests/helpers/http-server.ts";

export type Seen = {
  /** Such as "POST /v1/videos", without the query. */
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  /** Of multipart requests. */
  readonly form: FormData | undefined;
};

export type Reply = {
  /** @default 200 */
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly type?: string;
  /** The connection is cut in place of an answer. */
  readonly isCut?: boolean;
};

export type TestServer = AsyncDisposable & {
  /** With /v1 at the end. */
  readonly url: string;
  readonly seen: readonly Seen[];
  readonly count: (route: string) => number;
};

/** A route without an answer gets FastAPI's 404. */
export async function startServer(answer: (seen: Seen) => Reply | undefined): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = await startAnyServer((response, { method, url, headers, body }) => {
    void (async () => {
      const type = headers["content-type"] ?? "";
      const asked: Seen = {
        route: `${method} ${url.replace(/\?.*/, "")}`,
        headers,
        form: type.startsWith("multipart/form-data")
          ? await new Response(new Uint8Array(body), {
              headers: { "content-type": type },
            }).formData()
          : undefined,
      };
      seen.push(asked);
      const reply = answer(asked) ?? { status: 404, json: { detail: "Not Found" } };
      if (reply.isCut === true) {
        response.socket?.resetAndDestroy();
        return;
      }
      response.writeHead(reply.status ?? 200, {
        "content-type":
          reply.type ?? (reply.bytes === undefined ? "application/json" : "video/mp4"),
      });
      response.end(reply.bytes ?? JSON.stringify(reply.json));
    })();
  });
  return {
    url: `${server.origin}/v1`,
    seen,
    count: (route) => seen.filter((asked) => asked.route === route).length,
    [Symbol.asyncDispose]: () => Promise.resolve(server[Symbol.asyncDispose]()),
  };
}

/** Text fields and files of a form; files as "<name> <type> <size>". */
export function fieldsOf(form: FormData | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...(form ?? [])].map(([name, value]) => [
      name,
      typeof value === "string" ? value : `${value.name} ${value.type} ${value.size}`,
    ]),
  );
}

/** Begins as an MP4 does: a box of type "ftyp" with the brand "isom". */
export const CLIP = new Uint8Array([
  0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d, 0, 0, 2, 0, 0x69, 0x73, 0x6f, 0x6d,
  0x6d, 0x70, 0x34, 0x31,
]);

/** One transparent pixel. */
export const PICTURE = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);
