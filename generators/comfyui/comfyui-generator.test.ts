import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MissingToolError, ProviderError, UsageError } from "../../core/errors.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import type { RolloutHandle } from "../generator.ts";
import { comfyuiHost } from "./index.ts";
import { optionsFor, REQUEST, type Stage, setUp, until } from "./testing/set-up.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let stage: Stage;
let server: Stage["server"];
let folder: string;
let generator: Stage["generator"];
beforeEach(async () => {
  stage = await setUp();
  ({ server, folder, generator } = stage);
});
afterEach(() => stage[Symbol.asyncDispose]());

const start = (given = {}) =>
  generator.start(REQUEST, startContext({ scratchDir: folder, ...given }));

describe("host", () => {
  it("says what is missing", () => {
    expect(comfyuiHost.missing({})?.variable).toBe("COMFYUI_URL");
    expect(comfyuiHost.missing({ COMFYUI_URL: "" })?.variable).toBe("COMFYUI_URL");
    expect(comfyuiHost.missing({ COMFYUI_URL: "http://h" })).toBeUndefined();
    expect(() => comfyuiHost.create(optionsFor({}))).toThrow(MissingToolError);
  });

  it("refuses an address of another kind without repeating it, and a missing workflow", () => {
    expect(() =>
      comfyuiHost.create(optionsFor({ COMFYUI_URL: "localhost:8188/?k=hunter22" })),
    ).toThrow(UsageError);
    const { workflow: _none, ...without } = optionsFor({ COMFYUI_URL: "http://h" });
    expect(() => comfyuiHost.create(without)).toThrow(/--workflow FILE for wan-test/);
  });

  it("puts the workflow's hash into params, and neither address nor key", () => {
    const made = comfyuiHost.create(
      optionsFor({ COMFYUI_URL: "http://u:hunter22@h", COMFYUI_API_KEY: "hunter22" }),
    );
    expect(made.params["workflowSha256"]).toMatch(/^[0-9a-f]{64}$/);
    const shown = JSON.stringify([made.params, made.host?.preview(REQUEST)]);
    expect(shown).not.toMatch(/hunter22/);
    expect(JSON.stringify(made.params)).not.toMatch(/http/);
  });

  it("previews the filled workflow with hash and size in place of the picture", () => {
    const preview = generator.host?.preview(REQUEST);
    expect(preview).toMatchObject({
      method: "POST",
      url: `${server.url}/prompt`,
      body: {
        prompt: {
          "1": { inputs: { image: "<png, 3 bytes, sha256 ba7816bf8f01…>" } },
          "3": { inputs: { seed: 0 } },
          "4": { inputs: { width: 64, height: 32, length: 5 } },
        },
      },
    });
    expect(preview?.warnings.join("\n")).toMatch(/frames 6 is not offered/);
    expect(preview?.warnings.join("\n")).toMatch(/fps is not bound/);
    expect(server.seen).toEqual([]);
  });
});

