/** `probe mcp`: the episode as an MCP server over stdio, so that any agent can sit in it. */
import { once } from "node:events";
import { Writable } from "node:stream";
import type { Command, Option } from "commander";
import { EXIT_CODES, UsageError } from "../core/errors.ts";
import { findFfmpeg } from "../core/media/index.ts";
import type { Tier } from "../core/schema/common.ts";
import { collectProvenance, findPackage } from "../core/store/provenance.ts";
import { createRedactor } from "../core/store/redact.ts";
import { createEpisodePool, type EpisodePool } from "../probes/pool/episode-pool.ts";
import { getTask } from "../tasks/registry.ts";
import { resolveGiven } from "./choose-generator.ts";
import type { GeneratorFiles } from "./generator-files.ts";
import {
  DEFAULT_SHAPE,
  deadlineOption,
  hostOptions,
  option,
  pricesOption,
  samplingOption,
  shapeOptions,
} from "./host-options.ts";
import { catchInterrupt } from "./interrupt.ts";
import type { CliIo } from "./io.ts";
import { integerFrom, nonNegativeNumber, parseTiers, type Size } from "./parse-options.ts";
import { refuseFile } from "./refuse-foreign.ts";
import { describeCommand } from "./shell.ts";

/** Two are as many as begin threads: the server has to answer while it judges and films. */
const THREADS = 2;

const EXAMPLES = `
The client starts this command and talks to it over stdin and stdout; messages for people go to
stderr. What --gen makes is what the agent may imagine: pictures, one clip an episode, or nothing
without it. Each episode is a run folder of its own below --out, or with --episodes all of them are
one run in --out: probe report reads either.

Examples:
  probe mcp --out /home/me/mcp-runs
  probe mcp --task pipe --gen wan2.2 --via replicate --max-cost 5 --out /home/me/mcp-runs
  probe mcp --task pipe --tier easy --episodes 10 --agent my-model --out /home/me/pipe-mcp
  probe mcp --gen gpt-image-2 --agent my-model --out /home/me/mcp-runs`;

export type McpCliOptions = GeneratorFiles & {
  readonly task?: string;
  readonly tier?: readonly Tier[];
  readonly episodes?: number;
  readonly seed: number;
  readonly gen?: string;
  readonly via?: string;
  readonly out?: string;
  readonly agent?: string;
  readonly size?: Size;
  readonly frames?: number;
  readonly fps?: number;
  readonly sampling: number | "all";
  readonly maxCost?: number;
  readonly deadline: number;
};

export function addMcpCommand(program: Command, io: CliIo, onExit: (code: number) => void): void {
  const command = program
    .command("mcp")
    .description("the episode as an MCP server over stdio, for agents of any make")
    .addHelpText("after", EXAMPLES);
  for (const option of mcpOptions()) command.addOption(option);
  command.action(async (options: McpCliOptions, self: Command) => {
    onExit(await serve(options, describeCommand(io.argv, self), io));
  });
}

function mcpOptions(): Option[] {
  return [
    option("--task <task>", "the only task that is offered (default: all)", "PROBE_TASK"),
    option(
      "--tier <tier>",
      "tiers that are offered, the first one by default (default: all)",
      "PROBE_TIER",
    ).argParser(parseTiers),
    option(
      "--episodes <n>",
      "plan so many puzzles of --task, spread evenly over the tiers, in one run folder",
      "PROBE_EPISODES",
    ).argParser(integerFrom(1, 100_000)),
    option("--seed <seed>", "seed of the first puzzle; 0 is a seed", "PROBE_SEED")
      .argParser(integerFrom(0))
      .default(1),
    option(
      "--gen <generator>",
      "what imagines (see: probe list generators; default: nothing does)",
      "PROBE_GEN",
    ),
    ...hostOptions(),
    pricesOption(),
    option(
      "--out <dir>",
      "run folder, or what holds them (default: runs/mcp, and what is played with)",
      "PROBE_OUT",
    ),
    option("--agent <name>", "name of who plays, for the records", "PROBE_AGENT"),
    ...shapeOptions(),
    samplingOption(),
    option(
      "--max-cost <usd>",
      "most that this server may spend, in US dollars",
      "PROBE_MAX_COST",
    ).argParser(nonNegativeNumber),
    deadlineOption(),
  ];
}

