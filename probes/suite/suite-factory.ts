/** How the entries of a suite become generators and reasoners: the contract, and the usual way. */
import { MissingToolError } from "../../core/errors.ts";
import type { SuiteGenerator, SuiteReasoner } from "../../core/schema/suite.ts";
import type { Env } from "../../generators/host.ts";
import {
  type ResolvedGenerator,
  type ResolveOptions,
  resolveGenerator,
} from "../../generators/resolve.ts";
import type { TokenPrice } from "../reasoners/openai-chat.ts";
import type { Reasoner } from "../reasoners/reasoner.ts";
import { resolveReasoner } from "../reasoners/registry.ts";

/** Each is asked once for an entry; what it gives is used by all runs of the suite. */
export type SuiteFactory = {
  /** What a generator makes, without reaching a host. */
  readonly makesOf: (entry: SuiteGenerator) => "video" | "image";
  /** @throws MissingToolError when no host that serves it is ready; UsageError when nothing has its id */
  readonly generatorOf: (entry: SuiteGenerator) => ResolvedGenerator;
  /** @throws MissingToolError when its server needs an address or a key and there is none */
  readonly reasonerOf: (entry: SuiteReasoner) => Reasoner;
};

export type SuiteFactoryOptions = Omit<
  ResolveOptions,
  "crf" | "movesPerSecond" | "via" | "workflow"
> & {
  readonly env: Env;
  /** Reads a workflow that an entry names: its path as the file has it. */
  readonly readSuiteWorkflow: ResolveOptions["readWorkflow"];
  /** What tokens of a model cost; undefined when nobody knows. */
  readonly tokenPriceOf?: (reasoner: string) => TokenPrice | undefined;
};

export function createSuiteFactory(options: SuiteFactoryOptions): SuiteFactory {
  const { env, models, redact } = options;
  return {
    makesOf: ({ id }) => models.find((model) => model.id === id)?.kind ?? "video",
    generatorOf: ({ id, via, workflow, crf, movesPerSecond }) =>
      resolveGenerator(id, {
        ...options,
        ...(via === undefined ? {} : { via }),
        ...(crf === undefined ? {} : { crf }),
        ...(movesPerSecond === undefined ? {} : { movesPerSecond }),
        ...(workflow === undefined ? {} : { workflow: options.readSuiteWorkflow(workflow) }),
      }),
    reasonerOf: ({ id, baseUrlEnv, tools, temperature, maxTokens }) => {
      const price = options.tokenPriceOf?.(id);
      return resolveReasoner(id, {
        env,
        redact,
        ...(baseUrlEnv === undefined ? {} : { baseUrl: addressIn(env, baseUrlEnv, id) }),
        ...(tools === undefined ? {} : { protocol: tools }),
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxTokens === undefined ? {} : { maxTokens }),
        ...(price === undefined ? {} : { price }),
      });
    },
  };
}

function addressIn(env: Env, variable: string, reasoner: string): string {
  const address = env[variable]?.trim() ?? "";
  if (address !== "") return address;
  throw new MissingToolError(
    `expected the address of the chat server of ${reasoner} in ${variable} but received nothing. ` +
      `Set it, such as ${variable}=http://127.0.0.1:8000/v1`,
    { context: { variable } },
  );
}
