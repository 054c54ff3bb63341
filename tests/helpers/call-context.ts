/** Contexts of generator calls for tests: nothing is written down. */
import { tmpdir } from "node:os";
import type { StartContext } from "../../generators/generator.ts";

/** @param given what the test looks at */
export function startContext(given: Partial<StartContext> = {}): StartContext {
  return {
    signal: new AbortController().signal,
    onSubmit: async () => {},
    onRefused: async () => {},
    scratchDir: tmpdir(),
    ...given,
  };
}
