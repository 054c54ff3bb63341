/** Generators without a model: one that paints, one that films; with or without a host. */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { sha256 } from "../../../core/hash/sha256.ts";
import { createBuiltinGenerator } from "../../../generators/builtin/index.ts";
import type { BuiltinRequest, Generator } from "../../../generators/generator.ts";
import { getTask } from "../../../tasks/registry.ts";
import {
  createFakeGenerator,
  type FakeGenerator,
  type FakeGeneratorOptions,
} from "../../../tests/e2e/helpers/fakes.ts";

/** Paints a plain picture whose colour is that of the prompt. */
export function createPainter(
  options: FakeGeneratorOptions & { readonly format?: "image/png" | "image/jpeg" } = {},
): FakeGenerator {
  const { format = "image/png" } = options;
  const fake = createFakeGenerator(options);
  const start: FakeGenerator["start"] = async (request, context) => {
    const data = { prompt: request.prompt, instanceId: request.instanceId };
    const handle = await fake.start(request, {
      ...context,
      onSubmit: (ours) => context.onSubmit(ours === undefined ? undefined : { ...ours, data }),
    });
    return { ...handle, data };
  };
  return {
    ...fake,
    id: "painter",
    kind: "image",
    start,
    result: async (handle, destination, context) => {
      await fake.result(handle, destination, context);
      const { prompt } = handle.data as { readonly prompt: string };
      const canvas = createCanvas(16, 12);
      const brush = canvas.getContext("2d");
      brush.fillStyle = `#${sha256(prompt).slice(0, 6)}`;
      brush.fillRect(0, 0, 16, 12);
      const bytes =
        format === "image/png" ? canvas.toBuffer("image/png") : canvas.toBuffer("image/jpeg");
      writeFileSync(destination, bytes);
      return { path: destination, kind: "image", warnings: [] };
    },
  };
}

/** Films the built-in oracle's clip. */
export function createFilmer(): Generator<BuiltinRequest> {
  return createBuiltinGenerator("oracle");
}

let reel: Promise<Uint8Array> | undefined;

/** Serves one clip of a pipe board for every request: filmed once in a process. */
export function createReel(): Generator<BuiltinRequest> {
  const fake = createFakeGenerator();
  return {
    ...fake,
    result: async (handle, destination, context) => {
      reel ??= filmOnce();
      const made = await fake.result(handle, destination, context);
      writeFileSync(destination, await reel);
      return made;
    },
  };
}

async function filmOnce(): Promise<Uint8Array> {
  const file = join(mkdtempSync(join(tmpdir(), "probe-reel-")), "clip.mp4");
  const filmer = createFilmer();
  const signal = new AbortController().signal;
  const handle = await filmer.start(
    {
      ...{ instanceId: "reel", instance: getTask("pipe").generate("easy", 1), view: "published" },
      ...{ firstFramePng: new Uint8Array(), prompt: "", seed: 1 },
      ...{ widthPx: 128, heightPx: 96, frames: 9, fps: 8 },
    },
    {
      ...{ signal, scratchDir: tmpdir() },
      ...{ onSubmit: async () => undefined, onRefused: async () => undefined },
    },
  );
  await filmer.result(handle, file, { signal });
  return readFileSync(file);
}
