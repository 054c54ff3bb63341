/** Lets a dry run, which sends nothing, do without the key of the host that it is for. */
import type { Env, Missing } from "../generators/host.ts";
import { getHost } from "../generators/hosts.ts";

/** Addresses are not lent: they stand in what a dry run prints. */
const KEY_NAME = /_(?:KEY|TOKEN)$/;

/**
 * The environment with words in place of the key that the host lacks, and what a run will need then.
 *
 * @param via host that was asked for; where none was, the first that is ready is taken, and keys tell
 * @throws UsageError when no host has this id
 */
export function lendKey(
  env: Env,
  via: string | undefined,
): { readonly env: Env; readonly missing?: Missing } {
  const missing = via === undefined ? undefined : getHost(via).missing(env);
  if (missing === undefined || !KEY_NAME.test(missing.variable)) return { env };
  return { env: { ...env, [missing.variable]: "none-yet" }, missing };
}
