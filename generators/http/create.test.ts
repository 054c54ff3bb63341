import { getEventListeners } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { StoreError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { closedOrigin, startServer } from "../../tests/helpers/http-server.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import type { RolloutHandle, StartContext } from "../generator.ts";
import { MAX_CONNECT_FAILURES, MAX_UNTIMED_REFUSALS } from "./patience.ts";
import { hostAt } from "./testing/host-at.ts";

const POST = { method: "POST", path: "/videos", body: "{}" } as const;

/** A context that keeps what it was told, in order. */
function noting(given: Partial<StartContext> = {}) {
  const notes: string[] = [];
  const context = startContext({
    onSubmit: async () => void notes.push("submit"),
    onRefused: async (reason) => void notes.push(`refused: ${reason}`),
    ...given,
  });
  return { notes, context };
}

describe("create", () => {
  it("notes the handle, then sends once on a connection of its own", async () => {
    const handle: RolloutHandle = { generator: "g", id: "mine", data: null };
    const notes: unknown[] = [];
    await using server = await startServer((response) => {
      notes.push("received");
      response.writeHead(201).end('{"id":"a"}');
    });
    const host = hostAt(server.origin);
    await host.read({ method: "GET", path: "/" }, startContext());
    notes.length = 0;
    const onSubmit = async (given?: RolloutHandle) => void notes.push(given);
    const answer = await host.create(POST, startContext({ onSubmit }), handle);
    expect(answer.json()).toEqual({ id: "a" });
    expect(notes).toEqual([handle, "received"]);
    expect(server.connections()).toBe(2);
  });

  it("comes back after 429 when told to, with a note of each refusal between", async () => {
    await using server = await startServer((response, _, index) => {
      if (index < 2) response.writeHead(429, { "retry-after": "0.02" }).end('{"detail":"slow"}');
      else response.end("{}");
    });
    const waits: unknown[] = [];
    const { notes, context } = noting({ onWait: (reason) => waits.push(reason) });
    await hostAt(server.origin).create(POST, context);
    const refused =
      "refused: expected an accepted request for POST /videos at host but received " +
      'status 429: "slow"';
    expect(notes).toEqual(["submit", refused, "submit", refused, "submit"]);
    expect(waits).toEqual([
      "host: asked to wait 0.1 s",
      undefined,
      "host: asked to wait 0.1 s",
      undefined,
    ]);
  });

  it("gives up on 429 at its bounds", async () => {
    await using server = await startServer((response) => response.writeHead(429).end());
    const error = await failureOf(hostAt(server.origin).create(POST, startContext()));
    expect(error.message).toContain(`status 429 (given up after ${MAX_UNTIMED_REFUSALS} refusals)`);
    expect(error).toMatchObject({ isRetryable: true, mayHaveStarted: false });
    expect(server.received).toHaveLength(MAX_UNTIMED_REFUSALS);

    await using patient = await startServer((response) => {
      response.writeHead(429, { "retry-after": "301" }).end();
    });
    const longer = await failureOf(hostAt(patient.origin).create(POST, startContext()));
    expect(longer.message).toContain(
      "it asks to wait 301 s, longer than the 300 s that are waited",
    );
    expect(longer).toMatchObject({ isRetryable: true, mayHaveStarted: false });
    expect(patient.received).toHaveLength(1);
  });

  it.each([
    [400, '{"detail":"bad size"}', 'status 400: "bad size"'],
    [401, "", "status 401. Check the key"],
    [402, '{"title":"Insufficient credit"}', "Check the credit"],
    [413, '{"title":"Payload Too Large","status":413}', "ask for a smaller frame size"],
    [422, '{"detail":[{"loc":["body","fps"],"msg":"too high"}]}', "body.fps: too high"],
  ])("takes %i for a certain refusal", async (status, body, said) => {
    await using server = await startServer((response) => response.writeHead(status).end(body));
    const { notes, context } = noting();
    const error = await failureOf(hostAt(server.origin).create(POST, context));
    expect(error.message).toContain(said);
    expect(error).toMatchObject({ isRetryable: false, mayHaveStarted: false, context: { status } });
    expect(notes).toEqual(["submit"]);
  });

  it.each([
    [401, "Check the key in MY_KEY"],
    [403, "Check the key in MY_KEY, and what its account may use"],
  ])("names the variable of a key that is refused with %i", async (status, said) => {
    await using server = await startServer((response) => response.writeHead(status).end());
    const host = hostAt(server.origin, { keyVariable: "MY_KEY" });
    expect((await failureOf(host.create(POST, startContext()))).message).toMatch(
      new RegExp(`${said}$`),
    );
    expect(host.adviseOnKey(status)).toBe(said);
    expect(host.adviseOnKey(404)).toBeUndefined();
  });

  it.each([
    ["500", 500],
    ["503 that says when to come back", 503],
    ["a redirect after which it is not clear", 303],
  ])("does not send again after %s", async (_, status) => {
    await using server = await startServer((response) => {
      response.writeHead(status, { "retry-after": "0" }).end("oops");
    });
    const error = await failureOf(hostAt(server.origin).create(POST, startContext()));
    expect(error.message).toContain(`status ${status}: "oops". It may have been taken`);
    expect(error).toMatchObject({ isRetryable: false, mayHaveStarted: true });
    expect(server.received).toHaveLength(1);
  });

  it("says where a moved server is, and that nothing was started", async () => {
    await using server = await startServer((response) => {
      response.writeHead(308, { location: "https://else.example/v1/videos?ticket=abc" }).end();
    });
    const error = await failureOf(hostAt(server.origin).create(POST, startContext()));
    expect(error.message).toContain("into the base URL: https://else.example/v1/videos");
    expect(error.message).not.toContain("ticket");
    expect(error.mayHaveStarted).toBe(false);
  });

  it.each([
    ["the connection is reset after the request was taken", {}, "ECONNRESET", 0],
    ["the connection is closed without an answer", {}, "a lost connection", 1],
    ["no headers come", { timeoutMs: 30 }, "no whole answer in time", 2],
    ["the body stalls", { idleMs: 30 }, "silence within the body", 3],
    ["the body is cut off", {}, "after the head of an answer (status 200)", 4],
    ["the answer is too large", { maxBytes: 3 }, "more bytes than that", 5],
  ])("does not send again when %s", async (_, bounds, said, how) => {
    await using server = await startServer((response) => {
      if (how === 0) return void response.socket?.resetAndDestroy();
      if (how === 1) return void response.socket?.destroy();
      if (how === 2) return;
      response.writeHead(200, { "content-length": "100" });
      response.write("part");
      if (how === 4) setTimeout(() => response.socket?.destroy(), 5);
    });
    const { notes, context } = noting();
    const error = await failureOf(hostAt(server.origin).create({ ...POST, ...bounds }, context));
    expect(error.message).toContain(said);
    expect(error).toMatchObject({ isRetryable: false, mayHaveStarted: true });
    expect(notes).toEqual(["submit"]);
    expect(server.received).toHaveLength(1);
  });

  it("takes a 4xx whose body is cut off for the refusal that it is", async () => {
    await using server = await startServer((response) => {
      response.writeHead(422, { "content-length": "100" }).write("part");
      setTimeout(() => response.socket?.destroy(), 5);
    });
    const error = await failureOf(hostAt(server.origin).create(POST, startContext()));
    expect(error).toMatchObject({ mayHaveStarted: false, context: { status: 422 } });
  });

  it("tries a few times where nothing listens", async () => {
    const { notes, context } = noting();
    const error = await failureOf(hostAt(await closedOrigin()).create(POST, context));
    expect(error.message).toContain("no connection (ECONNREFUSED) (given up after 4 attempts)");
    expect(error).toMatchObject({ isRetryable: true, mayHaveStarted: false });
    expect(notes.filter((note) => note === "submit")).toHaveLength(MAX_CONNECT_FAILURES);
    expect(notes).toHaveLength(2 * MAX_CONNECT_FAILURES - 1);
  });

  it("knows that a failed handshake sent nothing, and does not repeat what will not change", async () => {
    await using server = await startServer((response) => response.end("{}"));
    const origin = server.origin.replace("http:", "https:");
    const error = await failureOf(hostAt(origin).create(POST, startContext()));
    expect(error.message).toContain("no connection");
    expect(error.mayHaveStarted).toBe(false);
    expect(server.received).toEqual([]);
  });

  it("knows that nothing was sent while a handshake was still under way", async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const host = hostAt(`https://127.0.0.1:${port}`);
    const error = await failureOf(host.create({ ...POST, timeoutMs: 20 }, startContext()));
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(error.message).toContain("no connection in time (given up after 4 attempts)");
    expect(error).toMatchObject({ isRetryable: true, mayHaveStarted: false });
    expect(sockets.length).toBeGreaterThanOrEqual(1);
  });

  it("sends nothing when the note cannot be written", async () => {
    await using server = await startServer((response) => response.end("{}"));
    const full = new StoreError("expected a writable file but received ENOSPC");
    const context = startContext({ onSubmit: () => Promise.reject(full) });
    await expect(hostAt(server.origin).create(POST, context)).rejects.toBe(full);
    const late = startContext({ onRefused: () => Promise.reject(full) });
    await using limited = await startServer((response) => response.writeHead(429).end());
    await expect(hostAt(limited.origin).create(POST, late)).rejects.toBe(full);
    expect([server.received.length, limited.received.length]).toEqual([0, 1]);
  });

  it("does not obey the signal from the note to the answer", async () => {
    const controller = new AbortController();
    await using server = await startServer((response) => {
      controller.abort();
      setTimeout(() => response.end('{"id":"paid"}'), 20);
    });
    const context = startContext({ signal: controller.signal });
    const answer = await hostAt(server.origin).create(POST, context);
    expect(answer.json()).toEqual({ id: "paid" });
    const during = new AbortController();
    const noted = startContext({ signal: during.signal, onSubmit: async () => during.abort() });
    expect((await hostAt(server.origin).create(POST, noted)).status).toBe(200);
  });

  it("obeys the signal before the note and between attempts", async () => {
    await using server = await startServer((response) => {
      response.writeHead(429, { "retry-after": "60" }).end();
      setTimeout(() => controller.abort(), 5);
    });
    const controller = new AbortController();
    const before = noting({ signal: AbortSignal.abort() });
    await expect(hostAt(server.origin).create(POST, before.context)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(before.notes).toEqual([]);
    const between = noting({ signal: controller.signal });
    await expect(hostAt(server.origin).create(POST, between.context)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(between.notes).toEqual(["submit", expect.stringContaining("refused: ")]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("shows no secret in any error", async () => {
    await using server = await startServer((response, { headers }, index) => {
      if (index === 0) response.writeHead(400).end(`you sent ${headers.authorization}`);
      else response.socket?.destroy();
    });
    for (let i = 0; i < 2; i += 1) {
      const error = await failureOf(hostAt(server.origin).create(POST, startContext()));
      const all = JSON.stringify([error.message, error.stack, error.context]);
      expect(all).not.toContain("secretsecret");
      expect(error.cause).toBeUndefined();
    }
  });
});
