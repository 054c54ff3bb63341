import { getEventListeners } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { beforeEach, describe, expect, it } from "vitest";
import type { ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { startServer } from "../../tests/helpers/http-server.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import { MAX_READ_FAILURES } from "./patience.ts";
import { hostAt, KEY, quiet } from "./testing/host-at.ts";
import type { DownloadRequest } from "./types.ts";

const CLIP = Buffer.concat([
  Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2", "latin1"),
  Buffer.alloc(20_000, 7),
]);

let folder = "";
let destination = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "probe-download-"));
  destination = join(folder, "clip.mp4");
});

function get(origin: string, given: Partial<DownloadRequest> = {}): DownloadRequest {
  return {
    url: `${origin}/clip`,
    destination,
    allowedHosts: ["127.0.0.1"],
    sendHeaders: true,
    accept: "video",
    ...given,
  };
}

async function errorOf(promise: Promise<unknown>): Promise<ProviderError> {
  const error = await failureOf(promise);
  expect(JSON.stringify([error.message, error.stack, error.context])).not.toContain("secretsecret");
  // Neither the file nor a part of it.
  expect(readdirSync(folder)).toEqual([]);
  return error;
}

describe("download", () => {
  it("refuses a picture of too many pixels, also where its size stands behind 64 KiB", async () => {
    const jpeg = createCanvas(16, 16).toBuffer("image/jpeg");
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const bomb = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0xff, 0xff]),
      Buffer.alloc(0xfffd),
      jpeg.subarray(2),
    ]);
    bomb.writeUInt32BE(0xfffffff0, frame + 0xffff + 2 + 5);
    await using server = await startServer((response) => void response.end(bomb));
    const asked = get(server.origin, { accept: "image" });
    const error = await errorOf(hostAt(server.origin).download(asked, quiet()));
    expect(error.message).toMatch(/at most 8192 x 8192 pixels .* but received 65520 x 65535/);
  });

  it("writes the file and tells its size, hash and kind", async () => {
    await using server = await startServer((response) => {
      response.writeHead(200, { "content-type": "text/html" });
      for (let at = 0; at < CLIP.length; at += 1000) response.write(CLIP.subarray(at, at + 1000));
      response.end();
    });
    writeFileSync(destination, "old");
    const done = await hostAt(server.origin).download(get(server.origin), quiet());
    expect(done).toEqual({ bytes: CLIP.length, sha256: sha256(CLIP), mime: "video/mp4" });
    expect(readFileSync(destination)).toEqual(CLIP);
    expect(readdirSync(folder)).toEqual(["clip.mp4"]);
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it("takes a file shorter than what is looked at, and sends no headers when told so", async () => {
    await using server = await startServer((response) => response.end(CLIP.subarray(0, 40)));
    const request = get(server.origin, { sendHeaders: false });
    expect((await hostAt(server.origin).download(request, quiet())).bytes).toBe(40);
    expect(server.received[0]?.headers.authorization).toBeUndefined();
  });

  it("follows redirects among allowed places only, with its headers there only", async () => {
    await using files = await startServer((response) => response.end(CLIP));
    await using server = await startServer((response, { url }) => {
      const location = url === "/clip" ? "/next" : `${files.origin}/file?signature=abc`;
      response.writeHead(302, { location }).end("elsewhere");
    });
    await hostAt(server.origin).download(get(server.origin), quiet());
    expect(server.received.map(({ url }) => url)).toEqual(["/clip", "/next"]);
    expect(files.received).toHaveLength(1);
  });

  it("does not follow a redirect to another host", async () => {
    await using files = await startServer((response) => response.end(CLIP));
    await using outside = await startServer((response) => {
      const location = files.origin.replace("127.0.0.1", "localhost");
      response.writeHead(302, { location }).end();
    });
    const error = await errorOf(hostAt(outside.origin).download(get(outside.origin), quiet()));
    expect(error.message).toMatch(
      /^expected https from 127\.0\.0\.1 for the download of .*\/clip at host but received a redirect to localhost:\d+$/,
    );
    expect(error.isRetryable).toBe(false);
    expect(files.received).toEqual([]);
  });

  it("ends a chain of redirects", async () => {
    await using server = await startServer((response, { url }) => {
      response.writeHead(302, { location: `${url}x` }).end();
    });
    const error = await errorOf(hostAt(server.origin).download(get(server.origin), quiet()));
    expect(error.message).toContain("expected at most 5 redirects");
    expect(server.received).toHaveLength(6);
  });

  it.each([
    ["another host", "https://example.com/a.mp4?token=abc", "example.com"],
    ["plain http elsewhere", "http://example.com/a.mp4", "http://example.com"],
    ["a file", "file:///etc/passwd", "file://"],
    ["nonsense", "clip.mp4", "no URL"],
  ])("refuses %s before anything is sent", async (_, url, received) => {
    const request = get("", { url, allowedHosts: ["127.0.0.1", "*.replicate.delivery"] });
    const error = await errorOf(hostAt("http://127.0.0.1:9").download(request, quiet()));
    expect(error.message).toContain("expected https from 127.0.0.1, *.replicate.delivery for");
    expect(error.message).toContain(`but received ${received}`);
    expect(error.message).not.toContain("token=abc");
  });

  it.each([
    ["a page", "<!doctype html><p>Please log in", 'received the text "<!doctype html>'],
    ["a picture in place of a clip", "\xff\xd8\xff\xe0\0\x10JFIF\0", "received image/jpeg"],
    ["nothing", "", "received nothing"],
    ["much of no known kind", "\x01\x02".repeat(50_000), "received bytes of no known kind"],
  ])("refuses %s whatever it is called, once", async (_, body, said) => {
    await using server = await startServer((response) => {
      response.setHeader("content-type", "video/mp4").end(Buffer.from(body, "latin1"));
    });
    const error = await errorOf(hostAt(server.origin).download(get(server.origin), quiet()));
    expect(error.message).toContain("expected a video (MP4, WebM, MOV, MKV, GIF)");
    expect(error.message).toContain(said);
    expect(error.isRetryable).toBe(false);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["by its announced length", true],
    ["while it comes", false],
  ])("refuses what is too large, %s", async (_, isAnnounced) => {
    await using server = await startServer((response) => {
      if (isAnnounced) response.setHeader("content-length", CLIP.length);
      response.write(CLIP.subarray(0, 9000));
      response.end(CLIP.subarray(9000));
    });
    const request = get(server.origin, { maxBytes: CLIP.length - 1 });
    const error = await errorOf(hostAt(server.origin).download(request, quiet()));
    expect(error.message).toContain(`expected at most ${CLIP.length - 1} bytes`);
    expect(error.isRetryable).toBe(false);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["401", 401, "", "status 401. Check the key in the environment"],
    ["403", 403, '{"detail":"expired"}', 'status 403: "expired"'],
    ["404", 404, "not found", 'status 404: "not found"'],
    ["an empty success", 204, "", "status 204"],
  ])("gives up at once on %s", async (_, status, body, said) => {
    await using server = await startServer((response) => response.writeHead(status).end(body));
    const error = await errorOf(hostAt(server.origin).download(get(server.origin), quiet()));
    expect(error.message).toContain(`expected the file for the download of`);
    expect(error.message).toContain(said);
    expect(error).toMatchObject({ isRetryable: false, context: { status } });
    expect(server.received).toHaveLength(1);
  });

  it("comes back after 503, 429, a truncated file, a stall and a reset", async () => {
    await using server = await startServer((response, _, index) => {
      if (index === 0) return void response.writeHead(503).end();
      if (index === 1) return void response.writeHead(429, { "retry-after": "0.01" }).end();
      if (index === 2) return void response.socket?.resetAndDestroy();
      response.setHeader("content-length", CLIP.length);
      if (index > 4) return void response.end(CLIP);
      response.write(CLIP.subarray(0, 9000));
      if (index === 3) setTimeout(() => response.socket?.destroy(), 5);
      return undefined;
    });
    const waits: (string | undefined)[] = [];
    const done = await hostAt(server.origin).download(get(server.origin, { idleMs: 30 }), {
      ...quiet(),
      onWait: (reason) => waits.push(reason),
    });
    expect(done.sha256).toBe(sha256(CLIP));
    expect(readdirSync(folder)).toEqual(["clip.mp4"]);
    expect(server.received).toHaveLength(6);
    expect(waits.filter((reason) => reason !== undefined)).toEqual([
      expect.stringContaining("host: answers 503, again in"),
      "host: asked to wait 0.1 s",
      expect.stringContaining("host: download broken off, again in"),
      expect.stringContaining("host: download broken off, again in"),
      expect.stringContaining("host: download broken off, again in"),
    ]);
  });

  it.each([
    ["truncated", {}],
    ["too slow as a whole", { timeoutMs: 40 }],
  ])("ends retryable when it is always %s", async (_, bounds) => {
    await using server = await startServer((response) => {
      response.writeHead(200, { "content-length": CLIP.length });
      response.write(CLIP.subarray(0, 9000));
      if (!("timeoutMs" in bounds)) setTimeout(() => response.socket?.destroy(), 2);
    });
    const request = get(server.origin, bounds);
    const error = await errorOf(hostAt(server.origin).download(request, quiet()));
    expect(error.message).toContain(`(given up after ${MAX_READ_FAILURES} attempts)`);
    expect(error).toMatchObject({ isRetryable: true, mayHaveStarted: false });
    expect(server.received).toHaveLength(MAX_READ_FAILURES);
  });

  it("rejects at once when aborted, and leaves nothing behind", async () => {
    const controller = new AbortController();
    await using server = await startServer((response) => {
      response.writeHead(200, { "content-length": CLIP.length });
      response.write(CLIP.subarray(0, 9000));
      setTimeout(() => controller.abort(), 10);
    });
    const downloading = hostAt(server.origin).download(get(server.origin), controller);
    await expect(downloading).rejects.toMatchObject({ name: "AbortError" });
    expect(readdirSync(folder)).toEqual([]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    await expect(
      hostAt(server.origin).download(get(server.origin), controller),
    ).rejects.toMatchObject({ name: "AbortError" });
    expect(server.received).toHaveLength(1);
  });

  it("tells of a folder that cannot be written", async () => {
    await using server = await startServer((response) => response.end(CLIP));
    writeFileSync(join(folder, "file"), "");
    const request = get(server.origin, { destination: join(folder, "file", "clip.mp4") });
    await expect(hostAt(server.origin).download(request, quiet())).rejects.toMatchObject({
      code: "store",
    });
    expect(server.received).toHaveLength(1);
  });
});
