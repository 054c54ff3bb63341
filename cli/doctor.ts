/** `probe doctor`: what is installed, what serves, and what each generator lacks. */
import { type Command, Option } from "commander";
import { EXIT_CODES } from "../core/errors.ts";
import { findFfmpeg } from "../core/media/index.ts";
import { findPackage } from "../core/store/provenance.ts";
import { type GeneratorEntry, type HostEntry, listGenerators } from "../generators/resolve.ts";
import { type GeneratorFiles, readGeneratorFiles } from "./generator-files.ts";
import { describeTasks, tasksOf } from "./generator-tasks.ts";
import { type CliIo, printJson } from "./io.ts";
import { formatTable } from "./tables.ts";

/** Oldest Node that is supported, from `engines` of the package. */
const OLDEST_NODE = [20, 19] as const;

type Finding = {
  readonly what: string;
  readonly ok: boolean;
  /** Nothing works without it. */
  readonly isNeeded: boolean;
  readonly detail: string;
};

export function addDoctorCommand(
  program: Command,
  io: CliIo,
  onExit: (code: number) => void,
): void {
  program
    .command("doctor")
    .description("what is installed, which generators are ready and what each lacks")
    .option("--json", "print JSON")
    .addOption(new Option("--models <file>", "models of your own, JSON").env("PROBE_MODELS"))
    .addHelpText("after", "\nExits with 3 when something is missing that every run needs.")
    .action(async (options: Pick<GeneratorFiles, "models"> & { readonly json?: boolean }) => {
      const { models } = await readGeneratorFiles(options);
      const findings = await examine(listGenerators({ env: io.env, models }));
      const isHealthy = findings.every((finding) => finding.ok || !finding.isNeeded);
      if (options.json === true) printJson(io, { healthy: isHealthy, findings });
      else {
        const rows = findings.map(({ what, ok, isNeeded, detail }) => [
          ok ? "ok" : isNeeded ? "MISSING" : "not ready",
          what,
          detail,
        ]);
        io.out(`${formatTable([{ title: "" }, { title: "what" }, { title: "detail" }], rows)}\n`);
      }
      onExit(isHealthy ? EXIT_CODES.ok : EXIT_CODES.missingTool);
    });
}

async function examine(generators: readonly GeneratorEntry[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [
    {
      what: "topoprobe",
      ok: true,
      isNeeded: true,
      detail: findPackage().version,
    },
    {
      what: "node",
      ok: isNodeSupported(process.versions.node),
      isNeeded: true,
      detail: `${process.version} (needs ${OLDEST_NODE.join(".")} or newer)`,
    },
    await probe("ffmpeg", async () => {
      const { path, source, version } = await findFfmpeg();
      return `${version}, from ${source}: ${path}`;
    }),
    await probe("drawing and font", async () => {
      const { createSurface, toPng } = await import("../tasks/scene/surface.ts");
      const { ensureFont, fontOf } = await import("../tasks/scene/font.ts");
      ensureFont();
      const surface = createSurface(32, 32);
      surface.context.font = fontOf(800, 16);
      surface.context.fillText("0", 8, 24);
      return `@napi-rs/canvas draws and encodes (${toPng(surface).length} bytes), Nunito Sans is there`;
    }),
    await probe("opencv", async () => {
      const { loadOpenCv } = await import("../cv-diagnostics/opencv/load.ts");
      loadOpenCv();
      return "opencv-wasm starts";
    }),
  ];
  for (const [tasks, ids] of readyByTasks(generators)) {
    const what = tasks === "all" ? "generators" : `for ${tasks}`;
    findings.push({ what, ok: true, isNeeded: false, detail: ids.join(", ") });
  }
  for (const { host, isReady, title, missing } of hostsOf(generators)) {
    const detail =
      missing === undefined ? "is set up" : `set ${missing.variable} to ${missing.hint}`;
    findings.push({
      what: `host ${host}`,
      ok: isReady,
      isNeeded: false,
      detail: `${title}: ${detail}`,
    });
  }
  for (const { id, isReady, hosts } of generators) {
    if (hosts.length === 0) continue;
    const ready = hosts.filter((host) => host.isReady).map(({ host }) => host);
    const needs = hosts.flatMap(({ host, missing }) =>
      missing === undefined ? [] : [`${host} (${missing.variable})`],
    );
    const detail = isReady
      ? `served by ${ready.join(", ")}`
      : `needs ${needs.length === 1 ? "" : "one of "}${needs.join(", ")}`;
    findings.push({ what: id, ok: isReady, isNeeded: false, detail });
  }
  return findings;
}

/** Every host once. */
function hostsOf(generators: readonly GeneratorEntry[]): readonly HostEntry[] {
  const entries = generators.flatMap(({ hosts }) => hosts);
  return [...new Map(entries.map((entry) => [entry.host, entry])).values()];
}

/** Ids of what is ready, by the tasks that it can show. */
function readyByTasks(generators: readonly GeneratorEntry[]): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, kind, isReady } of generators) {
    if (kind === "model" || !isReady) continue;
    const tasks = describeTasks(tasksOf(id));
    groups.set(tasks, [...(groups.get(tasks) ?? []), id]);
  }
  return groups;
}

async function probe(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, isNeeded: true, detail: await look() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { what, ok: false, isNeeded: true, detail };
  }
}

function isNodeSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}
