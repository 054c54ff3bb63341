/** `--reasoner` text -> reasoner, and the list of what there is. Owns names and what each one lacks. */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import {
  createRegistry,
  editDistance,
  type Registry,
  unknownIdError,
} from "../../core/registry.ts";
import type { Env } from "../../generators/host.ts";
import { findChatServer } from "./chat-server.ts";
import { type ChatReasonerOptions, createChatReasoner } from "./openai-chat.ts";
import { oracleReasoner } from "./oracle.ts";
import { randomReasoner } from "./random.ts";
import type { PolicyReasoner, Reasoner } from "./reasoner.ts";

export const POLICIES: Registry<PolicyReasoner> = createRegistry("reasoner", [
  oracleReasoner,
  randomReasoner,
]);

/** Before the name of a model that looks like a built-in one misspelt. */
const CHAT_PREFIX = "chat:";
/** Names at most this far from a built-in one are taken for a slip of the pen. */
const MAX_SLIP_DISTANCE = 2;

/**
 * Finds the reasoner of a `--reasoner` text: a built-in policy, or the name of a model at a chat
 * server, which `chat:NAME` says outright.
 *
 * @throws UsageError when the name is a built-in one misspelt or no name, or the base URL is none
 * @throws MissingToolError when the server needs a key and there is none
 */
export function resolveReasoner(
  spec: string,
  options: Omit<ChatReasonerOptions, "id" | "model">,
): Reasoner {
  if (POLICIES.has(spec)) return POLICIES.get(spec);
  const isOutright = spec.startsWith(CHAT_PREFIX);
  const model = isOutright ? spec.slice(CHAT_PREFIX.length) : spec;
  if (model === "" || /\s/.test(model)) {
    throw new UsageError(
      describeMismatch(
        "--reasoner",
        "a name",
        spec,
        `Built in are ${POLICIES.ids.join(" and ")}; any other name is a model at a chat server.`,
      ),
    );
  }
  const isSlip = POLICIES.ids.some(
    (id) => editDistance(id, model.toLowerCase()) <= MAX_SLIP_DISTANCE,
  );
  if (isSlip && !isOutright) {
    const { message, context } = unknownIdError("reasoner", spec, POLICIES.ids);
    throw new UsageError(
      `${message}. If it is a model at a chat server, write ${CHAT_PREFIX}${model}`,
      { context },
    );
  }
  return createChatReasoner({ ...options, id: spec, model });
}

export type ReasonerEntry = {
  readonly id: string;
  readonly kind: "policy" | "chat";
  readonly isReady: boolean;
  /** What it does; where it is not ready, what is missing. */
  readonly note: string;
};

/**
 * Every name that `--reasoner` takes, in the order in which it is listed.
 *
 * @param baseUrl `--base-url`, where there is one
 */
export function listReasoners(env: Env, baseUrl?: string): readonly ReasonerEntry[] {
  return [
    {
      id: oracleReasoner.id,
      kind: "policy",
      isReady: true,
      note: "sees the state and plays the solver's plan",
    },
    {
      id: randomReasoner.id,
      kind: "policy",
      isReady: true,
      note: "sees the state and plays any legal action, each as likely",
    },
    { id: "MODEL", kind: "chat", ...describeServer(env, baseUrl) },
  ];
}

function describeServer(
  env: Env,
  baseUrl: string | undefined,
): Pick<ReasonerEntry, "isReady" | "note"> {
  try {
    const server = findChatServer(env, baseUrl);
    return server.missing === undefined
      ? { isReady: true, note: `any model at the chat server ${server.baseUrl}` }
      : { isReady: false, note: `lacks ${server.missing}` };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { isReady: false, note: error.message };
  }
}
