/** A picture, and the requests of a client, for tests of the demo server. Excluded from the build. */
import { createCanvas } from "@napi-rs/canvas";
import { probeClip } from "./probe-clip.ts";

export { probeClip };

/** A red block on grey, as PNG. */
export function demoPng(widthPx = 64, heightPx = 48, colour = "#d02020"): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext("2d");
  context.fillStyle = "#e0e0e0";
  context.fillRect(0, 0, widthPx, heightPx);
  context.fillStyle = colour;
  context.fillRect(widthPx / 4, heightPx / 4, widthPx / 2, heightPx / 2);
  return Uint8Array.from(canvas.toBuffer("image/png"));
}

export const TOKEN = { Authorization: "Bearer demo" } as const;

export function dataUri(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
}

export type Answer = {
  readonly status: number;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
};

/** One request whose answer is JSON; anything else gives an empty body. */
export async function ask(
  url: string,
  init: { method?: string; json?: unknown; form?: FormData; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { json, form } = init;
  const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(url, {
    method: init.method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...init.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const type = response.headers.get("Content-Type") ?? "";
  const isJson = /json/.test(type) && text !== "";
  return { status: response.status, type, body: isJson ? JSON.parse(text) : {} };
}

/** Asks until `isDone`, at most 5 s. */
export async function poll(
  url: string,
  isDone: (body: Answer["body"]) => boolean,
  headers: Record<string, string> = TOKEN,
): Promise<Answer["body"]> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { body } = await ask(url, { headers });
    if (isDone(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing came of ${url} in time`);
}

/** Fields and one file. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  file?: {
    readonly field: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly type?: string;
  },
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) {
    form.append(
      file.field,
      new File([file.bytes], "frame.png", { type: file.type ?? "image/png" }),
    );
  }
  return form;
}
