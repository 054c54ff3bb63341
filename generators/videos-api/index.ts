/** Servers of one's own with `/v1/videos` and `/v1/images/edits`. */
export { videosApiHost } from "./host.ts";
