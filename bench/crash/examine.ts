/** What must be true after a crash exam, read from the run folder and from the server. Pure but for reading. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Episode } from "../../core/schema/episode.ts";
import { episodeSchema } from "../../core/schema/episode.ts";
import { type RolloutRecord, rolloutRecordSchema } from "../../core/schema/rollout.ts";
import { readJournal } from "../../core/store/journal.ts";
import { EPISODES_FILE, inRun, ROLLOUTS_FILE } from "../../core/store/run-layout.ts";
import { readManifest } from "../../core/store/run-store.ts";
import type { RecordedCreate } from "../../demo-server/index.ts";
import { isOnDisk } from "../../probes/rollouts/clip.ts";
import { rolloutState } from "../../probes/rollouts/rollout-state.ts";
import type { WorkItem } from "../../probes/work-item.ts";

export type Findings = {
  readonly ok: number;
  readonly failed: number;
  readonly unknown: number;
  readonly billed: number;
  /** Rollouts that the journal says a host took; the unknown ones are not among them. */
  readonly taken: number;
  /** Unknown ones that the server did take. */
  readonly unknownButTaken: number;
  /** Everything that is not as it must be; empty when all is well. */
  readonly problems: readonly string[];
};

export async function examine(
  runPath: string,
  work: readonly WorkItem[],
  creates: readonly RecordedCreate[],
  secrets: readonly string[],
): Promise<Findings> {
  const problems: string[] = [];
  const episodes = await readJournal(inRun(runPath, EPISODES_FILE), episodeSchema);
  const rollouts = await readJournal(inRun(runPath, ROLLOUTS_FILE), rolloutRecordSchema);
  const manifest = await readManifest(runPath);
  const keyOf = new Map(manifest?.instances.map(({ id, key }) => [id, key]));
  const bodies = creates.map(({ body }) => JSON.stringify(body));
  const counts = { ok: 0, failed: 0, unknown: 0, taken: 0, unknownButTaken: 0 };
  for (const item of work) {
    const complain = (text: string): void => {
      problems.push(`${item.instance.id}: ${text}`);
    };
    // The key names the generator's params, which only the process knew.
    const wanted = keyOf.get(item.instance.id);
    const records = rollouts.filter(({ key }) => key === wanted);
    const billed = bodies.filter((body) => body.includes(String(item.rolloutSeed))).length;
    if (billed > 1) complain(`bought ${billed} times`);
    const end = endOf(
      episodes.filter(({ key }) => key === wanted),
      complain,
    );
    const state = rolloutState(records);
    if (end === undefined) continue;
    if (end.status === "ok") {
      counts.ok += 1;
      if (state.kind !== "downloaded") complain(`judged, but its rollout is "${state.kind}"`);
      const { clip } = end;
      if (clip === undefined || !(await isOnDisk(inRun(runPath, clip.path), clip))) {
        complain("its clip is gone");
      }
    } else if (end.error.code === "failed") counts.failed += 1;
    else if (end.error.code === "unknown") counts.unknown += 1;
    else complain(`ended in an error that is tried again: ${end.error.message}`);
    const taken = wasTaken(records);
    if (taken) counts.taken += 1;
    if (state.kind === "unknown") counts.unknownButTaken += billed;
    else if (billed !== (taken ? 1 : 0)) complain(`taken: ${taken}, but bought ${billed} times`);
  }
  for (const file of await filesWith(runPath, secrets)) problems.push(`a secret stands in ${file}`);
  return { ...counts, billed: creates.length, problems };
}

/** The last line; it must be the only one that ends the work. */
function endOf(lines: readonly Episode[], complain: (text: string) => void): Episode | undefined {
  const finals = lines.filter(
    (line) => line.status === "ok" || ["failed", "unknown"].includes(line.error.code),
  );
  if (finals.length !== 1) complain(`ended ${finals.length} times`);
  return lines.at(-1);
}

function wasTaken(records: readonly RolloutRecord[]): boolean {
  return records.some((record) => "event" in record && record.event === "started");
}

/** Files that contain one of these texts. */
async function filesWith(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (texts.some((text) => bytes.includes(text))) found.push(path);
  }
  return found;
}
