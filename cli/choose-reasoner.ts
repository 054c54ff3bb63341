/** `--reasoner` and its companions -> who decides in agent conditions. */
import { UsageError } from "../core/errors.ts";
import { createRedactor } from "../core/store/redact.ts";
import type { Env } from "../generators/host.ts";
import { loadTokenPrices } from "../generators/models/load-models.ts";
import type { Condition } from "../probes/conditions/condition.ts";
import type { PromptStyle } from "../probes/reasoners/agent-prompt.ts";
import type { ToolProtocolOption } from "../probes/reasoners/openai-chat.ts";
import type { Reasoner } from "../probes/reasoners/reasoner.ts";
import { resolveReasoner } from "../probes/reasoners/registry.ts";
import { readGiven } from "./generator-files.ts";

/** Who decides when nobody is named: the task's own solver, which costs nothing. */
const DEFAULT_REASONER = "oracle";

export type ReasonerOptions = {
  readonly reasoner?: string;
  readonly baseUrl?: string;
  readonly tools?: ToolProtocolOption;
  readonly promptStyle?: PromptStyle;
  readonly prices?: string;
};

/**
 * @returns undefined where the clip is the policy
 * @throws UsageError for an unknown name or one too many
 * @throws MissingToolError when the server needs a key and there is none
 */
export async function chooseReasoner(
  condition: Condition,
  options: ReasonerOptions,
  env: Env,
): Promise<Reasoner | undefined> {
  const { reasoner = DEFAULT_REASONER, baseUrl, tools } = options;
  if (!condition.usesReasoner) {
    if (options.reasoner === undefined) return undefined;
    throw new UsageError(
      `expected no --reasoner for --condition ${condition.id}, in which the clip decides, but received ` +
        `"${options.reasoner}". Choose --condition none, text, image or video`,
    );
  }
  const prices = loadTokenPrices(await readGiven(options.prices, "--prices"));
  const price = prices.find(({ model }) => model === reasoner);
  return resolveReasoner(reasoner, {
    env,
    redact: createRedactor(env).text,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(tools === undefined ? {} : { protocol: tools }),
    ...(price === undefined ? {} : { price }),
  });
}
