/** `--gen` text -> generator, and the list of what there is. Owns names and what each one lacks. */
import { MissingToolError, UsageError } from "../core/errors.ts";
import { unknownIdError } from "../core/registry.ts";
import { BUILTIN_IDS, createBuiltinGenerator } from "./builtin/index.ts";
import { COMMAND_PREFIX, createCommandGenerator } from "./command/index.ts";
import type { BuiltinRequest, Generator } from "./generator.ts";
import type { Env, Host, Missing, WorkflowFile } from "./host.ts";
import { getHost, HOSTS } from "./hosts.ts";
import { pricingOf } from "./models/pricing.ts";
import type { HostId, Model, Price } from "./models/schema.ts";
import { createReplayGenerator } from "./replay/index.ts";

const REPLAY_PREFIX = "replay:";

export type ResolveOptions = {
  /** Constant rate factor of H.264 for built-in clips, 0 (lossless) to 51. */
  readonly crf?: number;
  /** Speed of built-in clips in moves a second. */
  readonly movesPerSecond?: number;
  /** Where keys and base URLs are looked for. */
  readonly env: Env;
  readonly models: readonly Model[];
  readonly prices: readonly Price[];
  /** `--via`; undefined takes the first host that is ready. */
  readonly via?: string;
  /** `--workflow FILE`, read. */
  readonly workflow?: WorkflowFile;
  /** Reads a workflow that comes along, by its name in `samples/workflows`. */
  readonly readWorkflow: (name: string) => WorkflowFile;
  /** How long one job at a host may take. */
  readonly deadlineMs: number;
  readonly redact: (text: string) => string;
};

/** What a `--gen` text names, and the model behind it if there is one. */
export type ResolvedGenerator = {
  readonly generator: Generator<BuiltinRequest>;
  readonly model?: Model;
};

/**
 * Finds the generator of a `--gen` text: a built-in id, `replay:DIR`, `command:PROGRAM ...`, or a model.
 *
 * @throws UsageError when nothing has this name, or the host does not serve the model
 * @throws MissingToolError when no host that serves the model is ready
 */
export function resolveGenerator(spec: string, options: ResolveOptions): ResolvedGenerator {
  const model = options.models.find(({ id }) => id === spec);
  if (model !== undefined) return { generator: createAtHost(model, options), model };
  refuseHostOptions(spec, options);
  if (spec.startsWith(REPLAY_PREFIX)) return { generator: createReplayGenerator(spec) };
  if (spec.startsWith(COMMAND_PREFIX)) {
    const { env, deadlineMs, redact } = options;
    return { generator: createCommandGenerator(spec, { env, deadlineMs, redact }) };
  }
  if (BUILTIN_IDS.includes(spec)) {
    const { crf, movesPerSecond } = options;
    const params = {
      ...(crf === undefined ? {} : { crf }),
      ...(movesPerSecond === undefined ? {} : { movesPerSecond }),
    };
    return { generator: createBuiltinGenerator(spec, params) };
  }
  throw unknownIdError("generator", spec, [
    ...BUILTIN_IDS,
    `${REPLAY_PREFIX}DIR`,
    `${COMMAND_PREFIX}PROGRAM`,
    ...options.models.map(({ id }) => id),
  ]);
}

function refuseHostOptions(spec: string, { via, workflow }: ResolveOptions): void {
  const given = via === undefined ? workflow && "--workflow" : "--via";
  if (given === undefined) return;
  throw new UsageError(
    `expected a model for --gen with ${given} but received "${spec}", which no host serves. ` +
      `Leave ${given} out, or see: probe list generators`,
  );
}

function createAtHost(model: Model, options: ResolveOptions): Generator<BuiltinRequest> {
  const { env, deadlineMs, redact } = options;
  const host = chooseHost(model, options);
  const id = host.id as HostId;
  const bundled = model.hosts.comfyui?.workflow;
  const workflow =
    host.id !== "comfyui"
      ? undefined
      : (options.workflow ?? (bundled === undefined ? undefined : options.readWorkflow(bundled)));
  if (options.workflow !== undefined && host.id !== "comfyui") {
    throw new UsageError(
      `expected --via comfyui with --workflow but received --via ${host.id}. Leave one of them out`,
    );
  }
  return host.create({
    ...{ model, env, redact, deadlineMs },
    price: pricingOf(model, id, options.prices, deadlineMs),
    ...(workflow === undefined ? {} : { workflow }),
  });
}

