/** Secrets as they are sent, on top of those that stand in the environment as they are. */
import { createRedactor } from "../../core/store/redact.ts";

/**
 * A key is sent without the blanks around it, and a password out of an address: neither is what the
 * environment's variable holds to the letter, and hosts repeat what they were sent.
 *
 * @param secrets by the names that stand in their place, which say KEY, TOKEN or PASSWORD
 */
export function redactAlso(
  redact: (text: string) => string,
  secrets: Readonly<Record<string, string | undefined>>,
): (text: string) => string {
  const own = createRedactor(secrets);
  return (text) => own.text(redact(text));
}
