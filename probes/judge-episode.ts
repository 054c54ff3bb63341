/** Judges the clip of an episode, and keeps the strip of frames that people look at. */
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Instance } from "../core/schema/instance.ts";
import type { RunConfig } from "../core/schema/run.ts";
import type { Scene } from "../core/schema/scene.ts";
import type { Verdict } from "../core/schema/verdict.ts";
import { ARTEFACTS } from "../core/store/run-layout.ts";
import type { RunStore } from "../core/store/run-store.ts";
import type { AnyTask } from "../tasks/task.ts";
import type { Clip } from "./rollouts/clip.ts";

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

export type JudgeServices = {
  readonly task: AnyTask;
  readonly config: RunConfig;
  readonly store: RunStore;
  readonly diagnose: Diagnose;
  readonly signal: AbortSignal;
};

/** @throws ProbeError when the clip cannot be judged */
export async function judgeEpisode(
  services: JudgeServices,
  instance: Instance,
  clip: Clip,
): Promise<Verdict> {
  const { task, store, config, diagnose } = services;
  const { widthPx, heightPx, view } = config.rollout;
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
