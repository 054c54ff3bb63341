/** Files that came inside an answer. */
import { ProviderError } from "../../core/errors.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { writeFileAtomic } from "../../core/store/atomic-file.ts";
import { sniff } from "./sniff.ts";
import type { SaveBytes } from "./types.ts";

/**
 * Looks at the first bytes and writes the file, whole or not at all.
 *
 * @throws ProviderError when they are another kind of file; StoreError when it cannot be written
 */
export const saveBytes: SaveBytes = async (bytes, destination, accept) => {
  const sniffed = await sniff(bytes, accept);
  if (!sniffed.ok) {
    throw new ProviderError(
      `expected ${sniffed.expected} for the file in the answer but received ${sniffed.received}`,
      { context: { bytes: bytes.byteLength } },
    );
  }
  await writeFileAtomic(destination, bytes);
  return { bytes: bytes.byteLength, sha256: sha256(bytes), mime: sniffed.mime };
};
