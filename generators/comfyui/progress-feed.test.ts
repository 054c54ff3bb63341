import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createProgressFeed } from "./progress-feed.ts";

let server: ReturnType<typeof createServer>;
let handshakes = 0;
beforeEach(async () => {
  handshakes = 0;
  server = createServer((_request, response) => response.end());
  server.on("upgrade", (_request, socket) => {
    handshakes += 1;
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

it("a server without a socket is no error, and is not asked again at once", async () => {
  const { port } = server.address() as AddressInfo;
  const feed = createProgressFeed({ baseUrl: `http://127.0.0.1:${port}`, headers: {} });
  const job = { id: "j", clientId: "c", samplers: [] };
  feed.watch(job);
  for (let round = 0; round < 100 && handshakes === 0; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  feed.watch(job);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(handshakes).toBe(1);
  expect(await feed.waitForEnd("j", 60_000, new AbortController().signal)).toBe(false);
  expect(feed.progressOf("j")).toBeUndefined();
  feed.forget("j");
});
