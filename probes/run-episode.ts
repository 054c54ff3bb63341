/**
 * One episode: from a work item to its lines in the journals. Owns the order of writing - verdict,
 * timing, then the episode line that makes it count - and turns failures into error lines.
 */
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MediaError, ProbeError, StoreError } from "../core/errors.ts";
import { canonicalJson } from "../core/hash/canonical-json.ts";
import type { Episode } from "../core/schema/episode.ts";
import type { Instance } from "../core/schema/instance.ts";
import type { RunConfig } from "../core/schema/run.ts";
import type { Scene } from "../core/schema/scene.ts";
import type { Verdict } from "../core/schema/verdict.ts";
import { fsErrorCode } from "../core/store/fs-errors.ts";
import { makeFolder } from "../core/store/make-folder.ts";
import { findVerdict } from "../core/store/read-run.ts";
import { ARTEFACTS, episodePath } from "../core/store/run-layout.ts";
import type { RunStore } from "../core/store/run-store.ts";
import type { BuiltinRequest, Generator } from "../generators/generator.ts";
import type { AnyTask } from "../tasks/task.ts";
import type { Condition } from "./conditions/condition.ts";
import { type Clip, type MakeClipOptions, makeClip } from "./make-clip.ts";
import type { WorkItem } from "./work-item.ts";

/** The judge, as `cv-diagnostics/diagnose.ts` has it. */
export type Diagnose = (options: {
  readonly clip: string;
  readonly instance: Instance;
  readonly scene?: Scene;
  readonly sampling?: number | "all";
  readonly overlayDir?: string;
  readonly overlayFrames?: boolean;
  readonly videoName?: string;
  readonly signal?: AbortSignal;
}) => Promise<Verdict>;

export type EpisodeServices = {
  readonly task: AnyTask;
  readonly generator: Generator<BuiltinRequest>;
  readonly condition: Condition;
  readonly config: RunConfig;
  readonly store: RunStore;
  readonly diagnose: Diagnose;
  /** Aborts generator and judge. */
  readonly signal: AbortSignal;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Told what is going on. */
  readonly onStage: (stage: "imagining" | "judging") => void;
  /** Told when the generator is started or asked. */
  readonly onGeneratorCall: () => void;
};

/**
 * Runs one episode and writes it down.
 *
 * @returns the line written; undefined when it was aborted, in which case nothing counts
 * @throws StoreError when it cannot be written down
 */
export async function runEpisode(
  services: EpisodeServices,
  item: WorkItem,
): Promise<Episode | undefined> {
  const { store, config, now } = services;
  const spent = { generateMs: 0, judgeMs: 0 };
  const startMs = now();
  let episode: Episode;
  try {
    const { clip, verdict, world } = await services.condition.run({
      task: services.task,
      item,
      rollout: config.rollout,
      keep: (file, content) => store.writeArtefact(item.instance.id, file, content),
      imagine: (png) => timed(now, spent, "generateMs", () => imagine(services, item, png)),
      judge: (made) => timed(now, spent, "judgeMs", () => judge(services, item, made)),
    });
    await appendVerdictOnce(store, verdict);
    episode = {
      ...commonFields(config, item),
      status: "ok",
      clip: clip.ref,
      warnings: [...clip.warnings],
      verdict: {
        diagnosticsVersion: verdict.diagnosticsVersion,
        terminal: verdict.terminal.outcome,
        scorable: verdict.terminal.scorable,
        processValid: verdict.processValid,
        processValidSuccess: verdict.processValidSuccess,
      },
      world,
      success: world.success,
    };
  } catch (error) {
    if (services.signal.aborted) return undefined;
    if (error instanceof StoreError) throw error;
    episode = { ...commonFields(config, item), status: "error", error: describeError(error) };
  }
  await store.appendTiming({
    schema: "topoprobe.timing/1",
    kind: "episode",
    key: item.key,
    instanceId: item.instance.id,
    renderMs: Math.max(0, Math.round(now() - startMs - spent.generateMs - spent.judgeMs)),
    generateMs: Math.round(spent.generateMs),
    judgeMs: Math.round(spent.judgeMs),
  });
  await store.appendEpisode(episode);
  return episode;
}

