/** A server on loopback for tests of hosts: records what arrives, answers as the test says. */

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
  /** Such as "POST /v1/predictions". */
  readonly line: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
};

export type Answering = (request: Received, response: ServerResponse) => void | Promise<void>;

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
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const line = `${incoming.method} ${incoming.url}`;
      const received = { line, headers: incoming.headers, body: Buffer.concat(parts) };
      requests.push(received);
      void Promise.resolve(answer(received, response)).catch(() => response.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    count: (line) => requests.filter((request) => request.line === line).length,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
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
