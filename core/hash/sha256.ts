/** Sha256 as 64 lower-case hex digits, of texts, bytes, values and files. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { canonicalJson } from "./canonical-json.ts";

/** Hash of a text's UTF-8 bytes, or of bytes. */
export function sha256(input: string | Uint8Array): string {
  return createHash("sha256").update(input).digest("hex");
}

/** Hash of the canonical JSON of a value. @throws ProbeError when the value has none */
export function sha256Json(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** Hash of a file, read as a stream: memory does not grow with the file. @throws Error of node:fs */
export async function sha256File(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}
