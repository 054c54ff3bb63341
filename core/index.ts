/** Entry of the package: schemas of everything that reaches disk, errors, and reading runs. */
export {
  EXIT_CODES,
  MediaError,
  MissingToolError,
  ProbeError,
  RuleError,
  StoreError,
  UsageError,
} from "./errors.ts";
export { canonicalJson } from "./hash/canonical-json.ts";
export { sha256, sha256File, sha256Json } from "./hash/sha256.ts";
export { createRegistry, type Registry } from "./registry.ts";
export * from "./schema/common.ts";
export * from "./schema/episode.ts";
export * from "./schema/instance.ts";
export * from "./schema/report.ts";
export * from "./schema/run.ts";
export * from "./schema/scene.ts";
export * from "./schema/verdict.ts";
export { type WilsonInterval, wilsonInterval } from "./stats/wilson.ts";
export { type EpisodeRecord, type RunRecord, readRun } from "./store/read-run.ts";