async function imagine(
  services: EpisodeServices,
  item: WorkItem,
  observationPng: Uint8Array,
): Promise<Clip> {
  const { generator, store, config } = services;
  const { instance } = item;
  const { widthPx, heightPx, frames, fps, view } = config.rollout;
  services.onStage("imagining");
  services.onGeneratorCall();
  const destination = store.artefactPath(instance.id, ARTEFACTS.clip);
  await makeFolder(dirname(destination), "a folder of the episode");
  const clip = await makeEpisodeClip({
    generator,
    request: {
      instanceId: instance.id,
      firstFramePng: observationPng,
      prompt: item.prompt,
      frames,
      fps,
      widthPx,
      heightPx,
      seed: item.rolloutSeed,
      instance,
      view,
    },
    earlier: store.rollouts.findLast((record) => record.key === item.key)?.handle,
    keepHandle: (handle) =>
      store.appendRollout({ schema: "topoprobe.rollout/1", key: item.key, handle }),
    destination,
    relativePath: episodePath(instance.id, ARTEFACTS.clip),
    signal: services.signal,
  });
  if (clip.truth !== undefined) {
    await store.writeArtefact(
      instance.id,
      ARTEFACTS.truth,
      `${JSON.stringify(clip.truth, null, 2)}\n`,
    );
  }
  return clip;
}

/** A generator's own file that cannot be read ends its episode, not the run; a full disk ends the run. */
async function makeEpisodeClip(options: MakeClipOptions): Promise<Clip> {
  try {
    return await makeClip(options);
  } catch (error) {
    if (!(error instanceof StoreError) || !UNREADABLE.has(fsErrorCode(error.cause) ?? "")) {
      throw error;
    }
    throw new MediaError(error.message, { cause: error });
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(["ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR"]);

async function judge(services: EpisodeServices, item: WorkItem, clip: Clip): Promise<Verdict> {
  const { task, store, config, diagnose } = services;
  const { instance } = item;
  const { widthPx, heightPx, view } = config.rollout;
  services.onStage("judging");
  const overlayDir = await mkdtemp(join(tmpdir(), "topoprobe-overlay-"));
  try {
    const verdict = await diagnose({
      clip: clip.file,
      instance,
      scene: task.scene(task.initialState(instance), { widthPx, heightPx, view }),
      sampling: config.judge.sampling,
      overlayDir,
      overlayFrames: false,
      videoName: clip.ref.path,
      signal: services.signal,
    });
    const strip = join(overlayDir, "strip.png");
    if (await exists(strip)) {
      await store.writeArtefact(instance.id, ARTEFACTS.overlay, await readFile(strip));
    }
    return verdict;
  } finally {
    await rm(overlayDir, { recursive: true, force: true });
  }
}

/** A crash between the verdict and the episode line must not leave the same verdict twice. */
async function appendVerdictOnce(store: RunStore, verdict: Verdict): Promise<void> {
  const sha256 = verdict.videoSha256;
  const before =
    sha256 === undefined ? undefined : findVerdict(store.verdicts, { path: verdict.video, sha256 });
  if (before !== undefined && canonicalJson(before) === canonicalJson(verdict)) return;
  await store.appendVerdict(verdict);
}

function commonFields(config: RunConfig, item: WorkItem) {
  const { instance } = item;
  return {
    schema: "topoprobe.episode/1",
    key: item.key,
    instanceId: instance.id,
    task: config.task,
    taskVersion: config.taskVersion,
    tier: instance.tier,
    seed: instance.seed,
    generator: config.generator,
    condition: config.condition,
    rollout: config.rollout,
    promptSha256: item.promptSha256,
  } as const;
}

function describeError(error: unknown): { code: string; message: string } {
  if (error instanceof ProbeError) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}

async function timed<T>(
  now: () => number,
  spent: { generateMs: number; judgeMs: number },
  field: "generateMs" | "judgeMs",
  work: () => Promise<T>,
): Promise<T> {
  const startMs = now();
  try {
    return await work();
  } finally {
    spent[field] += now() - startMs;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
