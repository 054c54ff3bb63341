/** Fields of a request: what is asked, and what a table row fixes on top of it. Pure. */
import { describeValue } from "../../core/errors.ts";

/** In the order in which they are sent. */
export type RequestFields = Readonly<Record<string, string | number | boolean>>;

/**
 * Puts fixed fields on top of what is asked. A fixed field wins, with a warning where it says otherwise.
 *
 * @param who names model and host in warnings
 */
export function mergeFields(
  who: string,
  asked: RequestFields,
  fixed: RequestFields,
): { readonly fields: RequestFields; readonly warnings: readonly string[] } {
  const warnings = Object.entries(fixed).flatMap(([name, value]) => {
    const wanted = asked[name];
    return wanted === undefined || wanted === value
      ? []
      : [`${who}: ${name} is fixed at ${value}, ${describeValue(wanted)} is not sent`];
  });
  return { fields: { ...asked, ...fixed }, warnings };
}
