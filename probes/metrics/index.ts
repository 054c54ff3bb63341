/** Metrics of agents' episodes over run folders. */
export { type MeasureOptions, measureRuns } from "./measure-runs.ts";
export { propertyOf } from "./properties.ts";
