/** `probe demo-server`: stand-ins for all hosts on loopback, to try the whole path without an account. */
import { once } from "node:events";
import type { Command } from "commander";
import { EXIT_CODES, UsageError } from "../core/errors.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";
import {
  createDemoServer,
  DEFAULT_JOB_MS,
  type RunningDemoServer,
  seededFaults,
} from "../demo-server/index.ts";
import { catchInterrupt } from "./interrupt.ts";
import type { CliIo } from "./io.ts";
import { integerFrom } from "./parse-options.ts";

const DEFAULT_PORT = 8094;
const MAX_PORT = 65_535;
const MAX_JOB_MS = 3_600_000;

/** Share of the requests that go wrong with `--faults`. */
const FAULT_RATE_RATIO = 0.1;

type DemoServerCliOptions = {
  readonly port: number;
  readonly jobMs: number;
  readonly faults?: number;
};

export function addDemoServerCommand(
  program: Command,
  io: CliIo,
  onExit: (code: number) => void,
): void {
  program
    .command("demo-server")
    .description("fake hosts on loopback, to try generators without an account or a bill")
    .option("--port <port>", "port to listen on", integerFrom(0, MAX_PORT), DEFAULT_PORT)
    .option(
      "--job-ms <ms>",
      "time that one clip takes, in milliseconds",
      integerFrom(0, MAX_JOB_MS),
      DEFAULT_JOB_MS,
    )
    .option("--faults <seed>", "misbehave now and then, as this seed has it", integerFrom(0))
    .addHelpText(
      "after",
      "\nPrints the variables to paste, and runs until Ctrl-C. GET /stats counts what a real host\n" +
        "would have charged for.\n\nExamples:\n  probe demo-server --port 8094\n" +
        "  probe demo-server --faults 7 --job-ms 3000",
    )
    .action(async (options: DemoServerCliOptions) => {
      const interrupt = catchInterrupt({
        ...io,
        err: () => io.err("\nstopping the demo server\n"),
      });
      try {
        const running = await startAt(options);
        io.out(banner(running));
        if (!interrupt.signal.aborted) await once(interrupt.signal, "abort");
        await running.close();
        onExit(EXIT_CODES.ok);
      } finally {
        interrupt.dispose();
      }
    });
}

async function startAt({ port, jobMs, faults }: DemoServerCliOptions): Promise<RunningDemoServer> {
  // A job that never ends would hold a run until its deadline, many minutes later.
  const except = ["job-never-ends"] as const;
  const plan =
    faults === undefined ? undefined : seededFaults(faults, FAULT_RATE_RATIO, { except });
  try {
    return await createDemoServer({ jobMs, faults: plan }).start(port);
  } catch (cause) {
    const code = fsErrorCode(cause);
    if (code !== "EADDRINUSE" && code !== "EACCES") throw cause;
    const why = code === "EADDRINUSE" ? "in use" : "not open to this user";
    throw new UsageError(
      `expected a free port for --port but received ${port}, which is ${why}. Name another one, or 0 for any`,
      { cause },
    );
  }
}

function banner({ url, env }: RunningDemoServer): string {
  const lines = Object.entries(env).map(([name, value]) => `export ${name}=${value}`);
  return `# Fake hosts at ${url}. Clips and pictures show the given one, unmoved, and chat
# models give the same answers to all: nothing gets solved. Any token is taken.
# Paste into another terminal:
${lines.join("\n")}
# Then:
#   npx probe run --gen wan2.2 --task pipe --episodes 1
#   npx probe run --gen wan2.2 --via comfyui --task pipe --episodes 1
#   npx probe run --gen ltx-2.3 --via videos-api --task one-stroke --episodes 1
#   npx probe run --task swap --reasoner demo-model --condition image --gen gpt-image-2 --episodes 1
#   npx probe run --task pipe --reasoner demo-model --condition video --gen wan2.2 --episodes 1
#   curl -s ${url}/stats
# Ctrl-C ends it.
`;
}
