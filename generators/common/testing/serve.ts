/** Requests by their line, and JSON answers, on top of the server that tests of http use. */
import type { ServerResponse } from "node:http";
import { type Received as AnyReceived, startServer } from "../../../tests/helpers/http-server.ts";

export type Received = Pick<AnyReceived, "headers" | "body"> & {
  /** Such as "POST /v1/predictions". */
  readonly line: string;
};

export type Answering = (request: Received, response: ServerResponse) => void;

export type TestServer = AsyncDisposable & {
  /** Such as "http://127.0.0.1:40123". */
  readonly origin: string;
  readonly requests: readonly Received[];
  /** How many requests had this line, whatever became of them. */
  readonly count: (line: string) => number;
};

/** Listens on a free port until disposed of. */
export async function serve(answer: Answering): Promise<TestServer> {
  const requests: Received[] = [];
  const server = await startServer((response, { method, url, headers, body }) => {
    const request = { line: `${method} ${url}`, headers, body };
    requests.push(request);
    answer(request, response);
  });
  return {
    origin: server.origin,
    requests,
    count: (line) => requests.filter((request) => request.line === line).length,
    [Symbol.asyncDispose]: () => Promise.resolve(server[Symbol.asyncDispose]()),
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}
