import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MediaError } from "../../core/errors.ts";
import { encodeFilm, filmOf, SMALL_PUZZLE } from "../../tests/helpers/pipe-clips.ts";
import { createJudgePool } from "./judge-pool.ts";

const film = filmOf({ generator: "jump", instance: SMALL_PUZZLE, frames: 9 });
let folder = "";
let clip = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "topoprobe-judge-pool-"));
  clip = await encodeFilm(folder, "jump", film);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const puzzle = { instance: film.instance, scene: film.scene, sampling: 5 } as const;

describe("the judge on threads", () => {
  it("judges clips beside one that cannot be read, whose error is the judge's own", async () => {
    const empty = join(folder, "empty.mp4");
    writeFileSync(empty, "");
    const pool = createJudgePool(2);
    const alone = createJudgePool(1);
    const [first, bad, second] = await Promise.allSettled([
      pool.diagnose({ clip, ...puzzle, videoName: "first.mp4", overlayDir: join(folder, "first") }),
      pool.diagnose({ clip: empty, ...puzzle }),
      pool.diagnose({ clip, ...puzzle }),
    ]);
    await pool.close();
    const expected: unknown = await alone.diagnose({ clip: empty, ...puzzle }).catch((e) => e);
    expect(expected).toBeInstanceOf(MediaError);
    expect(bad).toEqual({ status: "rejected", reason: expected });
    expect(first).toMatchObject({ status: "fulfilled", value: { video: "first.mp4" } });
    expect(second).toMatchObject({ status: "fulfilled", value: { video: clip } });
    expect(existsSync(join(folder, "first", "strip.png"))).toBe(true);
    expect(existsSync(join(folder, "first", "frame-04.png"))).toBe(true);
  }, 20_000);

  // A script that takes ffmpeg's place needs a POSIX shell.
  it.skipIf(process.platform === "win32").each([1, 2])(
    "stops soon after an abort and leaves no ffmpeg behind, with %i threads",
    async (threads) => {
      const tool = join(folder, `ffmpeg-${threads}`);
      const pidFile = `${tool}.pid`;
      writeFileSync(
        tool,
        `#!/bin/sh\n[ "$1" = -version ] && echo "ffmpeg version 0" && exit\necho $$ > ${pidFile}\nexec sleep 60\n`,
      );
      chmodSync(tool, 0o755);
      vi.stubEnv("PROBE_FFMPEG", tool);
      const pool = createJudgePool(threads);
      const controller = new AbortController();
      const { signal } = controller;
      const judging = pool.diagnose({ clip, ...puzzle, signal }).catch((error: unknown) => error);
      const readPid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0);
      while (readPid() === 0) await delay(20);
      vi.unstubAllEnvs();
      expect(isAlive(readPid())).toBe(true);
      const sinceMs = performance.now();
      controller.abort();
      expect(await judging).toMatchObject({ name: "AbortError" });
      await pool.close();
      expect(performance.now() - sinceMs).toBeLessThan(2_000);
      expect(isAlive(readPid())).toBe(false);
    },
    20_000,
  );
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
