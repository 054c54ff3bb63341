/** `probe list`: tasks, generators, checks, conditions. */
import { Argument, type Command } from "commander";
import { assertNever } from "../core/errors.ts";
import { checkCatalogue, judgeRegistry } from "../cv-diagnostics/checks/registry.ts";
import { listGenerators } from "../generators/resolve.ts";
import { conditionRegistry } from "../probes/conditions/registry.ts";
import { TASKS } from "../tasks/registry.ts";
import { type CliIo, printJson } from "./io.ts";
import { formatTable } from "./tables.ts";

const KINDS = ["tasks", "generators", "checks", "conditions"] as const;
type Kind = (typeof KINDS)[number];

type Listing = { readonly columns: readonly string[]; readonly rows: readonly Row[] };
type Row = Readonly<Record<string, string | boolean>>;

export function addListCommand(program: Command, io: CliIo): void {
  program
    .command("list")
    .description("what there is")
    .addArgument(new Argument("[what]", "what to list (default: all)").choices(KINDS))
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  probe list generators\n  probe list checks --json")
    .action((what: Kind | undefined, options: { readonly json?: boolean }) => {
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
          rows.map((row) => columns.map((column) => cellText(row[column]))),
        );
      });
      io.out(`${tables.join("\n\n")}\n`);
    });
}

function listingOf(kind: Kind): Listing {
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
        columns: ["generator", "ready", "note"],
        rows: listGenerators().map((entry) => ({
          generator: entry.id,
          kind: entry.kind,
          ready: entry.isReady,
          note: entry.note,
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

function cellText(value: string | boolean | undefined): string {
  if (value === undefined) return "";
  return typeof value === "boolean" ? (value ? "yes" : "no") : value;
}
