/** `probe list`: tasks, generators, reasoners, checks, conditions. */
import { Argument, type Command, Option } from "commander";
import { assertNever } from "../core/errors.ts";
import { checkCatalogue, judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { type GeneratorEntry, listGenerators } from "../generators/resolve.ts";
import { conditionRegistry } from "../probes/conditions/registry.ts";
import { listReasoners } from "../probes/reasoners/registry.ts";
import { TASKS } from "../tasks/registry.ts";
import { type GeneratorFiles, readGeneratorFiles } from "./generator-files.ts";
import { describeTasks, tasksOf } from "./generator-tasks.ts";
import { type CliIo, printJson } from "./io.ts";
import { formatTable } from "./tables.ts";

const KINDS = ["tasks", "generators", "reasoners", "checks", "conditions"] as const;
type Kind = (typeof KINDS)[number];

const DITTO = '"';

type ListOptions = Pick<GeneratorFiles, "models"> & { readonly json?: boolean };
type GeneratorNames = Parameters<typeof listGenerators>[0];

type Listing = { readonly columns: readonly string[]; readonly rows: readonly Row[] };
type Cell = string | boolean | readonly string[];
type Row = Readonly<Record<string, Cell>>;

export function addListCommand(program: Command, io: CliIo): void {
  program
    .command("list")
    .description("what there is")
    .addArgument(new Argument("[what]", "what to list (default: all)").choices(KINDS))
    .option("--json", "print JSON")
    .addOption(
      new Option("--models <file>", "models of your own, JSON, listed among the generators").env(
        "PROBE_MODELS",
      ),
    )
    .addHelpText("after", "\nExamples:\n  probe list generators\n  probe list checks --json")
    .action(async (what: Kind | undefined, options: ListOptions) => {
      const { models } = await readGeneratorFiles(options);
      const listingOf = (kind: Kind): Listing => makeListing(kind, { env: io.env, models });
      const kinds = what === undefined ? KINDS : [what];
      if (options.json === true) {
        const listings = Object.fromEntries(kinds.map((kind) => [kind, listingOf(kind).rows]));
        printJson(io, what === undefined ? listings : listings[what]);
        return;
      }
      const tables = kinds.map((kind) => {
        const { columns, rows } = listingOf(kind);
        return formatTable(
          columns.map((title) => ({ title })),
          onceEach(rows).map((row) => columns.map((column) => cellText(row[column]))),
        );
      });
      io.out(`${tables.join("\n\n")}\n`);
    });
}

function makeListing(kind: Kind, names: GeneratorNames): Listing {
  switch (kind) {
    case "tasks":
      return {
        columns: ["task", "published name", "title", "judged"],
        rows: TASKS.items.map((task) => ({
          task: task.id,
          "published name": task.publishedName,
          title: task.title,
          version: task.version,
          judged: judgeRegistry.has(task.id),
          rule: task.rule,
        })),
      };
    case "generators":
      return {
        columns: ["generator", "tasks", "host", "ready", "note"],
        rows: listGenerators(names).flatMap(generatorRows),
      };
    case "reasoners":
      return {
        columns: ["reasoner", "ready", "description"],
        rows: listReasoners(names.env).map(({ id, kind: reasonerKind, isReady, note }) => ({
          ...{ reasoner: id, kind: reasonerKind, ready: isReady, description: note },
        })),
      };
    case "checks":
      return {
        columns: ["check", "task", "kind", "description"],
        rows: checkCatalogue.map((check) => ({
          check: check.id,
          task: check.task,
          kind: check.kind,
          description: check.description,
        })),
      };
    case "conditions":
      return {
        columns: ["condition", "description"],
        rows: conditionRegistry.items.map((condition) => ({
          condition: condition.id,
          description: condition.description,
        })),
      };
    default:
      return assertNever(kind);
  }
}

/** One row, or one for each host of a model: what is ready there, and the one thing that is missing. */
function generatorRows({ id, kind, isReady, note, hosts }: GeneratorEntry): Row[] {
  const common = { generator: id, kind, tasks: tasksOf(id) };
  if (hosts.length === 0) return [{ ...common, host: "", ready: isReady, note }];
  return hosts.map(({ host, isReady: isHostReady, missing }) => ({
    ...common,
    host,
    ready: isHostReady,
    note: missing === undefined ? note : `needs ${missing.variable}`,
  }));
}

/** A note that many rows share, one after the other, is said in the first of them. */
function onceEach(rows: readonly Row[]): readonly Row[] {
  return rows.map((row, i) => {
    const isAgain = row["note"] !== "" && row["note"] === rows[i - 1]?.["note"];
    return isAgain && row["host"] === "" ? { ...row, note: DITTO } : row;
  });
}

function cellText(value: Cell | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : describeTasks(value);
}
