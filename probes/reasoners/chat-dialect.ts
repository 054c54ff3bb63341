/**
 * What a chat server takes of the protocol, learnt from its refusals. Pure: a refusal in, what to try
 * next out.
 */

import { parseJson } from "../../generators/common/parse-json.ts";
import { readErrorBody } from "../../generators/http/error-body.ts";

export type ChatDialect = {
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  readonly takesTemperature: boolean;
};

/** What is tried first. */
export const FIRST_DIALECT: ChatDialect = {
  maxTokensField: "max_tokens",
  takesTemperature: true,
};

/** Requests of one call that may be refused for a parameter: each of the two once. */
export const MAX_ADAPTATIONS = 2;

/** An answer that is not 2xx. */
export type Refusal = { readonly status: number; readonly body: string };

const PARAMETER_STATUSES = [400, 422];
const TOOL_STATUSES = [400, 404, 422, 500, 501];
const UNKNOWN_FIELD =
  /unsupported|not supported|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra|instead/i;
const TOO_LARGE = /too large|too long|context length|at most/i;
const TOOLS = /\btools?\b|\btool_\w+|\bfunction[ _-]?call/i;

/** What to try after a refusal; undefined when it is about something else. */
export function adaptDialect(dialect: ChatDialect, refusal: Refusal): ChatDialect | undefined {
  if (!PARAMETER_STATUSES.includes(refusal.status)) return undefined;
  const said = tellRefusal(refusal.body);
  if (dialect.takesTemperature && /\btemperature\b/i.test(said)) {
    return { ...dialect, takesTemperature: false };
  }
  const isFieldNamed =
    /\bmax_tokens\b/.test(said) && UNKNOWN_FIELD.test(said) && !TOO_LARGE.test(said);
  return dialect.maxTokensField === "max_tokens" && isFieldNamed
    ? { ...dialect, maxTokensField: "max_completion_tokens" }
    : undefined;
}

/** Both of what was learnt. */
export function joinDialects(a: ChatDialect, b: ChatDialect): ChatDialect {
  return {
    maxTokensField: a.maxTokensField === "max_tokens" ? b.maxTokensField : "max_completion_tokens",
    takesTemperature: a.takesTemperature && b.takesTemperature,
  };
}

/** What is not asked as meant, for records. */
export function describeDialect(dialect: ChatDialect, temperature: number): readonly string[] {
  return [
    ...(dialect.takesTemperature
      ? []
      : [`temperature ${temperature} is not sent: the server refuses it for this model`]),
    ...(dialect.maxTokensField === "max_tokens"
      ? []
      : ["max_completion_tokens is sent for max_tokens: thoughts count as well"]),
  ];
}

/** Whether a refusal is about tools. @param model its name is no evidence */
export function isRefusalOfTools({ status, body }: Refusal, model: string): boolean {
  return TOOL_STATUSES.includes(status) && TOOLS.test(tellRefusal(body).replaceAll(model, ""));
}

/** Message, parameter and code: not the whole body, which may repeat the request. */
function tellRefusal(body: string): string {
  const value = parseJson(body);
  const error = field(value, "error");
  const named = [field(error, "param"), field(error, "code"), field(value, "param")];
  return [readErrorBody(body), ...named.filter((name) => typeof name === "string")].join(" ");
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
