/** `probe sheet`, `probe agree` and `probe errors` as commands, and the committed sample sheet. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { candidatesOf, judgedOf } from "../audits/spot-check/candidates.ts";
import { KEY_FILE, readKey } from "../audits/spot-check/key-file.ts";
import { agreementSchema } from "../core/schema/agreement.ts";
import { errorProjectionSchema } from "../core/schema/taxonomy.ts";
import { readRun } from "../core/store/read-run.ts";
import { addAgreeCommand } from "./agree.ts";
import { addErrorsCommand } from "./errors.ts";
import { reportError } from "./exit.ts";
import type { CliIo } from "./io.ts";
import { addSheetCommand } from "./sheet.ts";

const RUN = fileURLToPath(new URL("../samples/run", import.meta.url));
const SHEET = fileURLToPath(new URL("../samples/sheet", import.meta.url));
const TIMEOUT_MS = 60_000;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "topoprobe-human-checks-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function probe(...argv: readonly string[]) {
  const result = { code: 0, out: "", err: "" };
  const io: CliIo = {
    out: (text) => {
      result.out += text;
    },
    err: (text) => {
      result.err += text;
    },
    progress: { write: () => true },
    env: {},
    argv,
  };
  const program = new Command("probe").exitOverride();
  addSheetCommand(program, io);
  addAgreeCommand(program, io, (code) => {
    result.code = code;
  });
  addErrorsCommand(program, io, (code) => {
    result.code = code;
  });
  for (const command of program.commands) {
    command.exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err });
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    result.code = reportError(error, io);
  }
  return result;
}

describe("the sample sheet", () => {
  const filled = ["filled-rater-1.json", "filled-rater-2.csv"].map((name) => join(SHEET, name));

  it("gives the agreement that is kept beside it, and nothing is written", async () => {
    const before = await readdir(SHEET);
    const text = await probe("agree", "--no-record", ...filled);
    expect(text.code).toBe(0);
    expect(text.out).toBe(await readFile(join(SHEET, "agreement.txt"), "utf8"));
    const json = await probe("agree", "--no-record", "--json", ...filled);
    const kept = JSON.parse(await readFile(join(SHEET, "agreement.json"), "utf8"));
    expect(agreementSchema.parse(JSON.parse(json.out))).toEqual(kept);
    expect(await readdir(SHEET)).toEqual(before);
  });

  it("is a sheet of the sample run as it is judged: npx tsx scripts/samples-sheet.ts", async () => {
    const key = await readKey(join(SHEET, KEY_FILE));
    const candidates = candidatesOf([await readRun(RUN)]);
    expect(key.items).toHaveLength(candidates.length);
    for (const item of key.items) {
      const candidate = candidates.find(({ clip }) => clip.sha256 === item.clipSha256);
      expect(candidate === undefined ? undefined : judgedOf(candidate.verdict)).toEqual(
        item.judged,
      );
    }
  });
});

/** Answers every question of a key, the first answer each, but those given. */
async function fill(sheet: string, rater: string, given: Readonly<Record<string, string>>) {
  const key = await readKey(join(sheet, KEY_FILE));
  const path = join(sheet, `filled-${rater}.json`);
  const items = key.items
    .filter((item) => item.raters.includes(rater))
    .map((item) => ({
      item: item.item,
      answers: Object.fromEntries(
        item.questions.map((id) => [
          id,
          given[id] ?? (id.startsWith("check.") ? "holds" : id === "reading" ? "exact" : "yes"),
        ]),
      ),
      ...{ comment: "", answeredAt: "2026-01-05T09:30:00.000Z" },
    }));
  await writeFile(
    path,
    JSON.stringify({
      ...{ schema: "topoprobe.filled-sheet/1", sheet: key.sheet, kind: key.kind, rater },
      ...{ exportedAt: "2026-01-05T10:00:00.000Z", items },
    }),
  );
  return path;
}

