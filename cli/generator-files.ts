/** Files that describe generators: models, prices, workflows. Owns reading them. */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UsageError } from "../core/errors.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";
import { findPackage } from "../core/store/provenance.ts";
import { type GivenFile, loadModels, loadPrices } from "../generators/models/load-models.ts";
import { PRICES } from "../generators/models/prices.ts";
import type { ResolveOptions } from "../generators/resolve.ts";
import { readText } from "./read-text.ts";

/** Paths, as the options give them. */
export type GeneratorFiles = {
  readonly models?: string;
  readonly prices?: string;
  readonly workflow?: string;
};

/** @throws UsageError when a file cannot be read, or is not what its option takes */
export async function readGeneratorFiles(
  options: GeneratorFiles,
): Promise<Pick<ResolveOptions, "models" | "prices" | "workflow" | "readWorkflow">> {
  const workflow = await readGiven(options.workflow, "--workflow");
  return {
    models: loadModels(await readGiven(options.models, "--models")),
    prices: loadPrices(await readGiven(options.prices, "--prices"), PRICES),
    readWorkflow: (name) => ({
      name,
      text: readFileSync(join(findPackage().root, "samples/workflows", name), "utf8"),
    }),
    ...(workflow === undefined ? {} : { workflow }),
  };
}

/** A file that an option names, with its name; undefined when the option is not given. */
export async function readGiven(
  path: string | undefined,
  option: string,
): Promise<GivenFile | undefined> {
  return path === undefined
    ? undefined
    : { name: basename(path), text: await readText(path, option) };
}

/** Reads workflows that a suite's file names, their paths beginning beside it. */
export function readWorkflowBeside(folder: string): ResolveOptions["readWorkflow"] {
  return (name) => {
    const path = resolve(folder, name);
    try {
      return { name: basename(path), text: readFileSync(path, "utf8") };
    } catch (error) {
      throw new UsageError(
        `expected a readable workflow in the suite but received ${path} (${fsErrorCode(error) ?? error})`,
        { cause: error },
      );
    }
  };
}
