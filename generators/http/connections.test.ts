import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startContext } from "../../tests/helpers/call-context.ts";
import { startServer } from "../../tests/helpers/http-server.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import { mayBeProxied } from "./connections.ts";
import { hostAt } from "./testing/host-at.ts";

/** Only the proxy knows where this is. */
const NAME = "host.test";
const POST = { method: "POST", path: "/videos", body: "{}" } as const;
const GET = { method: "GET", path: "/videos/1" } as const;

/** What the proxy was asked for, and where it leads to; undefined: it refuses. */
const tunnels: string[] = [];
let target: string | undefined;
const sockets = new Set<Socket>();
const proxy = createServer((_, response) => response.writeHead(400).end());
proxy.on("connect", ({ url = "" }, socket: Socket) => {
  tunnels.push(url);
  sockets.add(socket.on("error", () => {}));
  if (target === undefined) return void socket.end("HTTP/1.1 407 Who are you\r\n\r\n");
  const far = connect(Number(new URL(target).port), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    far.pipe(socket).pipe(far);
  });
  sockets.add(far.on("error", () => {}));
  far.on("close", () => socket.destroy());
});

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
});
beforeEach(() => {
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  for (const name of ["http_proxy", "https_proxy", "HTTPS_PROXY", "NO_PROXY", "no_proxy"]) {
    vi.stubEnv(name, "");
  }
  tunnels.length = 0;
  target = undefined;
});
afterEach(() => vi.unstubAllEnvs());

const faraway = () => hostAt(`http://${NAME}`, { headers: {} });

it("asks through the proxy, on a tunnel of its own for each request that is charged", async () => {
  await using server = await startServer((response) => response.end("{}"));
  target = server.origin;
  for (let i = 0; i < 2; i += 1) {
    await faraway().read(GET, startContext());
    // A connection is free for the next request a moment after its answer was read.
    await setTimeout(50);
  }
  expect(tunnels).toEqual([`${NAME}:80`]);
  for (let i = 0; i < 2; i += 1) {
    await faraway().create(POST, startContext());
    await setTimeout(50);
  }
  expect(tunnels).toHaveLength(3);
  expect(server.received.map(({ method, headers }) => `${method} ${headers.host}`)).toEqual([
    `GET ${NAME}`,
    `GET ${NAME}`,
    `POST ${NAME}`,
    `POST ${NAME}`,
  ]);
});

it("knows that nothing was sent when there is no tunnel", async () => {
  const error = await failureOf(faraway().create(POST, startContext()));
  expect(error.mayHaveStarted).toBe(false);
  expect(error.message).toMatch(/no connection .*the proxy in HTTPS_PROXY or HTTP_PROXY$/);
});

it("knows that a request was sent when the tunnel breaks after it", async () => {
  await using server = await startServer((response) => void response.socket?.destroy());
  target = server.origin;
  const error = await failureOf(faraway().create(POST, startContext()));
  expect(error.mayHaveStarted).toBe(true);
  expect(server.received).toHaveLength(1);
});

it("never asks a server on this machine through it", async () => {
  await using server = await startServer((response) => response.end("{}"));
  await hostAt(server.origin).create(POST, startContext());
  await hostAt(server.origin).read(GET, startContext());
  expect(tunnels).toEqual([]);
});

it("obeys NO_PROXY", async () => {
  vi.stubEnv("NO_PROXY", NAME);
  const error = await failureOf(faraway().create(POST, startContext()));
  expect(error.mayHaveStarted).toBe(false);
  expect(tunnels).toEqual([]);
});

it.each([
  ["HTTP_PROXY", "", "https://host.test", false],
  ["HTTPS_PROXY", "http://127.0.0.1:1", "https://host.test", true],
  ["https_proxy", "http://127.0.0.1:1", "http://[::1]:8000", false],
])("%s=%j: a proxy for %s is %s", (name, value, url, expected) => {
  vi.stubEnv("HTTP_PROXY", "");
  vi.stubEnv(name, value);
  expect(mayBeProxied(new URL(url))).toBe(expected);
});
