/** What happens after `start`: status, result, cancel. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startContext } from "../../tests/helpers/call-context.ts";
import { failureOf } from "../common/testing/failure-of.ts";
import { sendJson, serve } from "../common/testing/serve.ts";
import { generatorFor, TOKEN } from "./testing/set-up.ts";

const MP4 = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2mdat", "latin1");
const handle = { generator: "wan2.2", id: "p1", data: {} };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "replicate-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

describe("status", () => {
  it("says absent for what the host does not know", async () => {
    await using server = await serve((_, response) =>
      sendJson(response, 404, { detail: "not found" }),
    );
    const status = await generatorFor(server).status(handle, startContext());
    expect(status).toEqual({ state: "absent", reason: expect.stringContaining("p1") });
    expect(server.requests).toHaveLength(1);
  });

  it("waits out what passes, then throws what may be asked again", async () => {
    await using server = await serve((_, response) =>
      server.requests.length < 3
        ? sendJson(response, 503, {})
        : sendJson(response, 200, { id: "p1", status: "processing" }),
    );
    const generator = generatorFor(server);
    expect(await generator.status(handle, startContext())).toEqual({ state: "running" });
    expect(server.requests).toHaveLength(3);
  });

  it("throws for a key that is not taken, without the key", async () => {
    await using server = await serve((request, response) =>
      sendJson(response, 401, { detail: `bad ${String(request.headers["authorization"])}` }),
    );
    const error = await failureOf(generatorFor(server).status(handle, startContext()));
    expect(error).toMatchObject({ isRetryable: false, context: { status: 401 } });
    expect(error.message).toMatch(/Check the key in REPLICATE_API_TOKEN$/);
    expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain(TOKEN);
  });

  it("ends at once when it is aborted", async () => {
    await using server = await serve(() => {});
    const signal = AbortSignal.timeout(20);
    const asked = generatorFor(server).status(handle, startContext({ signal }));
    await expect(asked).rejects.toMatchObject({ name: expect.stringMatching(/Abort|Timeout/) });
  });
});

describe("result", () => {
  const finished = (origin: string, more = {}) => ({
    id: "p1",
    status: "succeeded",
    output: [`${origin}/out/clip.mp4`],
    metrics: { predict_time: 42.5 },
    ...more,
  });

  it("downloads the clip with the key, as documented, and tells the time charged", async () => {
    await using server = await serve((request, response) =>
      request.line === "GET /out/clip.mp4"
        ? void response.end(MP4)
        : sendJson(response, 200, finished(server.origin)),
    );
    const destination = join(folder, "clip.mp4");
    const result = await generatorFor(server).result(handle, destination, startContext());
    expect(result).toEqual({ path: destination, kind: "video", warnings: [], billedSec: 42.5 });
    expect(await readFile(destination)).toEqual(MP4);
    expect(server.requests[1]?.headers["authorization"]).toBe(`Bearer ${TOKEN}`);
  });

  it("sends the key to no host that is not documented", async () => {
    await using other = await serve((_, response) => void response.end(MP4));
    await using server = await serve((_, response) =>
      sendJson(response, 200, finished(other.origin)),
    );
    const asked = generatorFor(server).result(handle, join(folder, "no.mp4"), startContext());
    expect((await failureOf(asked)).message).toContain("expected https from replicate.delivery");
    expect(other.requests).toHaveLength(0);
  });

  it.each([
    [{ output: null, data_removed: true }, /output expired/, false],
    [{ status: "processing", output: null }, /processing/, true],
    [{ status: "aborted", output: null }, /before it started/, false],
  ])("refuses %j", async (more, message, isRetryable) => {
    await using server = await serve((_, response) =>
      sendJson(response, 200, finished(server.origin, more)),
    );
    const error = await failureOf(
      generatorFor(server).result(handle, join(folder, "no.mp4"), startContext()),
    );
    expect(error.message).toMatch(message);
    expect(error.isRetryable).toBe(isRetryable);
  });

  it.each([
    [401, true],
    [404, false],
  ])("keeps the clip when the host answers %d: %s", async (status, isRetryable) => {
    await using server = await serve((_, response) => sendJson(response, status, {}));
    const asked = generatorFor(server).result(handle, join(folder, "no.mp4"), startContext());
    expect((await failureOf(asked)).isRetryable).toBe(isRetryable);
  });

  it("takes a page in place of the clip for what it is", async () => {
    await using server = await serve((request, response) =>
      request.line === "GET /out/clip.mp4"
        ? void response.writeHead(200, { "content-type": "video/mp4" }).end("<html>sign in</html>")
        : sendJson(response, 200, finished(server.origin)),
    );
    const destination = join(folder, "page.mp4");
    const asked = generatorFor(server).result(handle, destination, startContext());
    expect((await failureOf(asked)).isRetryable).toBe(true);
    await expect(readFile(destination)).rejects.toThrow(/ENOENT/);
  });
});

describe("cancel", () => {
  it.each([200, 404, 422])("is content with %d", async (status) => {
    await using server = await serve((_, response) =>
      sendJson(response, status, { id: "p1", status: "canceled" }),
    );
    await generatorFor(server).cancel(handle);
    expect(server.requests.map(({ line }) => line)).toEqual(["POST /v1/predictions/p1/cancel"]);
  });

  it("is content with an answer that cannot be read, when it is 2xx", async () => {
    await using server = await serve((_, response) => void response.end("<html>"));
    await generatorFor(server).cancel(handle);
    expect(server.requests).toHaveLength(1);
  });

  it("says when the job may go on", async () => {
    await using server = await serve((_, response) => sendJson(response, 401, {}));
    expect((await failureOf(generatorFor(server).cancel(handle))).message).toContain("401");
  });
});
