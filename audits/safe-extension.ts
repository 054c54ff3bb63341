/** Endings of file names that are ours to give. Pure. */
import { extname } from "node:path";

/** Letters and digits only, such as ".mp4": a name from a journal is not to be trusted with more. */
export function safeExtension(path: string): string {
  const extension = extname(path).toLowerCase();
  return /^\.[a-z0-9]{1,5}$/.test(extension) ? extension : ".bin";
}
