import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningDemoServer } from "../../demo-server/index.ts";
import { ask, dataUri, demoPng, formOf, poll, TOKEN } from "../../demo-server/testing/requests.ts";
import { openaiHost } from "../../generators/openai/index.ts";
import { replicateHost } from "../../generators/replicate/index.ts";
import { videosApiHost } from "../../generators/videos-api/index.ts";
import { startFakes } from "../helpers/fakes/start-fakes.ts";
import { HAS_SPECS, publishedCheck } from "./published.ts";
import { modelNamed, rollOut } from "./requests.ts";

const WAN = "wan-video/wan-2.2-i2v-a14b";
const INPUT = { prompt: "a", image: dataUri(demoPng()) };
let fakes: RunningDemoServer;

beforeAll(async () => {
  fakes = await startFakes({ seed: "contract" });
});
afterAll(() => fakes.close());

/** "hidden" is both of the two forms of which it may be one only. */
function allowHiddenVersion(schema: Record<string, unknown>): void {
  const properties = schema["properties"] as Record<string, Record<string, unknown>>;
  const { oneOf } = properties["version"] ?? {};
  properties["version"] = { anyOf: oneOf };
}

/** Sizes and lengths are those of OpenAI's own models: servers of one's own have others. */
function allowAnyShape(schema: Record<string, unknown>): void {
  const properties = schema["properties"] as Record<string, unknown>;
  delete properties["size"];
  delete properties["seconds"];
}

/** A file in a form, for a description that calls it a text of bytes. */
function withFilesAsText(body: unknown): unknown {
  return Object.fromEntries(
    Object.entries(body as Record<string, unknown>).map(([name, value]) => [
      name,
      Array.isArray(value) ? "bytes" : value,
    ]),
  );
}

const NOTE = "(skipped when the descriptions are absent)";

describe.skipIf(!HAS_SPECS)(`answers are as published ${NOTE}`, () => {
  it("predictions of Replicate, in every state", async () => {
    const check = publishedCheck("replicate", "schemas_prediction_response", allowHiddenVersion);
    const api = `${fakes.url}/replicate/v1`;
    const create = async () =>
      (await ask(`${api}/models/${WAN}/predictions`, { json: { input: INPUT }, headers: TOKEN }))
        .body;
    const { id, ...first } = await create();
    expect(check({ id, ...first })).toEqual([]);
    const url = `${api}/predictions/${id}`;
    expect(check(await poll(url, (body) => body["status"] === "succeeded"))).toEqual([]);
    for (const kind of ["job-failed", "job-aborted", "output-expired"] as const) {
      fakes.faults.use(({ action }) => (action === "create" ? { kind } : undefined));
      const job = await create();
      const ended = await poll(`${api}/predictions/${job["id"]}`, (body) => "completed_at" in body);
      expect(check(ended)).toEqual([]);
    }
    fakes.faults.use(undefined);
    const json = { version: "0".repeat(64), input: { ...INPUT, seed: 0 } };
    const headers = { ...TOKEN, "Cancel-After": "5m" };
    const community = await ask(`${api}/predictions`, { json, headers });
    expect(check(community.body)).toEqual([]);
    const { cancel } = community.body["urls"] as { readonly cancel: string };
    expect(check((await ask(cancel, { method: "POST", headers: TOKEN })).body)).toEqual([]);
    // The check can fail.
    expect(check({ ...first, id, status: "done" })).not.toEqual([]);
  });

  it("files and models of Replicate", async () => {
    const form = formOf({}, { field: "content", bytes: demoPng() });
    const file = await ask(`${fakes.url}/replicate/v1/files`, { form, headers: TOKEN });
    expect(publishedCheck("replicate", "schemas_file_response")(file.body)).toEqual([]);
    const model = await ask(`${fakes.url}/replicate/v1/models/${WAN}`, { headers: TOKEN });
    expect(publishedCheck("replicate", "schemas_model_response")(model.body)).toEqual([]);
  });

  it("pictures and errors of OpenAI", async () => {
    const edit = (size: string) =>
      ask(`${fakes.url}/v1/images/edits`, {
        form: formOf(
          { model: "gpt-image-2", prompt: "a", size },
          { field: "image", bytes: demoPng() },
        ),
        headers: TOKEN,
      });
    const checkPictures = publishedCheck("openai", "ImagesResponse");
    expect(checkPictures((await edit("1024x1024")).body)).toEqual([]);
    const checkError = publishedCheck("openai", "ErrorResponse");
    expect(checkError((await edit("1000x1000")).body)).toEqual([]);
    expect(checkError({ error: { message: "no" } })).not.toEqual([]);
  });

  it.each(["/v1", "/sglang/v1"])("videos at %s", async (prefix) => {
    const fields = { prompt: "a", num_frames: "4", fps: "1", size: "1280x720" };
    const form = formOf(fields, { field: "input_reference", bytes: demoPng() });
    const check = publishedCheck("openai", "VideoResource");
    const url = `${fakes.url}${prefix}/videos`;
    const created = await ask(url, { form });
    expect(check(created.body)).toEqual([]);
    const job = `${url}/${created.body["id"]}`;
    expect(check(await poll(job, (body) => body["status"] === "completed"))).toEqual([]);
    const deleted = await ask(job, { method: "DELETE" });
    expect(publishedCheck("openai", "DeletedVideoResource")(deleted.body)).toEqual([]);
  });
});

describe.skipIf(!HAS_SPECS)(`requests of generators are as published ${NOTE}`, () => {
  const bodyOfLast = () => fakes.creates().at(-1)?.body;

  it.each([
    ["wan2.2", "schemas_prediction_request"],
    ["ltx-2.3", "schemas_prediction_request"],
    ["cogvideox", "schemas_version_prediction_request"],
  ])("%s at Replicate", async (id, schema) => {
    const { status } = await rollOut(fakes, replicateHost, modelNamed(id));
    expect(status).toEqual({ state: "succeeded" });
    expect(publishedCheck("replicate", schema)(bodyOfLast())).toEqual([]);
    expect(publishedCheck("replicate", schema)({ prompt: "a" })).not.toEqual([]);
  });

  it("gpt-image-2 at OpenAI", async () => {
    const { status } = await rollOut(fakes, openaiHost, modelNamed("gpt-image-2"));
    expect(status).toEqual({ state: "succeeded" });
    const check = publishedCheck("openai", "CreateImageEditRequest", undefined, { isForm: true });
    expect(check(withFilesAsText(bodyOfLast()))).toEqual([]);
    expect(check({ prompt: "a" })).not.toEqual([]);
  });

  it("wan2.2 at a server with /v1/videos", async () => {
    const { status } = await rollOut(fakes, videosApiHost, modelNamed("wan2.2"));
    expect(status).toEqual({ state: "succeeded" });
    const form = { isForm: true };
    const check = publishedCheck("openai", "CreateVideoMultipartBody", allowAnyShape, form);
    expect(check(withFilesAsText(bodyOfLast()))).toEqual([]);
    expect(bodyOfLast()).toMatchObject({ num_frames: "81", seed: "0" });
  });
});
