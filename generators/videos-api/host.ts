/**
 * Servers of one's own that speak OpenAI's shape of `/v1/videos` (video models) and `/v1/images/edits`
 * (image models). Owns what comes from the environment; the requests are made by the two generators.
 */
import { UsageError } from "../../core/errors.ts";
import { parseBaseUrl } from "../common/base-url.ts";
import { missingVariable, refuseMissing } from "../common/missing-variable.ts";
import { redactAlso } from "../common/redact-also.ts";
import type { CallContext } from "../generator.ts";
import type { CreateOptions, Host } from "../host.ts";
import { createHttpHost, type HttpHost } from "../http/index.ts";
import { askServer, dialectFromEnv, FALLBACK_DIALECT, type Server } from "./detect-dialect.ts";
import type { DialectId } from "./dialect.ts";
import { createImageGenerator } from "./image-generator.ts";
import { dialectNamed, HOST_ID, type KnownServer, type Setup } from "./setup.ts";
import { createVideoGenerator } from "./video-generator.ts";

const URL_VARIABLE = "VIDEOS_API_URL";
const KEY_VARIABLE = "VIDEOS_API_KEY";
const EXAMPLE = "http://127.0.0.1:8000/v1";
const ADDRESS_HINT = `the address of a vLLM-Omni or SGLang server with /v1 at the end, such as ${EXAMPLE}`;
/** One server, as a rule with one GPU: most of what is sent are questions about jobs under way. */
const LIMITS = { concurrency: 8, perMinute: 600 };

export const videosApiHost: Host = {
  id: HOST_ID,
  title: "Server with /v1/videos (vLLM-Omni, SGLang)",
  missing: (env) => missingVariable(env, URL_VARIABLE, ADDRESS_HINT),
  create: (options) => {
    const setup = prepare(options);
    return options.model.kind === "video"
      ? createVideoGenerator(setup)
      : createImageGenerator(setup);
  },
};

function prepare(options: CreateOptions): Setup {
  const { env, model } = options;
  refuseMissing(HOST_ID, videosApiHost.missing(env));
  const entry = model.hosts[HOST_ID];
  if (entry === undefined) {
    const hosts = Object.keys(model.hosts).join(", ");
    throw new UsageError(
      `expected a model that a server with /v1/videos can serve for --gen but received ${model.id}. Take --via ${hosts}`,
    );
  }
  const key = (env[KEY_VARIABLE] ?? "").trim();
  const redact = redactAlso(options.redact, { [KEY_VARIABLE]: key });
  const http = createHttpHost({
    id: HOST_ID,
    baseUrl: parseBaseUrl(env[URL_VARIABLE] ?? "", {
      field: URL_VARIABLE,
      example: EXAMPLE,
      keyVariable: KEY_VARIABLE,
    }),
    headers: key === "" ? {} : { authorization: `Bearer ${key}` },
    keyVariable: KEY_VARIABLE,
    limits: LIMITS,
    redact,
    ...(options.firstPauseMs === undefined ? {} : { firstPauseMs: options.firstPauseMs }),
  });
  const named = env["VIDEOS_API_MODEL"];
  const modelName = named === undefined || named === "" ? entry.model : named;
  const who = `${model.id} at ${HOST_ID}`;
  const dialect = dialectFromEnv(env);
  return {
    options: { ...options, redact },
    entry,
    modelName,
    who,
    http,
    server: rememberServer(http, dialect, (server) => describeServer(server, who, modelName)),
    assumed: assumedServer(dialect, who),
  };
}

/** Without asking: what a preview shows. */
function assumedServer(named: DialectId | undefined, who: string): KnownServer {
  return {
    dialect: dialectNamed(named ?? FALLBACK_DIALECT),
    warnings:
      named === undefined
        ? [`${who}: the server is asked for its dialect at the start, ${FALLBACK_DIALECT} is shown`]
        : [],
  };
}

/** Asks once; an answer that did not come is asked for again by the next rollout. */
function rememberServer(
  http: HttpHost,
  named: DialectId | undefined,
  describe: (server: Server | undefined) => KnownServer,
): Setup["server"] {
  if (named !== undefined) {
    const known: KnownServer = { dialect: dialectNamed(named), warnings: [] };
    return async () => known;
  }
  let known: KnownServer | undefined;
  return async (context: CallContext) => {
    known ??= describe(await askServer(http, context));
    return known;
  };
}

function describeServer(server: Server | undefined, who: string, modelName: string): KnownServer {
  if (server === undefined) {
    return {
      dialect: dialectNamed(FALLBACK_DIALECT),
      warnings: [
        `${who}: the server does not say which one it is, ${FALLBACK_DIALECT} is assumed; VIDEOS_API_DIALECT tells`,
      ],
    };
  }
  // vLLM-Omni refuses another name by itself; SGLang answers with whatever model it has.
  const isOther =
    server.dialect === "sglang" && server.models.length > 0 && !server.models.includes(modelName);
  return {
    dialect: dialectNamed(server.dialect),
    warnings: isOther
      ? [
          `${who}: ${modelName} is asked for, but the server says that it serves ${server.models.join(", ")}; ` +
            "it makes clips with that whatever it is asked for",
        ]
      : [],
  };
}