async function serve(options: McpCliOptions, command: string, io: CliIo): Promise<number> {
  const stdout = takeStdout();
  const interrupt = catchInterrupt(io);
  const pool = createEpisodePool(THREADS);
  try {
    const outside = { io, pool, stdout: stdout.stream, signal: interrupt.signal };
    return await serveOn(outside, options, command);
  } finally {
    await pool.close();
    stdout.restore();
    interrupt.dispose();
  }
}

async function serveOn(
  {
    io,
    pool,
    stdout,
    signal,
  }: {
    readonly io: CliIo;
    readonly pool: EpisodePool;
    readonly stdout: Writable;
    readonly signal: AbortSignal;
  },
  options: McpCliOptions,
  command: string,
): Promise<number> {
  const { gen, task, tier, maxCost, agent, sampling, seed, episodes } = options;
  if (episodes !== undefined && task === undefined) {
    throw new UsageError(
      "expected --task with --episodes but received none. Name the task that is planned",
    );
  }
  if (options.out !== undefined) await refuseFile(options.out, "a run folder");
  // Half a second that no other command has to wait for.
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const { createMcpServer, createTables } = await import("../probes/mcp/index.ts");
  const resolved = gen === undefined ? undefined : await resolveGiven(gen, options, io.env);
  const redactor = createRedactor(io.env);
  const log = (line: string): void => io.err(`${redactor.text(line)}\n`);
  const { widthPx, heightPx, frames, fps } = {
    ...DEFAULT_SHAPE,
    ...resolved?.model?.defaults,
    ...options.size,
    ...(options.frames === undefined ? {} : { frames: options.frames }),
    ...(options.fps === undefined ? {} : { fps: options.fps }),
  };
  const { version: ffmpeg } = await findFfmpeg();
  const provenance = await collectProvenance(ffmpeg);
  const tables = createTables({
    folder: options.out ?? defaultFolder(gen, episodes === undefined ? undefined : task),
    ...(task === undefined ? {} : { tasks: [getTask(task).id] }),
    ...(tier === undefined ? {} : { tiers: tier }),
    ...(resolved === undefined ? {} : { generator: pool.filming(resolved.generator) }),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
    ...(agent === undefined ? {} : { agent }),
    ...(episodes === undefined ? {} : { episodes }),
    rollout: { widthPx, heightPx, frames, fps },
    ...{ seed, sampling, redactor, command, log, signal },
    diagnose: pool.diagnose,
    provenance,
  });
  const { version } = findPackage();
  const server = createMcpServer({ tables, version, redact: redactor.text, log });
  try {
    const closed = new Promise<void>((done) => {
      server.server.onclose = done;
    });
    // A client ends the server by closing its input.
    process.stdin.once("end", () => {
      server.close().catch((error: unknown) => log(String(error)));
    });
    await server.connect(new StdioServerTransport(process.stdin, stdout));
    log(`topoprobe ${version} serves MCP on stdio: ${gen ?? "nothing is imagined"}`);
    const stopped = signal.aborted
      ? Promise.resolve()
      : once(signal, "abort").then(() => undefined);
    await Promise.race([closed, stopped]);
    return signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.ok;
  } finally {
    await tables.close();
    await server.close();
    process.stdin.destroy();
  }
}

function defaultFolder(gen: string | undefined, planned: string | undefined): string {
  const parts = ["mcp", planned, gen].flatMap((part) => (part === undefined ? [] : [part]));
  return `runs/${parts.map((part) => part.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 40)).join("-")}`;
}

/** Standard output is the protocol's alone: whatever else is printed goes to standard error. */
function takeStdout(): { readonly stream: Writable; readonly restore: () => void } {
  const original = process.stdout.write;
  const write = original.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return {
    stream: new Writable({
      decodeStrings: false,
      write: (chunk: string | Uint8Array, _encoding, done) => {
        // A client that is gone reads nothing: the end of its input ends the server.
        write(chunk, () => done());
      },
    }),
    restore: () => {
      process.stdout.write = original;
    },
  };
}
