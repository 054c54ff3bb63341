/** Splits a program's standard error into lines and keeps the last of them. No process here. */
import { StringDecoder } from "node:string_decoder";

/** Characters of standard error that an error message carries. */
export const STDERR_TAIL_CHARS = 2048;

/** A line longer than this is cut: a hostile file must not fill the memory with its messages. */
const MAX_LINE_CHARS = 4096;

export type StderrTail = {
  readonly push: (chunk: Uint8Array) => void;
  /** Hands on the last line, when it did not end in a line break. */
  readonly end: () => void;
  /** The lines kept, at most `STDERR_TAIL_CHARS` characters; the oldest are dropped first. */
  readonly text: () => string;
};

/** @param onLine sees every line; true keeps that line out of the tail */
export function createStderrTail(onLine: (line: string) => boolean = () => false): StderrTail {
  const decoder = new StringDecoder("utf8");
  let open = "";
  let kept = "";
  const take = (line: string) => {
    const text = line.slice(0, MAX_LINE_CHARS);
    if (text.trim() === "" || onLine(text)) return;
    kept = (kept === "" ? text : `${kept}\n${text}`).slice(-STDERR_TAIL_CHARS);
  };
  return {
    push: (chunk) => {
      const lines = (open + decoder.write(Buffer.from(chunk))).split(/[\r\n]+/);
      open = (lines.pop() ?? "").slice(0, MAX_LINE_CHARS);
      for (const line of lines) take(line);
    },
    end: () => {
      take(open + decoder.end());
      open = "";
    },
    text: () => kept,
  };
}
