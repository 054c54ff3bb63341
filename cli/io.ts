/** The outside of a command: streams, environment, signals. Passed in, so that tests need no process. */
import type { ProgressStream } from "../core/progress.ts";

export type CliIo = {
  /** Results only. */
  readonly out: (text: string) => void;
  /** Everything else. */
  readonly err: (text: string) => void;
  /** Where progress is shown: the same place as `err`. */
  readonly progress: ProgressStream;
  readonly env: Readonly<Record<string, string | undefined>> & {
    /** "1": show where an error comes from. */
    readonly PROBE_DEBUG?: string | undefined;
  };
  /** Words after the program's name. */
  readonly argv: readonly string[];
};

/** One JSON document with a final newline. */
export function printJson(io: CliIo, value: unknown): void {
  io.out(`${JSON.stringify(value, null, 2)}\n`);
}
