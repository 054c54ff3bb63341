import { describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { callSdk, type SdkCall } from "./call-sdk.ts";
import { failureOf } from "./testing/failure-of.ts";

const KEY = "r8_0123456789abcdefghij";
const answer = (status: number, body: string) => async () => new Response(body, { status });

function frame(send: typeof fetch, isCharged = true): SdkCall {
  const redact = (text: string) => text.replaceAll(KEY, "[redacted]");
  return { host: "replicate", what: "start the rollout", send, isCharged, redact };
}

/** A library that repeats what fails, as `replicate` does, and hides the reason, as `openai` does. */
async function stubborn(send: typeof fetch): Promise<string> {
  for (let attempt = 0; attempt < 6; attempt++) {
    try {
      const response = await send("http://127.0.0.1/x", { headers: { Authorization: KEY } });
      if (response.ok) return await response.text();
    } catch {}
  }
  throw Object.assign(new Error(`timed out ${KEY}`), { request: { headers: { key: KEY } } });
}

describe("one request", () => {
  it.each([200, 429, 500])("is all that is sent, whatever comes back (%d)", async (status) => {
    let sent = 0;
    const send = async () => {
      sent += 1;
      return new Response("", { status });
    };
    await callSdk(frame(send), stubborn).catch(() => undefined);
    expect(sent).toBe(1);
  });

  it("carries no key and no signal of the library, and the headers that are added", async () => {
    let seen: RequestInit | undefined;
    const send: typeof fetch = async (_, init) => {
      seen = init;
      return new Response("");
    };
    const call = { ...frame(send), headers: { "Cancel-After": "30m" } };
    await callSdk(call, (fetchOnce) =>
      fetchOnce("http://127.0.0.1/x", {
        method: "POST",
        body: "{}",
        headers: { Authorization: KEY, "Content-Type": "application/json" },
        signal: AbortSignal.abort(),
      }),
    );
    expect(Object.fromEntries(new Headers(seen?.headers))).toEqual({
      "cancel-after": "30m",
      "content-type": "application/json",
    });
    expect(seen).toMatchObject({ method: "POST", body: "{}" });
    expect(seen?.signal).toBeUndefined();
  });
});

describe("what failed", () => {
  it("is thrown as the http host threw it, not as the library tells it", async () => {
    const failure = new ProviderError("the connection was lost", { mayHaveStarted: true });
    const send = async () => Promise.reject(failure);
    await expect(callSdk(frame(send), stubborn)).rejects.toBe(failure);
  });

  it.each([
    [400, false, false],
    [408, true, false],
    [429, true, false],
    [503, true, true],
  ])("status %d: retryable %s, may have started %s", async (status, retry, started) => {
    const error = await failureOf(
      callSdk(frame(answer(status, `{"detail":"no, ${KEY}"}`)), stubborn),
    );
    expect(error).toMatchObject({ isRetryable: retry, mayHaveStarted: started });
    expect(error.context).toEqual({ host: "replicate", status });
    expect(error.message).toBe(
      `expected replicate to start the rollout but received ${status}: no, [redacted]`,
    );
  });

  it("may have started when 2xx was answered but could not be understood", async () => {
    const parse = async (send: typeof fetch) => (await send("http://127.0.0.1/")).json();
    const charged = await failureOf(callSdk(frame(answer(201, "{")), parse));
    expect(charged).toMatchObject({ isRetryable: false, mayHaveStarted: true });
    const free = await failureOf(callSdk(frame(answer(200, "{"), false), parse));
    expect(free).toMatchObject({ isRetryable: true, mayHaveStarted: false });
  });

  it("has not started when the library sent nothing", async () => {
    const error = await failureOf(
      callSdk(frame(answer(200, "")), async () => Promise.reject(new Error(`bad ${KEY}`))),
    );
    expect(error.mayHaveStarted).toBe(false);
    expect(error.message).toContain("bad [redacted]");
  });

  it("holds no secret, not even in fields that are not shown", async () => {
    const error = await failureOf(callSdk(frame(answer(401, `{"detail":"${KEY}"}`)), stubborn));
    const all = JSON.stringify([error, error.message, error.context, error.stack]);
    expect(all).not.toContain(KEY);
    expect(error.cause).toBeUndefined();
  });
});
