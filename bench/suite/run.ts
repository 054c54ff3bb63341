/** Runs a suite of the bench in this process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Suite } from "../../core/schema/suite.ts";
import { collectProvenance, findPackage } from "../../core/store/provenance.ts";
import { createRedactor } from "../../core/store/redact.ts";
import type { Env } from "../../generators/host.ts";
import { loadModels } from "../../generators/models/load-models.ts";
import { createEpisodePool } from "../../probes/pool/episode-pool.ts";
import {
  createSuiteFactory,
  runSuiteFile,
  type SuiteFileOptions,
  type SuiteFileResult,
} from "../../probes/suite/index.ts";

const DEADLINE_MS = 60_000;

export type BenchRun = {
  readonly suite: Suite;
  readonly outPath: string;
  readonly threads: number;
  /** @default as many as threads */
  readonly concurrency?: number;
  readonly env?: Env;
  readonly changes?: Partial<SuiteFileOptions>;
};

/** To its end; progress goes to stderr. */
export async function runBenchSuite(given: BenchRun): Promise<SuiteFileResult> {
  const { suite, outPath, threads, concurrency = threads, env = {} } = given;
  const redactor = createRedactor(env);
  const readWorkflow = (name: string) => ({
    name,
    text: readFileSync(join(findPackage().root, "samples/workflows", name), "utf8"),
  });
  const pool = createEpisodePool(threads);
  try {
    return await runSuiteFile({
      ...{ suite, folder: outPath, outPath, concurrency, redactor },
      factory: createSuiteFactory({
        ...{ env, models: loadModels(undefined), prices: [], deadlineMs: DEADLINE_MS },
        ...{ readWorkflow, readSuiteWorkflow: readWorkflow, redact: redactor.text },
        tokenPriceOf: () => ({ promptUsdPerMillion: 0, completionUsdPerMillion: 0 }),
      }),
      ...{ diagnose: pool.diagnose, filming: pool.filming },
      signal: new AbortController().signal,
      provenance: await collectProvenance(null),
      command: "npx tsx bench/suite.ts",
      ...given.changes,
    });
  } finally {
    await pool.close();
  }
}
