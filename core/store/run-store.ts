/**
 * A run folder that is open for writing: manifest, journals, artefacts, one writer at a time. Owns
 * making, resuming and refusing; leaves out what an episode is. Nothing in a run is ever deleted.
 */
import { readdir, readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { describeValue, StoreError, UsageError } from "../errors.ts";
import { sha256Json } from "../hash/sha256.ts";
import { type Episode, episodeSchema } from "../schema/episode.ts";
import { type ReplyRecord, replyRecordSchema } from "../schema/reply.ts";
import { type RolloutEvent, type RolloutRecord, rolloutRecordSchema } from "../schema/rollout.ts";
import {
  type Manifest,
  manifestSchema,
  type RunConfig,
  type Timing,
  timingSchema,
} from "../schema/run.ts";
import { type Verdict, verdictSchema } from "../schema/verdict.ts";
import { writeFileAtomic, writeJsonAtomic } from "./atomic-file.ts";
import { diffFields } from "./config-diff.ts";
import { fsErrorCode, toStoreError } from "./fs-errors.ts";
import { type Journal, type JournalOptions, openJournal } from "./journal.ts";
import { makeFolder } from "./make-folder.ts";
import type { Redactor } from "./redact.ts";
import {
  EPISODES_FILE,
  episodePath,
  inRun,
  MANIFEST_FILE,
  REPLIES_FILE,
  ROLLOUTS_FILE,
  TIMINGS_FILE,
  VERDICTS_FILE,
} from "./run-layout.ts";
import { lockRun } from "./run-lock.ts";

export type RunStore = {
  readonly path: string;
  readonly manifest: Manifest;
  /** Records found on opening, in the order of writing. */
  readonly episodes: readonly Episode[];
  readonly verdicts: readonly Verdict[];
  readonly rollouts: readonly RolloutRecord[];
  readonly replies: readonly ReplyRecord[];
  readonly appendEpisode: (episode: Episode) => Promise<void>;
  readonly appendVerdict: (verdict: Verdict) => Promise<void>;
  readonly appendRollout: (event: RolloutEvent) => Promise<void>;
  /** @returns the record as it is written, without secrets: what is read back is what was used */
  readonly appendReply: (record: ReplyRecord) => Promise<ReplyRecord>;
  readonly appendTiming: (timing: Timing) => Promise<void>;
  /** Where a file of an episode lies. */
  readonly artefactPath: (instanceId: string, file: string) => string;
  /** Writes a file of an episode, whole or not at all. */
  readonly writeArtefact: (
    instanceId: string,
    file: string,
    content: string | Uint8Array,
  ) => Promise<void>;
  /** Flushes, closes and releases the lock. */
  readonly close: () => Promise<void>;
};

export type RunStoreOptions = {
  readonly path: string;
  /** What this run is; a folder that holds another configuration is refused. */
  readonly manifest: Omit<Manifest, "schema" | "name" | "configSha256">;
  readonly redactor: Redactor;
  /** Told of repairs. */
  readonly onNote: (message: string) => void;
  /** Told when the lock is lost: stop writing. */
  readonly onLost: (error: StoreError) => void;
  /** How journals open their files; for tests. */
  readonly openFile?: JournalOptions<unknown>["openFile"];
};

/**
 * Makes the run folder, or takes it up again when its configuration is the same.
 *
 * @throws UsageError when it holds another configuration, or something that is no run
 * @throws StoreError when another process writes to it, it is damaged, or it cannot be written
 */
export async function openRunStore(options: RunStoreOptions): Promise<RunStore> {
  const { path, redactor } = options;
  await makeFolder(path, "a run folder");
  const lock = await lockRun(path, { onLost: options.onLost });
  const journals: Journal<unknown>[] = [];
  const open = async <T>(file: string, schema: JournalOptions<T>["schema"]) => {
    const journal = await openJournal<T>({
      path: inRun(path, file),
      schema,
      onRepair: options.onNote,
      ...(options.openFile === undefined ? {} : { openFile: options.openFile }),
    });
    journals.push(journal as Journal<unknown>);
    return {
      initial: journal.initial,
      append: (record: T) => journal.append(redactor.value(record)),
    };
  };
  const close = async (): Promise<void> => {
    for (const journal of journals) await journal.close();
    await lock.release();
  };

  try {
    const manifest = await settleManifest(options);
    const episodes = await open(EPISODES_FILE, episodeSchema);
    const verdicts = await open(VERDICTS_FILE, verdictSchema);
    const rollouts = await open(ROLLOUTS_FILE, rolloutRecordSchema);
    const replies = await open(REPLIES_FILE, replyRecordSchema);
    const timings = await open(TIMINGS_FILE, timingSchema);
    return {
      path,
      manifest,
      episodes: episodes.initial,
      verdicts: verdicts.initial,
      rollouts: rollouts.initial,
      replies: replies.initial,
      appendEpisode: episodes.append,
      appendVerdict: verdicts.append,
      appendRollout: rollouts.append,
      appendReply: async (record) => {
        const written = redactor.value(record);
        await replies.append(written);
        return written;
      },
      appendTiming: timings.append,
      artefactPath: (id, file) => inRun(path, episodePath(id, file)),
      writeArtefact: (id, file, content) =>
        writeFileAtomic(inRun(path, episodePath(id, file)), content),
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/** The path, or the file in it, is not there; or the path is no folder. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** The manifest of a folder; null when it has none, or is no folder. @throws StoreError when it is not a manifest */
export async function readManifest(path: string): Promise<Manifest | null> {
  const file = inRun(path, MANIFEST_FILE);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (NOTHING_THERE.has(fsErrorCode(error) ?? "")) return null;
    throw toStoreError(error, file, "a readable manifest");
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new StoreError(`expected JSON for ${file} but received ${describeValue(text)}`, {
      cause: error,
    });
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StoreError(
    `expected a manifest of this version of topoprobe for ${file} but received ` +
      `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "another shape"}`,
    { cause: parsed.error },
  );
}

async function settleManifest(options: RunStoreOptions): Promise<Manifest> {
  const { path, redactor } = options;
  const wanted: Manifest = {
    schema: "topoprobe.run/1",
    name: basename(resolve(path)),
    ...redactor.value(options.manifest),
    configSha256: sha256Json(redactor.value(options.manifest.config)),
  };
  const existing = await readManifest(path);
  if (existing !== null) {
    refuseOtherRun(path, existing, wanted);
    return existing;
  }
  const others = (await readdir(path)).filter((name) => !name.startsWith("."));
  if (others.length > 0) {
    throw new UsageError(
      `expected an empty folder or a run folder for ${path} but received a folder with ` +
        `${others.slice(0, 3).join(", ")} and no ${MANIFEST_FILE}. Choose another one with --out`,
    );
  }
  await writeJsonAtomic(inRun(path, MANIFEST_FILE), manifestSchema.parse(wanted));
  return wanted;
}

/**
 * Refuses to go on with a run that is another one.
 *
 * @param existing what the folder holds
 * @throws UsageError when its configuration or its work differs
 */
export function refuseOtherRun(
  path: string,
  existing: Pick<Manifest, "config" | "instances">,
  wanted: Pick<Manifest, "config" | "instances">,
): void {
  refuseOtherConfig(path, existing.config, wanted.config);
  refuseOtherWork(path, existing.instances, wanted.instances);
}

function refuseOtherConfig(path: string, before: RunConfig, after: RunConfig): void {
  const differences = diffFields(before, after);
  if (differences.length === 0) return;
  const lines = differences.map(
    (d) => `  ${d.field}: the folder has ${describeValue(d.before)}, now ${describeValue(d.after)}`,
  );
  throw new UsageError(
    `expected the configuration of the run in ${path} but received another one:\n` +
      `${lines.join("\n")}\nGive the same options to resume, or another folder with --out`,
    { context: { run: path, fields: differences.map((d) => d.field) } },
  );
}

function refuseOtherWork(
  path: string,
  before: Manifest["instances"],
  after: Manifest["instances"],
): void {
  const changed = after.find((item, i) => before[i]?.key !== item.key);
  if (changed === undefined && before.length === after.length) return;
  throw new UsageError(
    `expected the instances of the run in ${path} but received others` +
      `${changed === undefined ? "" : ` (first: ${changed.id})`}, though the configuration is the ` +
      "same: the task's generator has changed without a new version. Choose another folder with --out",
  );
}
