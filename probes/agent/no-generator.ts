/** What stands for a generator in conditions that need none. */
import { ProbeError } from "../../core/errors.ts";
import type { GeneratorRef } from "../../core/schema/run.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";

/** `generator` of a run's configuration in conditions that need none. */
export const NO_GENERATOR_REF: GeneratorRef = { id: "none", version: "1", params: {} };

/** `generator` of a run's configuration, whether it has one or not. */
export function refOfGenerator(
  generator: Pick<Generator, "id" | "version" | "params"> | undefined,
): GeneratorRef {
  if (generator === undefined) return NO_GENERATOR_REF;
  const { id, version, params } = generator;
  return { id, version, params: { ...params } };
}

const refuse = async (): Promise<never> => {
  throw new ProbeError("internal", "expected no rollout in a condition without a generator");
};

/** Asks for nothing, and breaks when it is asked. */
export const NO_GENERATOR: Generator<BuiltinRequest> = {
  ...NO_GENERATOR_REF,
  kind: "image",
  start: refuse,
  status: refuse,
  result: refuse,
  cancel: async () => undefined,
};
