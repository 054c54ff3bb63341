import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoServer, type RunningDemoServer } from "../index.ts";
import { ask, dataUri, demoPng, formOf, poll, probeClip, TOKEN } from "../testing/requests.ts";

const IMAGE = dataUri(demoPng());
const HASH = "0123456789abcdef".repeat(4);
let server: RunningDemoServer;
let api: string;
const create = (
  model: string,
  input: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
) =>
  ask(`${api}/models/${model}/predictions`, { json: { input }, headers: { ...TOKEN, ...headers } });
const WAN = "wan-video/wan-2.2-i2v-a14b";

beforeAll(async () => {
  server = await createDemoServer({ jobMs: 60, seed: "replicate" }).start(0);
  api = `${server.url}/replicate/v1`;
});
afterAll(() => server.close());

describe("predictions", () => {
  it("go from starting to a clip of the shape asked", async () => {
    const input = { prompt: "turn", image: IMAGE, num_frames: 82, frames_per_second: 5, seed: 0 };
    const created = await create(WAN, input);
    expect(created).toMatchObject({
      status: 201,
      body: { input, output: null },
    });
    const url = `${api}/predictions/${created.body["id"]}`;
    const done = await poll(url, (body) => body["status"] === "succeeded");
    expect(done).toMatchObject({ version: "hidden", data_removed: false, error: null });
    expect(done["metrics"]).toMatchObject({ predict_time: expect.any(Number) });
    const clip = await fetch(String(done["output"]));
    expect(clip.headers.get("Content-Type")).toBe("video/mp4");
    expect(await probeClip(new Uint8Array(await clip.arrayBuffer()))).toEqual({
      frames: 82,
      fps: 5,
      widthPx: 736,
      heightPx: 544,
    });
  });

  it("wait for the end when asked to", async () => {
    const { status, body } = await create(WAN, { prompt: "a", image: IMAGE }, { Prefer: "wait=5" });
    expect([status, body["status"]]).toEqual([201, "succeeded"]);
    expect((await create(WAN, { prompt: "a", image: IMAGE }, { Prefer: "wait=61" })).status).toBe(
      422,
    );
  });

  it("of community models are asked for by version", async () => {
    expect((await create("thudm/cogvideox-i2v", { prompt: "a", image: IMAGE })).status).toBe(404);
    const model = await ask(`${api}/models/thudm/cogvideox-i2v`, { headers: TOKEN });
    expect(model.body["latest_version"]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const json = { version: HASH, input: { prompt: "a", image: IMAGE, num_frames: 49 } };
    const created = await ask(`${api}/predictions`, { json, headers: TOKEN });
    expect(created).toMatchObject({ status: 201, body: { version: HASH } });
    const none = await ask(`${api}/predictions`, {
      json: { version: "nonsense", input: json.input },
      headers: TOKEN,
    });
    expect(none.status).toBe(422);
  });

  it("take the address of an uploaded file", async () => {
    const form = formOf({}, { field: "content", bytes: demoPng() });
    const file = await ask(`${api}/files`, { form, headers: TOKEN });
    expect(file.status).toBe(201);
    const { get } = file.body["urls"] as { readonly get: string };
    expect((await create(WAN, { prompt: "a", image: get })).status).toBe(201);
    expect((await create(WAN, { prompt: "a", image: `${get}x` })).status).toBe(422);
  });

  it("can be canceled, and have a deadline of at least 5 s", async () => {
    const clock = { nowMs: 1_700_000_000_000 };
    const own = await createDemoServer({ now: () => clock.nowMs }).start(0);
    try {
      const url = `${own.url}/replicate/v1/models/${WAN}/predictions`;
      const json = { input: { prompt: "a", image: IMAGE } };
      const headers = { ...TOKEN, "Cancel-After": "5m" };
      const { body } = await ask(url, { json, headers });
      expect(body["status"]).toBe("starting");
      expect(body["deadline"]).toBe(new Date(clock.nowMs + 300_000).toISOString());
      const { cancel } = body["urls"] as { readonly cancel: string };
      expect(await ask(cancel, { method: "POST", headers: TOKEN })).toMatchObject({
        status: 200,
        body: { status: "canceled" },
      });
      for (const text of ["4s", "soon"]) {
        const refused = await ask(url, { json, headers: { ...TOKEN, "Cancel-After": text } });
        expect(refused.status).toBe(422);
      }
    } finally {
      await own.close();
    }
  });
});

describe("refusals", () => {
  it("want a token", async () => {
    const anonymous = await ask(`${api}/models/${WAN}/predictions`, {
      json: { input: { prompt: "a", image: IMAGE } },
    });
    expect(anonymous).toMatchObject({ status: 401, type: "application/problem+json" });
    expect((await ask(`${api}/predictions/x`)).status).toBe(401);
  });

  it.each([
    ["num_frames", 80],
    ["num_frames", 101],
    ["num_frames", 81.5],
    ["frames_per_second", 4],
    ["frames_per_second", 25],
    ["seed", "1"],
    ["resolution", "1080p"],
    ["sample_steps", 0],
    ["prompt", ""],
    ["image", "https://example.org/a.png"],
    ["image", "data:image/png;base64,AAAA"],
    ["fps", 16],
  ])("%s: %j is out of bounds, and nothing is charged", async (field, value) => {
    const before = server.stats();
    const answer = await create(WAN, { prompt: "a", image: IMAGE, [field]: value });
    expect(answer).toMatchObject({ status: 422, type: "application/problem+json" });
    expect(answer.body["detail"]).toContain(field);
    expect(server.stats().billableCreates).toBe(before.billableCreates);
    expect(server.stats().refusedCreates).toBe(before.refusedCreates + 1);
  });

  it("know neither other models nor other predictions", async () => {
    expect((await create("wan-video/wan-9", { prompt: "a", image: IMAGE })).status).toBe(404);
    expect((await ask(`${api}/predictions/none`, { headers: TOKEN })).status).toBe(404);
  });
});
