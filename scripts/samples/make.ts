/**
 * Makes samples/ again: each clip by its generator, then one run over all of them through `replay`.
 *
 *   npm run samples              writes samples/run and samples/truth.json
 *   npm run samples -- --check   makes them in a temporary folder and says what differs
 *
 * Clips are encoded by the ffmpeg that the lock file names, whichever other is installed, so that
 * they are byte-equal on the same platform. What a clock or a commit decides is not compared.
 */
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { runCli } from "../../cli/program.ts";
import { sha256File } from "../../core/hash/sha256.ts";
import { searchFfmpeg } from "../../core/media/find-ffmpeg.ts";
import {
  FIRST_SEED,
  plantedSchema,
  SAMPLE_OPTIONS,
  SAMPLES,
  type SamplePlan,
  type SamplesTruth,
  samplesTruthSchema,
} from "./plan.ts";

const FOLDER = fileURLToPath(new URL("../../samples", import.meta.url));
/** Left out: what only a clock decides, and the report, which one command writes. */
const LEFT_OUT: ReadonlySet<string> = new Set(["timings.jsonl", "report"]);

const isCheck = process.argv.includes("--check");
const work = await mkdtemp(join(tmpdir(), "topoprobe-samples-"));
try {
  await settleEnvironment();
  await makeSamples(work);
  if (isCheck) process.exitCode = await compare(work);
  else await publish(work);
} finally {
  process.chdir(FOLDER);
  await rm(work, { recursive: true, force: true });
}

/** Options from the environment would change the samples; the locked ffmpeg makes the clips. */
async function settleEnvironment(): Promise<void> {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("PROBE_")) delete process.env[name];
  }
  const installer: unknown = createRequire(import.meta.url)("@ffmpeg-installer/ffmpeg");
  const { path } = z.object({ path: z.string() }).parse(installer);
  const tool = await searchFfmpeg({}, { ffmpegStatic: () => undefined, installer: () => path });
  process.env["PROBE_FFMPEG"] = tool.path;
}

/** Writes `run` and `truth.json` into a folder. */
async function makeSamples(folder: string): Promise<void> {
  process.chdir(folder);
  await mkdir("clips");
  const clips: SamplesTruth["clips"] = [];
  for (const plan of SAMPLES) {
    const { instanceId, generator, processValid, terminal, mustFail } = plan;
    const argv = generateArgv(plan);
    await probe([...argv, "--out", `made/${instanceId}`]);
    const episode = join("made", instanceId, "episodes", instanceId);
    const clip = join("clips", `${instanceId}.mp4`);
    await copyFile(join(episode, "imagined-00.mp4"), clip);
    clips.push({
      instanceId,
      generator,
      command: ["npx probe", ...argv].join(" "),
      clipSha256: await sha256File(clip),
      planted: await readPlanted(join(episode, "truth.json")),
      expected: { processValid, terminal, mustFail: [...mustFail] },
    });
  }
  const truth = samplesTruthSchema.parse({ clips });
  await writeFile("truth.json", `${JSON.stringify(truth, null, 2)}\n`);
  await probe([
    ...["run", "--task", "pipe", "--tier", "easy", "--episodes", String(SAMPLES.length)],
    ...["--seed", String(FIRST_SEED), "--gen", "replay:clips", ...SAMPLE_OPTIONS, "--out", "run"],
  ]);
  for (const name of LEFT_OUT) await rm(join("run", name), { recursive: true, force: true });
}

function generateArgv({ seed, generator }: SamplePlan): readonly string[] {
  return [
    ...["run", "--task", "pipe", "--tier", "easy", "--episodes", "1"],
    ...["--seed", String(seed), "--gen", generator, ...SAMPLE_OPTIONS],
  ];
}

/** Null where the generator planted nothing. */
async function readPlanted(path: string): Promise<SamplesTruth["clips"][number]["planted"]> {
  const text = await readFile(path, "utf8").catch(() => "null");
  return plantedSchema.parse(JSON.parse(text));
}

async function probe(argv: readonly string[]): Promise<void> {
  const argvOfOne = [...argv, "--concurrency", "1"];
  process.stderr.write(`probe ${argvOfOne.join(" ")}\n`);
  const code = await runCli({
    out: () => undefined,
    err: (text) => process.stderr.write(text),
    progress: process.stderr,
    env: process.env,
    argv: argvOfOne,
  });
  if (code !== 0) throw new Error(`expected exit code 0 but received ${code}`);
}

async function publish(made: string): Promise<void> {
  await rm(join(FOLDER, "run"), { recursive: true, force: true });
  await cp(join(made, "run"), join(FOLDER, "run"), { recursive: true });
  await copyFile(join(made, "truth.json"), join(FOLDER, "truth.json"));
  process.stdout.write(`written: ${FOLDER}\n`);
}

/** @returns the exit code: 1 when a file differs */
async function compare(made: string): Promise<number> {
  const files = [
    "truth.json",
    ...(await listFiles(join(made, "run"))).map((name) => `run/${name}`),
  ];
  let differing = 0;
  for (const file of files) {
    const isSame = (await comparable(join(made, file))) === (await comparable(join(FOLDER, file)));
    if (!isSame) differing++;
    process.stdout.write(`${isSame ? "equal   " : "DIFFERS "} ${file}\n`);
  }
  process.stdout.write(`${files.length - differing} of ${files.length} files are equal\n`);
  return differing === 0 ? 0 : 1;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The bytes of a file; of a manifest all but commit and versions. */
async function comparable(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.from("(missing)"));
  if (!path.endsWith("manifest.json")) return bytes.toString("latin1");
  const { provenance: _, ...rest } = z.looseObject({}).parse(JSON.parse(bytes.toString("utf8")));
  return JSON.stringify(rest);
}
