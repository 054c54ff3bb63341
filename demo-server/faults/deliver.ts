/** Plays faults of delivery: what a client gets to see of an answer, down to the connection. */
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { DemoRequest } from "../types.ts";
import type { DemoAction, DemoProvider, Fault } from "./types.ts";

/** Answers in place of the provider when a fault keeps the request from being taken. */
export function deliverBefore(
  c: DemoRequest,
  provider: DemoProvider,
  action: DemoAction,
  fault: Fault,
): Response | undefined {
  switch (fault.kind) {
    case "reset-before":
      return reset(c);
    case "too-many-requests": {
      const sec = fault.retryAfterSec ?? 1;
      const detail = `Request was throttled. Your rate limit resets in ~${sec}s.`;
      const headers = fault.says === "detail" ? undefined : { "Retry-After": String(sec) };
      return c.json({ detail, status: 429 }, 429, headers);
    }
    case "unavailable":
      return c.json({ detail: "Service Unavailable" }, 503);
    case "detail-error":
      return c.json(
        { detail: fault.detail ?? "the demo server was told to refuse this" },
        fault.status ?? 400,
      );
    case "not-found":
      return c.json({ detail: notFoundText(provider, action) }, 404);
    default:
      return undefined;
  }
}

/** Spoils an answer whose request was taken; gives it back as it is when the fault is of another kind. */
export async function deliverAfter(
  c: DemoRequest,
  fault: Fault,
  answer: Response,
): Promise<Response> {
  switch (fault.kind) {
    case "reset-after":
      return reset(c);
    case "error-500-after":
      return c.html("<html><body><h1>500 Internal Server Error</h1></body></html>", 500);
    case "stall-headers":
      await stall(c, fault.forMs);
      return RESPONSE_ALREADY_SENT;
    case "stall-body":
      await sendHalf(c, answer, "unmet");
      await stall(c, fault.forMs);
      return RESPONSE_ALREADY_SENT;
    case "truncated":
      await sendHalf(c, answer, fault.contentLength);
      if (fault.contentLength === "unmet") c.env.outgoing.destroy();
      else c.env.outgoing.end();
      return RESPONSE_ALREADY_SENT;
    case "wrong-type":
      if (fault.body === "media") {
        return new Response(await answer.arrayBuffer(), {
          headers: { "Content-Type": "text/html; charset=utf-8" },
        });
      }
      return new Response("<!doctype html><title>Sign in</title><p>Please sign in.</p>", {
        headers: { "Content-Type": answer.headers.get("Content-Type") ?? "video/mp4" },
      });
    default:
      return answer;
  }
}

/** Whether a fault plays in the delivery of an answer to this kind of request. */
export function isPlayedAt(fault: Fault, provider: DemoProvider, action: DemoAction): boolean {
  switch (fault.kind) {
    case "truncated":
    case "wrong-type":
      return action === "content" || provider === "openai";
    default:
      return true;
  }
}

function notFoundText(provider: DemoProvider, action: DemoAction): string {
  switch (provider) {
    case "vllm-omni":
      return action === "content" ? "Generated video file is not available" : "Video not found";
    case "sglang":
      return action === "content" ? "Generation is still in-progress" : "Video not found";
    default:
      return "The requested resource could not be found.";
  }
}

function reset(c: DemoRequest): Response {
  c.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

async function sendHalf(
  c: DemoRequest,
  answer: Response,
  contentLength: "met" | "unmet",
): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  const { outgoing } = c.env;
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    "content-length": contentLength === "met" ? half.length : bytes.length,
  });
  await new Promise<void>((resolve) => {
    outgoing.once("close", resolve);
    outgoing.write(half, () => resolve());
  });
}

/** Ends when the client has gone, or with a reset after `forMs`. */
async function stall(c: DemoRequest, forMs: number | undefined): Promise<void> {
  const { outgoing, incoming } = c.env;
  if (outgoing.destroyed || incoming.socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer =
      forMs === undefined ? undefined : setTimeout(() => incoming.socket.resetAndDestroy(), forMs);
    outgoing.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
