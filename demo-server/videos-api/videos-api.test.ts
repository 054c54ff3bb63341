import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoServer, type RunningDemoServer } from "../index.ts";
import { ask, dataUri, demoPng, formOf, poll, probeClip } from "../testing/requests.ts";

const PICTURE = { field: "input_reference", bytes: demoPng() };
const MODEL = "Wan-AI/Wan2.2-I2V-A14B-Diffusers";
let server: RunningDemoServer;
/** Its jobs do not end within a test. */
let slow: RunningDemoServer;

beforeAll(async () => {
  server = await createDemoServer({ jobMs: 60, seed: "videos" }).start(0);
  slow = await createDemoServer({ jobMs: 3_600_000, seed: "videos" }).start(0);
});
afterAll(async () => {
  await server.close();
  await slow.close();
});

const create = (prefix: string, fields: Readonly<Record<string, string>>, { url } = server) =>
  ask(`${url}${prefix}/videos`, { form: formOf({ prompt: "a", ...fields }, PICTURE) });

async function clipOf(prefix: string, id: unknown) {
  const url = `${server.url}${prefix}/videos/${id}`;
  await poll(url, (body) => body["status"] === "completed");
  return probeClip(new Uint8Array(await (await fetch(`${url}/content`)).arrayBuffer()));
}

describe.each(["/v1", "/sglang/v1"])("%s", (prefix) => {
  it("makes the clip asked for", async () => {
    const fields = { model: MODEL, size: "96x64", num_frames: "9", fps: "8", seed: "0" };
    const { status, body } = await create(prefix, fields);
    expect([status, body["status"], body["object"]]).toEqual([200, "queued", "video"]);
    expect(await clipOf(prefix, body["id"])).toEqual({
      frames: 9,
      fps: 8,
      widthPx: 96,
      heightPx: 64,
    });
    const list = await ask(`${server.url}${prefix}/videos?limit=1&order=desc`);
    expect(list.body["data"]).toMatchObject([{ id: body["id"], status: "completed" }]);
  });

  it("has no clip while the job runs", async () => {
    const { body } = await create(prefix, { num_frames: "2" }, slow);
    const url = `${slow.url}${prefix}/videos/${body["id"]}`;
    expect((await fetch(`${url}/content`)).status).toBe(404);
  });

  it("forgets a job that was deleted", async () => {
    const { body } = await create(prefix, { num_frames: "2" }, slow);
    const url = `${slow.url}${prefix}/videos/${body["id"]}`;
    expect((await ask(url, { method: "DELETE" })).body).toMatchObject({ deleted: true });
    expect(await ask(url)).toMatchObject({ status: 404, body: { detail: "Video not found" } });
  });

  it.each([
    ["num_frames", "0"],
    ["num_frames", "many"],
    ["fps", "8.5"],
    ["size", "big"],
    ["seed", "-1"],
    ["guidance_scale", "high"],
    ["frames", "81"],
  ])("refuses %s = %s in the words of FastAPI", async (field, value) => {
    const { status, body } = await create(prefix, { [field]: value });
    expect(status).toBe(422);
    expect(body["detail"]).toMatchObject([{ loc: ["body", field], msg: expect.any(String) }]);
  });

  it("refuses to start without a picture, or with none that can be read", async () => {
    const url = `${server.url}${prefix}/videos`;
    expect((await ask(url, { form: formOf({ prompt: "a" }) })).status).toBe(422);
    const text = { field: "input_reference", bytes: new TextEncoder().encode("no picture") };
    expect((await ask(url, { form: formOf({ prompt: "a" }, text) })).status).toBe(422);
  });
});

describe("vLLM-Omni", () => {
  it("makes one frame when nobody says how many", async () => {
    const { body } = await create("/v1", { seconds: "5", fps: "16" });
    expect(await clipOf("/v1", body["id"])).toMatchObject({ frames: 1 });
  });

  it("takes the picture as a reference in JSON", async () => {
    const image_reference = JSON.stringify({ image_url: dataUri(demoPng()) });
    const form = formOf({ prompt: "a", num_frames: "2", image_reference });
    expect((await ask(`${server.url}/v1/videos`, { form })).status).toBe(200);
  });

  it("gives the bytes themselves when asked to", async () => {
    const form = formOf({ prompt: "a", num_frames: "3" }, PICTURE);
    const response = await fetch(`${server.url}/v1/videos/sync`, { method: "POST", body: form });
    expect(response.headers.get("Content-Type")).toBe("video/mp4");
    const clip = await probeClip(new Uint8Array(await response.arrayBuffer()));
    expect(clip.frames).toBe(3);
  });

  it("refuses JSON, and another model than its own", async () => {
    expect((await ask(`${server.url}/v1/videos`, { json: { prompt: "a" } })).status).toBe(422);
    expect((await create("/v1", { model: "lab/other" })).status).toBe(400);
  });
});

describe("SGLang", () => {
  it("takes JSON with a reference, and makes four seconds unless told otherwise", async () => {
    const json = { prompt: "a", reference_url: dataUri(demoPng()), fps: 5 };
    const { body } = await ask(`${server.url}/sglang/v1/videos`, { json });
    expect(await clipOf("/sglang/v1", body["id"])).toMatchObject({ frames: 20, fps: 5 });
  });

  it("cancels in two steps", async () => {
    const { body } = await create("/sglang/v1", { num_frames: "2" }, slow);
    const url = `${slow.url}/sglang/v1/videos/${body["id"]}`;
    expect((await ask(`${url}/cancel`, { method: "POST" })).body["status"]).toBe("cancelling");
    expect((await ask(url)).body["status"]).toBe("cancelled");
  });
});
