import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { createBuiltinGenerator } from "../../generators/builtin/index.ts";
import { getTask } from "../../tasks/registry.ts";
import { createFakeGenerator } from "../../tests/e2e/helpers/fakes.ts";
import { startContext } from "../../tests/helpers/call-context.ts";
import { SMALL_PUZZLE } from "../../tests/helpers/pipe-clips.ts";
import { instanceFrom, LITERAL } from "../../tests/helpers/stroke-boards.ts";
import { createEpisodePool, type EpisodePool } from "./episode-pool.ts";

const CLIPS = [
  { generator: "oracle", instance: SMALL_PUZZLE },
  { generator: "fault:retype", instance: SMALL_PUZZLE },
  { generator: "jump", instance: SMALL_PUZZLE },
  { generator: "oracle", instance: instanceFrom(LITERAL) },
  { generator: "fault:gap", instance: instanceFrom(LITERAL) },
  { generator: "crossfade", instance: instanceFrom(LITERAL) },
] as const;
const ROLLOUT = { frames: 17, fps: 8, widthPx: 208, heightPx: 120 } as const;

const root = mkdtempSync(join(tmpdir(), "topoprobe-episodes-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Films and judges one clip; everything that is made, as it would reach the disk. */
async function makeOne(
  pool: EpisodePool,
  generator: string,
  instance: Instance,
  folder: string,
): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const task = getTask(instance.task);
  const view = task.views[0] ?? "";
  const filming = pool.filming(createBuiltinGenerator(generator, { movesPerSecond: 4 }));
  const handle = await filming.start(
    {
      ...{ instanceId: instance.id, instance, view, prompt: "", seed: 5 },
      ...{ firstFramePng: new Uint8Array(), ...ROLLOUT },
    },
    startContext({ signal }),
  );
  const clip = join(folder, "clip.mp4");
  const result = await filming.result(handle, clip, { signal });
  const verdict = await pool.diagnose({
    ...{ clip, instance, sampling: 7, videoName: "clip.mp4" },
    scene: task.scene(task.initialState(instance), { ...ROLLOUT, view }),
    ...{ overlayDir: folder, overlayFrames: false, signal },
  });
  return [
    JSON.stringify({ ...result, path: "" }),
    JSON.stringify(verdict),
    readFileSync(clip).toString("base64"),
    readFileSync(join(folder, "strip.png")).toString("base64"),
  ];
}

async function makeAll(threads: number): Promise<readonly (readonly string[])[]> {
  const pool = createEpisodePool(threads);
  try {
    const made: (readonly string[])[] = [];
    const jobs = CLIPS.map(async ({ generator, instance }, i) => {
      const folder = mkdtempSync(join(root, `${threads}-`));
      made[i] = await makeOne(pool, generator, instance, folder);
    });
    await Promise.all(jobs);
    return made;
  } finally {
    await pool.close();
  }
}

describe("episodes on threads", () => {
  let inThisThread: readonly (readonly string[])[];
  let onThree: readonly (readonly string[])[];
  beforeAll(async () => {
    inThisThread = await makeAll(1);
    onThree = await makeAll(3);
  }, 60_000);

  it.each(CLIPS.map(({ generator, instance }, i) => [instance.task, generator, i] as const))(
    "%s, %s: clip, verdict and strip are the same bytes as without threads",
    (_, __, i) => {
      expect(onThree[i]).toEqual(inThisThread[i]);
      expect(onThree[i]).toHaveLength(4);
    },
  );

  it("leave a generator that is not built in where it is", () => {
    const pool = createEpisodePool(2);
    const fake = createFakeGenerator();
    expect(pool.filming(fake)).toBe(fake);
  });

  it("reject with the error of the filming", async () => {
    const pool = createEpisodePool(2);
    const { result } = pool.filming(createBuiltinGenerator("oracle"));
    const handle = { generator: "oracle", id: "x", data: { frames: 0 } };
    const { signal } = new AbortController();
    await expect(result(handle, join(root, "never.mp4"), { signal })).rejects.toThrow(UsageError);
    await pool.close();
  });
});
