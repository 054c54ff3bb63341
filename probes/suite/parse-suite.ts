/** A suite file's text -> suite. Pure; paths in it are not looked at. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import { type Suite, suiteSchema } from "../../core/schema/suite.ts";

/**
 * @param name of the file, for messages
 * @throws UsageError naming every field that is wrong, or unknown
 */
export function parseSuite(text: string, name: string): Suite {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(describeMismatch(`--suite ${name}`, "JSON", text), { cause: error });
  }
  const parsed = suiteSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `  ${path.map(String).join(".") || "the file"}: ${message}`,
  );
  throw new UsageError(
    `expected the documented fields for --suite ${name} but received others:\n${lines.join("\n")}\n` +
      "docs/suites.md lists them; samples/suites holds files that work",
    { context: { file: name } },
  );
}
