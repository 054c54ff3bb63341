import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoServer, type RunningDemoServer } from "../index.ts";
import { readPng } from "../media/picture.ts";
import { ask, demoPng, formOf, TOKEN } from "../testing/requests.ts";

const GPT = { model: "gpt-image-2", prompt: "a" };
const BAGEL = { model: "ByteDance-Seed/BAGEL-7B-MoT", prompt: "a" };
let server: RunningDemoServer;

beforeAll(async () => {
  server = await createDemoServer({ jobMs: 20, seed: "images" }).start(0);
});
afterAll(() => server.close());

const edit = (
  fields: Readonly<Record<string, string>>,
  { type = "image/png", headers = TOKEN as Record<string, string>, prefix = "/v1" } = {},
) =>
  ask(`${server.url}${prefix}/images/edits`, {
    form: formOf(fields, { field: "image", bytes: demoPng(), type }),
    headers,
  });

async function sizeOf(body: Readonly<Record<string, unknown>>) {
  const [first] = body["data"] as readonly { readonly b64_json: string }[];
  const picture = await readPng(Buffer.from(first?.b64_json ?? "", "base64"));
  return [picture?.widthPx, picture?.heightPx];
}

describe("OpenAI", () => {
  it("answers with the picture at the size asked", async () => {
    const { status, body } = await edit({ ...GPT, size: "96x64" });
    expect([status, await sizeOf(body)]).toEqual([200, [96, 64]]);
    expect(body["usage"]).toMatchObject({ total_tokens: expect.any(Number) });
  });

  it("wants a key", async () => {
    const { status, body } = await edit(GPT, { headers: {} });
    expect([status, body["error"]]).toMatchObject([401, { code: "invalid_api_key" }]);
  });

  it.each(["application/octet-stream", "text/plain"])("refuses pictures as %s", async (type) => {
    const { status, body } = await edit(GPT, { type });
    expect([status, body["error"]]).toMatchObject([400, { code: "unsupported_file_mimetype" }]);
  });

  it.each([
    ["size", "100x64"],
    ["size", "640x64"],
    ["size", "large"],
    ["seed", "0"],
    ["input_fidelity", "high"],
    ["n", "2"],
    ["prompt", ""],
    ["stream", "true"],
  ])("refuses %s = %s", async (field, value) => {
    const before = server.stats().billableCreates;
    const { status, body } = await edit({ ...GPT, [field]: value });
    expect([status, body["error"]]).toMatchObject([400, { param: field }]);
    expect(server.stats().billableCreates).toBe(before);
  });

  it("does not know models that were shut down", async () => {
    expect((await edit({ ...GPT, model: "gpt-image-1" })).status).toBe(404);
  });
});

describe.each(["/v1", "/sglang/v1"])("self-hosted, %s", (prefix) => {
  it("needs no key, and takes a seed", async () => {
    const { status, body } = await edit(
      { ...BAGEL, size: "80x48", seed: "0" },
      { prefix, headers: {} },
    );
    expect([status, await sizeOf(body)]).toEqual([200, [80, 48]]);
  });

  it("refuses in the words of FastAPI", async () => {
    const { status, body } = await edit({ ...BAGEL, sizes: "80x48" }, { prefix });
    expect([status, body["detail"]]).toMatchObject([422, [{ loc: ["body", "sizes"] }]]);
  });
});
