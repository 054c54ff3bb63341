/** Generators without a model: one that paints, one that films; with or without a host. */

import { writeFileSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import { sha256 } from "../../../core/hash/sha256.ts";
import { createBuiltinGenerator } from "../../../generators/builtin/index.ts";
import type { BuiltinRequest, Generator } from "../../../generators/generator.ts";
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
    const handle = await fake.start(request, context);
    return { ...handle, data: { prompt: request.prompt, instanceId: request.instanceId } };
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