/**
 * The host that was asked for, else the first that is ready: servers of one's own before those that
 * charge.
 */
function chooseHost(model: Model, { env, via, workflow }: ResolveOptions): Host {
  const serving = HOSTS.filter((host) => model.hosts[host.id as HostId] !== undefined);
  const asked = via ?? (workflow === undefined ? undefined : "comfyui");
  if (asked !== undefined) {
    const host = getHost(asked);
    if (!serving.includes(host)) {
      throw new UsageError(
        `expected a host that serves ${model.id} for --via but received "${asked}". ` +
          `It is served by: ${serving.map(({ id }) => id).join(", ")}`,
      );
    }
    return host;
  }
  const ready = serving.find((host) => host.missing(env) === undefined);
  if (ready !== undefined) return ready;
  const ways = serving.map((host) => {
    const missing = host.missing(env);
    return `  ${host.id}: set ${missing?.variable} to ${missing?.hint}`;
  });
  throw new MissingToolError(
    `expected a host that serves ${model.id} but none is ready. One of these will make it work:\n` +
      `${ways.join("\n")}\n` +
      (model.kind === "video"
        ? "Or make the clips elsewhere and judge them with --gen replay:DIR. "
        : "") +
      "To try the way without any host: npx probe demo-server",
    { context: { generator: model.id } },
  );
}

export type HostEntry = {
  readonly host: string;
  readonly isReady: boolean;
  readonly title: string;
  /** What is missing when it is not ready. */
  readonly missing?: Missing;
};

export type GeneratorEntry = {
  readonly id: string;
  readonly kind: "builtin" | "replay" | "command" | "model";
  /** What it makes. */
  readonly makes: "video" | "image";
  readonly isReady: boolean;
  /** What it does, or what people should know. */
  readonly note: string;
  /** Models: every host that serves it, in the order in which they are tried. */
  readonly hosts: readonly HostEntry[];
};

/** Every name that `--gen` takes, in the order in which it is listed. */
export function listGenerators(options: {
  readonly env: Env;
  readonly models: readonly Model[];
}): readonly GeneratorEntry[] {
  const free = { makes: "video", isReady: true, hosts: [] } as const;
  return [
    ...BUILTIN_IDS.map((id) => ({
      ...free,
      id,
      kind: "builtin" as const,
      note: describeBuiltin(id),
    })),
    {
      ...free,
      id: `${REPLAY_PREFIX}DIR`,
      kind: "replay",
      note: "serves clips from a folder by instance id, or from its manifest",
    },
    {
      ...free,
      id: `${COMMAND_PREFIX}PROGRAM`,
      kind: "command",
      note: "runs a program of yours for each clip: {image} {prompt} {out} stand for its files",
    },
    ...options.models.map((model): GeneratorEntry => {
      const hosts = HOSTS.filter((host) => model.hosts[host.id as HostId] !== undefined).map(
        (host): HostEntry => {
          const missing = host.missing(options.env);
          const { id, title } = host;
          return missing === undefined
            ? { host: id, title, isReady: true }
            : { host: id, title, isReady: false, missing };
        },
      );
      return {
        ...{ id: model.id, kind: "model", makes: model.kind, hosts },
        isReady: hosts.some(({ isReady }) => isReady),
        note: model.note === undefined ? model.title : `${model.title}; ${model.note}`,
      };
    }),
  ];
}

function describeBuiltin(id: string): string {
  switch (id) {
    case "oracle":
      return "the solver's plan as a valid animation";
    case "still":
      return "the start state, unchanged";
    case "jump":
      return "cuts to the solved state";
    case "crossfade":
      return "dissolves into the solved state";
    default:
      return id.startsWith("fault:")
        ? "a valid animation with exactly this violation planted"
        : "built in";
  }
}
