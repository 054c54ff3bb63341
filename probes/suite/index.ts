/** Suites: many runs from one file. */
export { type ExpandedSuite, expandSuite, type LeftOut, type SuiteCell } from "./expand-suite.ts";
export { parseSuite } from "./parse-suite.ts";
export { type PlannedRun, planSuite, type SuitePlan, type SuitePlanOptions } from "./plan-suite.ts";
export {
  runSuiteFile,
  type SuiteFileOptions,
  type SuiteFileResult,
  type SuiteRun,
} from "./run-suite-file.ts";
export {
  createSuiteFactory,
  type SuiteFactory,
  type SuiteFactoryOptions,
} from "./suite-factory.ts";
