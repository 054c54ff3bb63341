/** The table of models with the rows of a user's file. Pure: texts in, table out. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import {
  type Model,
  type ModelTokenPrice,
  modelsFileSchema,
  type Price,
  pricesFileSchema,
} from "./schema.ts";
import { MODELS } from "./table.ts";

/** A file that an option names, read. */
export type GivenFile = { readonly name: string; readonly text: string };

/**
 * Built-in models, replaced by those of a file with the same id, followed by its new ones.
 *
 * @throws UsageError naming the field that is wrong, or an id that stands twice
 */
export function loadModels(file: GivenFile | undefined): readonly Model[] {
  if (file === undefined) return MODELS;
  const { models } = parseFile(file, modelsFileSchema, "--models");
  const given = new Map<string, Model>();
  for (const model of models) {
    if (given.has(model.id)) {
      throw new UsageError(describeMismatch(`--models ${file.name}`, "each id once", model.id));
    }
    given.set(model.id, model);
  }
  const known = new Set(MODELS.map(({ id }) => id));
  return [
    ...MODELS.map((model) => given.get(model.id) ?? model),
    ...models.filter(({ id }) => !known.has(id)),
  ];
}

/**
 * Prices of a file before the built-in ones: all rows of a model at a host take the place of the
 * built-in rows of the same model at the same host.
 *
 * @throws UsageError naming the field that is wrong
 */
export function loadPrices(
  file: GivenFile | undefined,
  builtin: readonly Price[],
): readonly Price[] {
  if (file === undefined) return builtin;
  const { prices } = parseFile(file, pricesFileSchema, "--prices");
  const key = ({ model, host }: Price): string => `${model} at ${host}`;
  const given = new Set(prices.map(key));
  return [...prices, ...builtin.filter((price) => !given.has(key(price)))];
}

/**
 * Prices of tokens in a file; none come along.
 *
 * @throws UsageError naming the field that is wrong
 */
export function loadTokenPrices(file: GivenFile | undefined): readonly ModelTokenPrice[] {
  return file === undefined ? [] : parseFile(file, pricesFileSchema, "--prices").tokens;
}

type Parser<T> = {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

function parseFile<T>({ name, text }: GivenFile, schema: Parser<T>, option: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(describeMismatch(`${option} ${name}`, "JSON", text), { cause: error });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `  ${path.map(String).join(".") || "file"}: ${message}`,
  );
  throw new UsageError(
    `expected the documented fields for ${option} ${name} but received others:\n${lines.join("\n")}\n` +
      "docs/generators.md shows a file that works",
  );
}
