/**
 * Published API descriptions -> validators. Owns the cutting of single schemas out of a large file, and
 * the repair of what in them is no JSON schema; the files stand beside the repository, or nowhere.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import { parse } from "yaml";

const FOLDER = fileURLToPath(new URL("../../../shared/specs/", import.meta.url));

export type PublishedName = "replicate" | "openai";

/** Whether the descriptions are there. */
export const HAS_SPECS =
  existsSync(`${FOLDER}replicate.yaml`) && existsSync(`${FOLDER}openai.yaml`);

/** What is wrong with a value, empty when it is as described. */
export type Check = (value: unknown) => readonly string[];

/**
 * A check against one schema of a description.
 *
 * @param change edits the schema before it is used, where the description is at odds with itself
 */
export function publishedCheck(
  from: PublishedName,
  name: string,
  change: (schema: Record<string, unknown>) => void = () => {},
  { isForm = false } = {},
): Check {
  const schemas = cutSchemas(readFileSync(`${FOLDER}${from}.yaml`, "utf8"), name);
  const own = schemas[name];
  if (own !== undefined) change(own);
  // A form has texts only: numbers and truths are read out of them.
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: isForm });
  addFormats.default(ajv);
  for (const format of ["binary", "unixtime"]) ajv.addFormat(format, true);
  const validate = ajv.compile({
    components: { schemas: repair(schemas) },
    $ref: `#/components/schemas/${name}`,
  });
  return (value) => {
    validate(structuredClone(value));
    return (validate.errors ?? []).map(describeError);
  };
}

function describeError({ instancePath, message = "", params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

/** The schema of this name and all that it refers to. Parsing the whole of OpenAI's takes seconds. */
function cutSchemas(text: string, name: string): Record<string, Record<string, unknown>> {
  const section = text.slice(text.indexOf("\n  schemas:\n"));
  const found: Record<string, Record<string, unknown>> = {};
  const wanted = [name];
  for (const next of wanted) {
    const head = `\n    ${next}:\n`;
    const start = section.indexOf(head);
    if (start < 0) throw new Error(`the description has no schema ${next}`);
    const body = /^(?: {6}.*\n| *\n)+/.exec(section.slice(start + head.length))?.[0] ?? "";
    found[next] = parse(body);
    for (const [, reference] of body.matchAll(/#\/components\/schemas\/([\w.-]+)/g)) {
      if (reference !== undefined && !wanted.includes(reference)) wanted.push(reference);
    }
  }
  return found;
}

/** OpenAPI 3.0 writes "or null" as a word of its own. */
function repair(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(repair);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = value as Record<string, unknown>;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, repair(part)]));
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : schema;
}
