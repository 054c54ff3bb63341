/** Creates at all providers, as their clients send them, for tests of the demo server. */
import type { DemoProvider } from "../faults/types.ts";
import { ask, dataUri, demoPng, formOf, poll, TOKEN } from "./requests.ts";
import { demoWorkflow } from "./workflow.ts";

/** One create at each provider. */
export const CREATES: readonly (readonly [DemoProvider, (url: string) => Promise<Response>])[] = [
  [
    "replicate",
    (url) =>
      fetch(`${url}/replicate/v1/models/wan-video/wan-2.2-i2v-a14b/predictions`, {
        method: "POST",
        headers: TOKEN,
        body: JSON.stringify({ input: { prompt: "a", image: dataUri(demoPng()) } }),
      }),
  ],
  ["vllm-omni", (url) => postVideo(`${url}/v1/videos`)],
  ["sglang", (url) => postVideo(`${url}/sglang/v1/videos`)],
  [
    "openai",
    (url) =>
      fetch(`${url}/v1/images/edits`, {
        method: "POST",
        headers: TOKEN,
        body: formOf({ model: "gpt-image-2", prompt: "a" }, { field: "image", bytes: demoPng() }),
      }),
  ],
  [
    "comfyui",
    async (url) => {
      await upload(url);
      return fetch(`${url}/comfyui/prompt`, {
        method: "POST",
        body: JSON.stringify({
          prompt: demoWorkflow("frame.png", "SaveVideo"),
          prompt_id: "mine",
          client_id: "me",
        }),
      });
    },
  ],
];

/** Three frames. */
export function postVideo(url: string): Promise<Response> {
  const form = formOf(
    { prompt: "a", num_frames: "3", fps: "8" },
    { field: "input_reference", bytes: demoPng() },
  );
  return fetch(url, { method: "POST", body: form });
}

/** Uploads the picture as frame.png. */
export function upload(url: string) {
  const form = formOf({}, { field: "image", bytes: demoPng() });
  return ask(`${url}/comfyui/upload/image`, { form });
}

/** Creates at Replicate; addresses of the prediction. */
export async function predict(url: string) {
  const [, create] = CREATES[0] ?? [];
  const body = await (await create?.(url))?.json();
  return body.urls as { readonly get: string; readonly cancel: string };
}

/** A finished clip of vLLM-Omni; its address. */
export async function finishVideo(url: string): Promise<string> {
  const { id } = await (await postVideo(`${url}/v1/videos`)).json();
  const job = `${url}/v1/videos/${id}`;
  await poll(job, (body) => body["status"] === "completed");
  return `${job}/content`;
}
