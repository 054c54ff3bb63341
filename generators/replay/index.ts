/** Clips made elsewhere, as a generator. */
export { createReplayGenerator } from "./replay-generator.ts";
