/**
 * Run folders of any number of clips, without making any: the samples' clips and verdicts, again and
 * again under new names. Three runs of one task on the same instances, so that they are compared too.
 */
import { link, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalJson } from "../../core/hash/canonical-json.ts";
import { sha256 } from "../../core/hash/sha256.ts";
import { TIERS } from "../../core/schema/common.ts";
import { isJudged } from "../../core/schema/episode.ts";
import type { Manifest } from "../../core/schema/run.ts";
import { type EpisodeRecord, type RunRecord, readRun } from "../../core/store/read-run.ts";
import { ARTEFACTS, episodePath, inRun } from "../../core/store/run-layout.ts";

const SAMPLES = fileURLToPath(new URL("../../samples/run", import.meta.url));
const COPIED = [ARTEFACTS.instance, ARTEFACTS.scene, ARTEFACTS.prompt] as const;
const LINKED = [ARTEFACTS.clip, ARTEFACTS.overlay] as const;
const RUNS = ["alpha", "beta", "gamma"] as const;

/** @param clips in all, over three runs */
export async function makeRuns(folder: string, clips: number): Promise<readonly RunRecord[]> {
  const samples = await readRun(SAMPLES);
  const runs: RunRecord[] = [];
  for (const [index, name] of RUNS.entries()) {
    const count = Math.floor(clips / RUNS.length) + (index < clips % RUNS.length ? 1 : 0);
    runs.push(await makeRun(join(folder, name), name, index, count, samples));
  }
  return runs;
}

async function makeRun(
  path: string,
  name: string,
  shift: number,
  count: number,
  samples: RunRecord,
): Promise<RunRecord> {
  const records: EpisodeRecord[] = [];
  const instances: Manifest["instances"] = [];
  for (let i = 0; i < count; i++) {
    const source = samples.records[(i * (shift + 1) + shift) % samples.records.length];
    const tier = TIERS[i % TIERS.length];
    if (source?.verdict === undefined || tier === undefined) continue;
    const id = `pipe-${tier}-${1000 + i}`;
    const key = sha256(`${name} ${id}`);
    const { episode } = source;
    if (!isJudged(episode)) continue;
    const clip = { ...episode.clip, path: episodePath(id, ARTEFACTS.clip) };
    const generator = { ...episode.generator, id: name };
    records.push({
      episode: { ...episode, key, instanceId: id, tier, seed: 1000 + i, generator, clip },
      verdict: { ...source.verdict, instanceId: id, video: clip.path },
    });
    instances.push({ id, tier, key });
    await copyFiles(episode.instanceId, id, path);
  }
  const { manifest } = samples;
  const config = { ...manifest.config, generator: { ...manifest.config.generator, id: name } };
  const described: Manifest = {
    ...manifest,
    name,
    config,
    configSha256: sha256(canonicalJson(config)),
    instances,
  };
  const lines = (values: readonly unknown[]): string =>
    values.map((value) => `${JSON.stringify(value)}\n`).join("");
  await writeFile(join(path, "manifest.json"), JSON.stringify(described));
  await writeFile(join(path, "episodes.jsonl"), lines(records.map(({ episode }) => episode)));
  await writeFile(join(path, "verdicts.jsonl"), lines(records.map(({ verdict }) => verdict)));
  return { path, manifest: described, records, missing: [], timings: [] };
}

async function copyFiles(from: string, to: string, path: string): Promise<void> {
  await mkdir(inRun(path, episodePath(to)), { recursive: true });
  for (const file of COPIED) {
    const text = await readFile(inRun(SAMPLES, episodePath(from, file)), "utf8");
    await writeFile(inRun(path, episodePath(to, file)), text);
  }
  for (const file of LINKED) {
    await link(inRun(SAMPLES, episodePath(from, file)), inRun(path, episodePath(to, file))).catch(
      async () =>
        writeFile(
          inRun(path, episodePath(to, file)),
          await readFile(inRun(SAMPLES, episodePath(from, file))),
        ),
    );
  }
}
