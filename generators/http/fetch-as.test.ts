import OpenAI, { toFile } from "openai";
import Replicate from "replicate";
import { FormData as OtherFormData } from "undici";
import { describe, expect, it } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { startServer } from "../../tests/helpers/http-server.ts";
import { hostAt, KEY } from "./testing/host-at.ts";

/** Reads a multipart body as a server would. */
async function parseForm(body: Buffer, type: string | undefined): Promise<FormData> {
  const headers = { "content-type": type ?? "" };
  return await new Response(new Uint8Array(body), { headers }).formData();
}

describe("fetchAs", () => {
  it("gets a picture through the openai SDK's multipart, with the host's own key", async () => {
    await using server = await startServer((response) => {
      response.setHeader("content-type", "application/json").end('{"data":[{"b64_json":"QQ=="}]}');
    });
    const host = hostAt(server.origin);
    const client = new OpenAI({
      apiKey: "unused",
      baseURL: host.baseUrl,
      maxRetries: 0,
      fetch: host.fetchAs("create", {}, startContext()),
    });
    const picture = new Uint8Array([0x89, 0x50, 0, 13, 10, 0xff]);
    const answer = await client.images.edit({
      model: "gpt-image-2",
      image: await toFile(picture, "frame.png", { type: "image/png" }),
      prompt: "turn the tile ↻",
    });
    expect(answer.data?.[0]?.b64_json).toBe("QQ==");
    expect(server.received).toHaveLength(1);
    const [received] = server.received;
    if (received === undefined) throw new Error("nothing received");
    expect(received.headers.authorization).toBe(`Bearer ${KEY}`);
    const form = await parseForm(received.body, received.headers["content-type"]);
    expect(form.get("prompt")).toBe("turn the tile ↻");
    const file = form.get("image");
    if (!(file instanceof File)) throw new Error("no file received");
    expect([file.name, file.type]).toEqual(["frame.png", "image/png"]);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(picture);
  });

  it.each([
    ["the global class", () => new FormData()],
    ["undici's class", () => new OtherFormData() as unknown as FormData],
  ])("sends forms of %s, through create as well", async (_, make) => {
    await using server = await startServer((response) => response.end("{}"));
    const form = make();
    form.append("seed", "0");
    form.append("input_reference", new File(["abc"], "a.png", { type: "image/png" }));
    const host = hostAt(server.origin);
    await host.create({ method: "POST", path: "/videos", body: form }, startContext());
    await host.fetchAs(
      "create",
      {},
      startContext(),
    )(`${host.baseUrl}/videos`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data" },
      body: form,
    });
    expect(server.received).toHaveLength(2);
    for (const { body, headers } of server.received) {
      const received = await parseForm(body, headers["content-type"]);
      expect(received.get("seed")).toBe("0");
      const file = received.get("input_reference");
      if (!(file instanceof File)) throw new Error("no file received");
      expect([file.name, file.type, await file.text()]).toEqual(["a.png", "image/png", "abc"]);
    }
  });

  it("buys once through the replicate client, which would send again", async () => {
    let submitted = 0;
    await using server = await startServer((response) => void response.socket?.destroy());
    const host = hostAt(server.origin);
    const onSubmit = async () => {
      submitted += 1;
    };
    const client = new Replicate({
      auth: "unused",
      baseUrl: host.baseUrl,
      fetch: host.fetchAs("create", {}, startContext({ onSubmit })),
    });
    const creating = client.predictions.create({ model: "a/b", input: { seed: 0 } });
    await expect(creating).rejects.toMatchObject({ name: "ProviderError", mayHaveStarted: true });
    expect(submitted).toBe(1);
    expect(server.received).toHaveLength(1);
    expect(JSON.parse(server.received[0]?.body.toString() ?? "")).toEqual({ input: { seed: 0 } });
  });

  it("hands out the first outcome again: an answer, and an error", async () => {
    await using server = await startServer((response, { url }) => {
      response.writeHead(url === "/v1/bad" ? 400 : 201).end("body");
    });
    const host = hostAt(server.origin);
    const good = host.fetchAs("create", {}, startContext());
    const init = { method: "POST", body: "{}" };
    const [a, b] = await Promise.all([good(`${host.baseUrl}/a`, init), good(`${host.baseUrl}/b`)]);
    expect([a.status, await a.text(), await b.text(), b.url]).toEqual([201, "body", "body", ""]);
    const bad = host.fetchAs("create", {}, startContext());
    const first: unknown = await bad(`${host.baseUrl}/bad`, init).catch((error) => error);
    expect(first).toBeInstanceOf(ProviderError);
    await expect(bad(`${host.baseUrl}/bad`, init)).rejects.toBe(first);
    expect(server.received).toHaveLength(2);
  });

  it("does not take the question of an SDK for a request", async () => {
    await using server = await startServer((response) => response.end("{}"));
    const host = hostAt(server.origin);
    const ask = host.fetchAs("create", {}, startContext());
    expect((await ask("data:,")).constructor).toBe(Response);
    expect((await ask(`${host.baseUrl}/a`, { method: "POST" })).status).toBe(200);
  });

  it("reads with Request objects and URLs, patiently, and gives 4xx and 204 as they are", async () => {
    await using server = await startServer((response, { url }, index) => {
      if (url === "/v1/none") response.writeHead(204).end();
      else if (url === "/v1/gone") response.writeHead(404).end("gone");
      else response.writeHead(index === 0 ? 503 : 200).end("fine");
    });
    const host = hostAt(server.origin);
    const get = host.fetchAs("read", {}, startContext());
    const request = new Request(`${host.baseUrl}/a`, {
      method: "POST",
      headers: { "x-a": "b" },
      body: "text",
    });
    expect(await (await get(request)).text()).toBe("fine");
    expect(server.received[1]?.headers["x-a"]).toBe("b");
    expect(server.received[1]?.body.toString()).toBe("text");
    expect((await get(new URL(`${host.baseUrl}/none`))).status).toBe(204);
    const gone = await get(`${host.baseUrl}/gone`);
    expect([gone.status, gone.ok, await gone.text()]).toEqual([404, false, "gone"]);
  });

  it("does not multiply the retries of an SDK with its own", async () => {
    await using server = await startServer((response) => response.writeHead(500).end());
    const host = hostAt(server.origin);
    const get = host.fetchAs("read", {}, startContext());
    await expect(get(`${host.baseUrl}/a`)).rejects.toBeInstanceOf(ProviderError);
    await expect(get(`${host.baseUrl}/a`)).rejects.toBeInstanceOf(ProviderError);
    expect(server.received).toHaveLength(6);
  });
});
