/** A server on loopback for tests: keeps what it received, answers as the test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type TestServer = AsyncDisposable & {
  /** Such as "http://127.0.0.1:40000". */
  readonly origin: string;
  readonly received: readonly Received[];
  /** Connections that have been opened, in all. */
  readonly connections: () => number;
};

/** @param answer called when a request has come in whole; `index` counts from 0 */
export async function startServer(
  answer: (response: ServerResponse, received: Received, index: number) => void,
): Promise<TestServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks) };
      received.push(one);
      answer(response, one, received.length - 1);
    });
  });
  server.on("connection", (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    connections: () => opened,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An origin at which nothing listens. */
export async function closedOrigin(): Promise<string> {
  await using server = await startServer(() => {});
  return server.origin;
}