describe("probe sheet, then probe agree", () => {
  it(
    "go round: what people say is compared and added to the labels, verdicts stay",
    async () => {
      const out = join(folder, "sheet");
      const verdicts = await readFile(join(RUN, "verdicts.jsonl"));
      const drawn = await probe(
        "sheet",
        RUN,
        "--n",
        "2",
        "--no-reading",
        "--raters",
        "2",
        "--out",
        out,
      );
      expect(drawn).toMatchObject({ code: 0, err: "" });
      expect(drawn.out).toContain(`send     ${join(out, "for-raters")}`);
      expect(await readdir(out)).toEqual(["for-raters", KEY_FILE]);
      const paths = [
        await fill(out, "rater-1", {}),
        await fill(out, "rater-2", { goal_reached: "no" }),
      ];
      const { code, out: text, err } = await probe("agree", "--json", ...paths);
      expect(code).toBe(0);
      expect(err).toContain("4 labels added");
      const agreement = agreementSchema.parse(JSON.parse(text));
      expect(agreement.clips).toEqual({ asked: 2, answered: 2 });
      // Raters are split on the goal of both clips.
      expect(agreement.decision.leftOut.peopleUndecided).toBe(2);
      expect(agreement.readings).toEqual([]);
      const labels = (await readFile(join(out, "labels.jsonl"), "utf8")).trim().split("\n");
      expect(labels).toHaveLength(4);
      expect(await readFile(join(RUN, "verdicts.jsonl"))).toEqual(verdicts);
    },
    TIMEOUT_MS,
  );

  it("with nothing that counts, says so and fails", async () => {
    const path = join(folder, "empty.csv");
    await writeFile(path, "sheet,rater,item,task,rule,comment\n");
    const { code, out } = await probe("agree", "--no-record", "--key", join(SHEET, KEY_FILE), path);
    expect(code).toBe(1);
    expect(out).toContain("nothing can be said");
  });

  it("gives the reasons and no empty tables when nothing counts", async () => {
    const path = join(folder, "junk.json");
    await writeFile(path, '{"a": 1}');
    const before = await readdir(SHEET);
    const result = await probe("agree", "--key", join(SHEET, KEY_FILE), path);
    expect(result).toMatchObject({ code: 1, err: "" });
    expect(result.out).toMatch(
      /^junk\.json, file: expected a filled sheet[\s\S]+\n\nNo clip has a whole answer yet, so nothing can be said\.\n$/,
    );
    expect(result.out).not.toContain("\u2500");
    expect(await readdir(SHEET)).toEqual(before);
    const { code, err } = await probe("agree", path);
    expect(code).toBe(2);
    expect(err).toMatch(/^probe: junk\.json: expected a filled sheet.+Name it with --key\n$/);
  });

  it.each([
    ["sheet", "--n", "1", "--no-reading"],
    ["errors", "--n", "1"],
  ])("%s writes into no folder of other files", async (verb, ...options) => {
    const out = await mkdtemp(join(folder, "foreign-"));
    await writeFile(join(out, "notes.md"), "mine");
    const { code, err } = await probe(verb, RUN, ...options, "--out", out);
    expect(code).toBe(2);
    expect(err).toContain("expected an empty folder or one of an earlier sheet for --out");
    expect(await readdir(out)).toEqual(["notes.md"]);
  });

  it.each([
    [["sheet", RUN, "--out", "x"], /--n/],
    [["sheet", RUN, "--n", "0"], /expected an integer, 1 to 10000/],
    [["sheet", RUN, "--n", "1", "--raters", "2", "--overlap", "2", "--no-reading"], /--overlap/],
    [["agree", join(RUN, "manifest.json")], /Name it with --key/],
    [["errors", RUN, join(SHEET, "filled-rater-1.json")], /Give one kind/],
    [["errors", join(SHEET, "filled-rater-1.json")], /Spot checks go to probe agree/],
    [["errors", "nowhere\u001b[31m"], /nowhere\\u\{1b\}\[31m, which is not there/],
  ])("%j is refused", async (argv, message) => {
    const out = argv.includes("--out") ? [] : ["--out", join(folder, "refused")];
    const { code, err } = await probe(...argv, ...(argv[0] === "agree" ? [] : out));
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe("hostile names", () => {
  const GENERATOR = "=cmd|'<script>alert(1)</script>\u202e\u001b[31m\n";

  it(
    "from a run's files go through every output as texts",
    async () => {
      const run = join(folder, "hostile");
      await cp(RUN, run, { recursive: true });
      for (const name of ["manifest.json", "episodes.jsonl"]) {
        const text = await readFile(join(run, name), "utf8");
        const changed = text.replaceAll('"replay:clips"', JSON.stringify(GENERATOR));
        expect(changed).not.toBe(text);
        await writeFile(join(run, name), changed);
      }
      const prompt = "</script><script>alert(2)</script>\u202e";
      for (const { instanceId } of (await readRun(run)).records.map(({ episode }) => episode)) {
        await writeFile(join(run, "episodes", instanceId, "prompt.txt"), prompt);
      }
      const out = join(folder, "hostile-errors");
      expect((await probe("errors", run, "--n", "1", "--out", out)).code).toBe(0);
      const page = await readFile(join(out, "for-raters", "rater-1.html"), "utf8");
      expect(page.match(/<script/g)).toHaveLength(2);
      expect(page).not.toContain("alert(1)");
      expect(page).toContain("alert(2)");
      for (const name of ["rater-1.csv", "HOW-TO.txt"]) {
        expect(await readFile(join(out, "for-raters", name), "utf8")).not.toMatch(/cmd|alert/);
      }
      const path = await fill(out, "rater-1", { error_category: "no_error" });
      const { out: text } = await probe("errors", "--no-record", path);
      expect(text).toContain("by model");
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    },
    TIMEOUT_MS,
  );
});

describe("probe errors", () => {
  it(
    "draws wrong answers, and projects their categories",
    async () => {
      const out = join(folder, "errors");
      const drawn = await probe("errors", RUN, "--n", "1", "--out", out);
      expect(drawn.code).toBe(0);
      expect(drawn.out).toContain("1 of 2 wrong answers, from 1 pair of model and task\n");
      const page = await readFile(join(out, "for-raters", "rater-1.html"), "utf8");
      expect(page).toContain("topological_invariance");
      const path = await fill(out, "rater-1", { error_category: "dynamic_violation" });
      const { code, out: text } = await probe("errors", "--no-record", "--json", path);
      expect(code).toBe(0);
      const { groups } = errorProjectionSchema.parse(JSON.parse(text));
      expect(groups.map(({ by }) => by)).toEqual([
        "all",
        "task",
        "generator",
        "generator_and_task",
      ]);
      expect(groups[0]).toMatchObject({ errors: 2, classified: 1 });
      const table = await probe("errors", "--no-record", path);
      expect(table.out).toMatch(/dynamic violation +1 +100 % \[21-100\] +2\.0/);
    },
    TIMEOUT_MS,
  );

  it("has nothing to do where every answer is right", async () => {
    const run = join(folder, "right");
    await cp(RUN, run, { recursive: true });
    const [first = ""] = (await readFile(join(run, "episodes.jsonl"), "utf8")).split("\n");
    await writeFile(join(run, "episodes.jsonl"), `${first}\n`);
    const { code, err } = await probe("errors", run, "--out", join(folder, "none"));
    expect(code).toBe(2);
    expect(err).toContain("nothing to classify");
  });
});