describe("start", () => {
  it("uploads, notes the handle, then sends the workflow with the name that the server gave", async () => {
    const notes: unknown[] = [];
    const handle = await start({
      onSubmit: async (submitted: RolloutHandle) => {
        notes.push(submitted, server.keys().filter((key) => key === "POST /prompt").length);
      },
    });
    expect(notes).toEqual([handle, 0]);
    expect(handle.id).toMatch(UUID);
    expect(JSON.parse(JSON.stringify(handle))).toEqual(handle);
    expect(handle.warnings).toHaveLength(2);
    const [uploaded, prompted] = server.seen;
    expect(uploaded?.body).toMatch(/name="image"; filename="topoprobe-[0-9a-f]{16}\.png"/);
    expect(uploaded?.body).toContain("image/png");
    const sent = JSON.parse(prompted?.body ?? "");
    expect(sent).toMatchObject({
      prompt_id: handle.id,
      prompt: {
        "1": { inputs: { image: "a (1).png" } },
        "2": { inputs: { text: "turn it" } },
        "3": { inputs: { seed: 0 } },
        "4": { inputs: { length: 5 } },
        "9": { inputs: { filename_prefix: "p" } },
      },
    });
    await until(() => server.clientIds.length === 1);
    expect(server.clientIds).toEqual([sent.client_id]);
  });

  it("takes the server's id where it insists on one", async () => {
    server.answer("POST /prompt", () => ({ json: { prompt_id: "theirs", node_errors: {} } }));
    expect((await start()).id).toBe("theirs");
  });

  it("names the folder of the upload", async () => {
    server.answer("POST /upload/image", () => ({
      json: { name: "b.png", subfolder: "s", type: "temp" },
    }));
    await start();
    const sent = JSON.parse(server.seen[1]?.body ?? "");
    expect(sent.prompt["1"].inputs.image).toBe("s/b.png [temp]");
  });

  it("sends the key, or the login of the address", async () => {
    for (const [env, expected] of [
      [{ COMFYUI_URL: server.url, COMFYUI_API_KEY: "k" }, "Bearer k"],
      [{ COMFYUI_URL: server.url.replace("//", "//user:p%40ss@") }, `Basic ${btoa("user:p@ss")}`],
    ] as const) {
      server.seen.length = 0;
      generator = comfyuiHost.create(optionsFor(env));
      await start();
      expect(server.seen.map(({ authorization }) => authorization)).toEqual([expected, expected]);
    }
  });

  it("fails before anything is sent when the picture is refused", async () => {
    server.answer("POST /upload/image", () => ({ status: 400 }));
    await expect(start()).rejects.toThrow(/uploaded picture .* status 400/);
    expect(server.keys()).toEqual(["POST /upload/image"]);
  });

  const NODE_ERRORS = {
    "3": {
      class_type: "UNETLoader",
      errors: [
        { type: "value_not_in_list", message: "Value not in list", details: "unet_name: 'x'" },
      ],
    },
  };

  it("is certainly not started when the workflow is refused, naming node and message", async () => {
    for (const status of [400, 200]) {
      server.answer("POST /prompt", () => ({
        status,
        json: { error: { message: "Prompt outputs failed validation" }, node_errors: NODE_ERRORS },
      }));
      const error = await start().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ mayHaveStarted: false, isRetryable: false });
      expect(String(error)).toMatch(/Prompt outputs failed validation/);
      expect(String(error)).toMatch(/node 3 \(UNETLoader\): Value not in list: unet_name: 'x'/);
    }
  });

  it("warns of nodes that the server leaves out of a job that it takes", async () => {
    server.answer("POST /prompt", () => ({ json: { prompt_id: "p", node_errors: NODE_ERRORS } }));
    expect((await start()).warnings?.at(-1)).toMatch(/leaves out node 3 \(UNETLoader\)/);
  });

  it("may have started when the answer makes no sense or is an error of the server", async () => {
    server.answer("POST /prompt", () => ({ json: { hello: "hunter22" } }));
    const odd = await start().catch((thrown: unknown) => thrown);
    expect(odd).toMatchObject({ mayHaveStarted: true });
    expect(String(odd)).not.toMatch(/hunter22/);
    server.answer("POST /prompt", () => ({ status: 500 }));
    await expect(start()).rejects.toMatchObject({ mayHaveStarted: true });
    expect(server.keys().filter((key) => key === "POST /prompt")).toHaveLength(2);
  });

  it("looks for a job whose answer is lost until it stands in the queue", async () => {
    let id = "";
    let looks = 0;
    server.answer("POST /prompt", ({ body }) => {
      id = JSON.parse(body).prompt_id;
      return { status: 500, json: {} };
    });
    server.answer("GET /queue", () => {
      looks += 1;
      // A server reads a workflow through before it queues it.
      return { json: { queue_running: [], queue_pending: looks > 2 ? [[1, id, {}]] : [] } };
    });
    await expect(start()).rejects.toMatchObject({ mayHaveStarted: true });
    expect(looks).toBe(3);
    expect(server.keys().filter((key) => key === "POST /prompt")).toHaveLength(1);
  });
});
