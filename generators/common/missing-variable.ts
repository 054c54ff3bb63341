/** The one variable that a host cannot do without. Pure. */
import { MissingToolError } from "../../core/errors.ts";
import type { Env, Missing } from "../host.ts";

/** @returns what to set; undefined when the variable holds something */
export function missingVariable(env: Env, variable: string, hint: string): Missing | undefined {
  return (env[variable] ?? "").trim() === "" ? { variable, hint } : undefined;
}

/** @throws MissingToolError when something is missing */
export function refuseMissing(hostId: string, missing: Missing | undefined): void {
  if (missing === undefined) return;
  const { variable, hint } = missing;
  throw new MissingToolError(
    `expected ${variable} in the environment for --via ${hostId} but received nothing. Set it to ${hint}`,
    { context: { host: hostId, variable } },
  );
}
