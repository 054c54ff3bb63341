/** The HTTP layer of all hosts. */
export { createHttpHost } from "./create-http-host.ts";
export { readErrorBody } from "./error-body.ts";
export { saveBytes } from "./save-bytes.ts";
export type * from "./types.ts";
