/** Ctrl-C: the first one asks for an orderly end, the second one ends at once. */
import { EXIT_CODES } from "../core/errors.ts";
import type { CliIo } from "./io.ts";

export type Interrupt = { readonly signal: AbortSignal; readonly dispose: () => void };

/** Listens to SIGINT and SIGTERM until it is disposed. */
export function catchInterrupt(io: CliIo): Interrupt {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES.interrupted);
    io.err("\nstopping: what is finished is kept (once more to stop at once)\n");
    controller.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    dispose: () => {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
