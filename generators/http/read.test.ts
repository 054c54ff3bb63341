import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { closedOrigin, startServer } from "../../tests/helpers/http-server.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import { MAX_READ_FAILURES } from "./patience.ts";
import { hostAt, KEY, quiet } from "./testing/host-at.ts";
import type { HttpAnswer } from "./types.ts";

describe("read", () => {
  it("sends the host's headers and gives the answer whole", async () => {
    await using server = await startServer((response) => {
      response.setHeader("x-a", "b").end('{"ok":true}');
    });
    const host = hostAt(server.origin, { baseUrl: `${server.origin}/v1/` });
    const answer = await host.read(
      {
        method: "POST",
        path: "/a?b=1",
        headers: { Authorization: "Bearer other", "x-mine": "1" },
        body: '{"seed":0}',
      },
      quiet(),
    );
    expect(host.baseUrl).toBe(`${server.origin}/v1`);
    expect(answer.json()).toEqual({ ok: true });
    expect(answer.headers.get("x-a")).toBe("b");
    expect(server.received[0]).toMatchObject({
      method: "POST",
      url: "/v1/a?b=1",
      headers: {
        authorization: `Bearer ${KEY}`,
        "x-mine": "1",
        "content-type": "application/json",
        "content-length": "10",
      },
    });
    expect(server.received[0]?.body.toString()).toBe('{"seed":0}');
  });

  it("takes whole URLs of its own origin only, before anything is sent", async () => {
    await using server = await startServer((response) => response.end("a"));
    await using other = await startServer((response) => response.end("b"));
    const host = hostAt(server.origin);
    await host.read({ method: "GET", path: `${server.origin}/else` }, quiet());
    const error = await failureOf(host.read({ method: "GET", path: `${other.origin}/x` }, quiet()));
    expect(error.message).toContain(`expected a URL at ${server.origin}`);
    expect(server.received[0]?.url).toBe("/else");
    expect(other.received).toEqual([]);
  });

  it("waits as long as it is asked to after 429, and says so", async () => {
    await using server = await startServer((response, _, index) => {
      if (index === 0) response.writeHead(429, { "retry-after": "0.05" }).end();
      else if (index === 1) response.writeHead(429).end('{"detail":"resets in ~20ms."}');
      else response.end("{}");
    });
    const waits: (string | undefined)[] = [];
    const start = performance.now();
    await hostAt(server.origin).read(
      { method: "GET", path: "/a" },
      { ...quiet(), onWait: (reason) => waits.push(reason) },
    );
    expect(performance.now() - start).toBeGreaterThanOrEqual(65);
    expect(waits).toEqual([
      "host: asked to wait 0.1 s",
      undefined,
      "host: asked to wait 0.1 s",
      undefined,
    ]);
  });

  it("does not wait longer than its bound", async () => {
    await using server = await startServer((response) => {
      response.writeHead(429, { "retry-after": "3600" }).end('{"detail":"slow down"}');
    });
    const error = await failureOf(
      hostAt(server.origin).read({ method: "GET", path: "/a" }, quiet()),
    );
    expect(error.message).toBe(
      'expected an answer for GET /a at host but received status 429: "slow down" (it asks to ' +
        "wait 3600 s, longer than the 300 s that are waited). Run the same command again later",
    );
    expect(error).toMatchObject({ isRetryable: true, mayHaveStarted: false });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["503", 503],
    ["408", 408],
  ])("repeats after %s, up to its bound", async (_, status) => {
    await using server = await startServer((response, __, index) => {
      response.writeHead(index === 2 ? 200 : status).end("{}");
    });
    await hostAt(server.origin).read({ method: "GET", path: "/a" }, quiet());
    expect(server.received).toHaveLength(3);
    await using always = await startServer((response) => response.writeHead(status).end("down"));
    const error = await failureOf(
      hostAt(always.origin).read({ method: "GET", path: "/a" }, quiet()),
    );
    expect(error.message).toContain(`status ${status}: "down" (given up after 6 attempts)`);
    expect(error).toMatchObject({ isRetryable: true, context: { host: "host", status } });
    expect(always.received).toHaveLength(MAX_READ_FAILURES);
  });

  it("returns what the request takes for an answer, whatever its status", async () => {
    const bodies = ["down", "the job failed"];
    await using server = await startServer((response, _, index) => {
      response.writeHead(index === 0 ? 503 : 500).end(bodies[index]);
    });
    const isAnswer = ({ text }: HttpAnswer) => text().includes("failed");
    const request = { method: "GET", path: "/a", isAnswer } as const;
    const answer = await hostAt(server.origin).read(request, quiet());
    expect([answer.status, answer.text()]).toEqual([500, "the job failed"]);
    expect(server.received).toHaveLength(2);
  });

  it("returns a 4xx as an answer", async () => {
    await using server = await startServer((response) => response.writeHead(404).end("gone"));
    const answer = await hostAt(server.origin).read({ method: "GET", path: "/a" }, quiet());
    expect([answer.status, answer.text()]).toEqual([404, "gone"]);
    expect(server.received).toHaveLength(1);
  });

  it("does not follow redirects", async () => {
    await using other = await startServer((response) => response.end("{}"));
    await using server = await startServer((response) => {
      response.writeHead(307, { location: `${other.origin}/b?ticket=abc` }).end();
    });
    const error = await failureOf(
      hostAt(server.origin).read({ method: "GET", path: "/a" }, quiet()),
    );
    expect(error.message).toContain(`status 307, which points to ${other.origin}/b`);
    expect(error.message).not.toContain("ticket");
    expect(other.received).toEqual([]);
  });

  it("says so when nothing listens", async () => {
    const origin = await closedOrigin();
    const error = await failureOf(hostAt(origin).read({ method: "GET", path: "/a" }, quiet()));
    expect(error.message).toBe(
      "expected an answer for GET /a at host but received no connection (ECONNREFUSED) " +
        `(given up after 6 attempts). Check that the server runs at ${origin}`,
    );
    expect(error.isRetryable).toBe(true);
  });

  it.each([
    ["headers that never come", { timeoutMs: 30 }, "no whole answer in time", 0],
    ["a body that stalls", { idleMs: 30 }, "silence within the body", 1],
    ["a body that trickles for ever", { timeoutMs: 60, idleMs: 40 }, "no whole answer in time", 2],
    ["a body that is cut off", {}, "a lost connection (", 3],
    ["a connection that is reset", {}, "a lost connection (ECONNRESET)", 4],
  ])("repeats after %s", async (_, bounds, said, how) => {
    let calls = 0;
    await using server = await startServer((response) => {
      calls += 1;
      if (how === 4) return void response.socket?.resetAndDestroy();
      if (how === 0) return;
      response.writeHead(200, { "content-length": "100" });
      response.write("part");
      if (how === 2) {
        const timer = setInterval(() => response.write("x"), 10);
        response.on("close", () => clearInterval(timer));
      }
      if (how === 3) setTimeout(() => response.socket?.destroy(), 5);
    });
    const host = hostAt(server.origin);
    const error = await failureOf(host.read({ method: "GET", path: "/a", ...bounds }, quiet()));
    expect(error.message).toContain(said);
    expect(error.isRetryable).toBe(true);
    expect(calls).toBe(MAX_READ_FAILURES);
  });

  it("does not repeat what is too large", async () => {
    await using server = await startServer((response) => response.end("x".repeat(2000)));
    const host = hostAt(server.origin);
    const error = await failureOf(
      host.read({ method: "GET", path: "/a", maxBytes: 1999 }, quiet()),
    );
    expect(error.message).toContain("expected at most 1999 bytes for GET /a");
    expect(error.isRetryable).toBe(false);
    expect(server.received).toHaveLength(1);
    const whole = await host.read({ method: "GET", path: "/a", maxBytes: 2000 }, quiet());
    expect(whole.bytes.byteLength).toBe(2000);
  });

  it("says what came when it is no JSON", async () => {
    await using server = await startServer((response) => {
      response.setHeader("content-type", "text/html").end("<p>");
    });
    const answer = await hostAt(server.origin).read({ method: "GET", path: "/a" }, quiet());
    expect(() => answer.json()).toThrow(
      "expected JSON for GET /a at host but received 3 bytes of text/html",
    );
  });

  it.each([
    ["before it begins", 0],
    ["while headers are awaited", 1],
    ["within the body", 2],
    ["in a pause", 3],
  ])("rejects at once when aborted %s", async (_, phase) => {
    const controller = new AbortController();
    const abortSoon = () => setTimeout(() => controller.abort(), 5);
    await using server = await startServer((response) => {
      abortSoon();
      if (phase === 2) response.writeHead(200, { "content-length": "9" }).write("a");
      if (phase === 3) response.writeHead(429, { "retry-after": "60" }).end();
    });
    if (phase === 0) controller.abort();
    const reading = hostAt(server.origin).read({ method: "GET", path: "/a" }, controller);
    const start = performance.now();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect(performance.now() - start).toBeLessThan(1000);
    expect(server.received).toHaveLength(phase === 0 ? 0 : 1);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("shows no secret, even when the server repeats what it was sent", async () => {
    await using server = await startServer((response, { headers }) => {
      response.writeHead(500).end(`${"x".repeat(280)} ${headers.authorization} ${KEY} own-secret`);
    });
    const host = hostAt(server.origin, { redact: (text) => text.replaceAll("own-secret", "***") });
    const error = await failureOf(host.read({ method: "GET", path: `/a?key=${KEY}` }, quiet()));
    const all = JSON.stringify([error.message, error.stack, error.context, error.cause ?? null]);
    expect(all).not.toContain("secretsecret");
    expect(all).not.toContain("own-secret");
    expect(error.cause).toBeUndefined();
    expect(error.message.length).toBeLessThan(500);
  });

  it("leaks no connection and no listener in 1000 reads", async () => {
    await using server = await startServer((response) => response.end("{}"));
    const host = hostAt(server.origin);
    const controller = new AbortController();
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    await Promise.all(
      Array.from({ length: 1000 }, () => host.read({ method: "GET", path: "/a" }, controller)),
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(server.received).toHaveLength(1000);
    expect(server.connections()).toBeLessThanOrEqual(32);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(warnings.map((warning) => warning.message)).toEqual([]);
  });
});
