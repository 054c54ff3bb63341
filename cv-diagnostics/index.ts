/** Entry of the package's judge: a clip and an instance in, a verdict out. */
export { checkCatalogue } from "./checks/registry.ts";
export { type DiagnoseOptions, diagnose } from "./diagnose.ts";
export { DIAGNOSTICS_VERSION } from "./thresholds.ts";
