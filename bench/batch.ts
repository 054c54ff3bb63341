/**
 * A batch of clips of all tasks, judged as `probe diagnose` does, and what it projects to for the
 * published audit's 1,245 clips. Wall time and the memory of this process with all its threads.
 *
 *   npx tsx bench/batch.ts [--clips 30] [--concurrency 2] [--seed 110000]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TIERS } from "../core/schema/common.ts";
import { createJudgePool } from "../cv-diagnostics/pool/judge-pool.ts";
import { TASKS } from "../tasks/registry.ts";
import { drawClip, encodeTo, SIZE_480 } from "./judge/clips.ts";

/** Clips of the published audit. */
const AUDIT_CLIPS = 1245;
/** What is imagined, in turn: valid rollouts and what only looks like one. */
const GENERATORS = ["oracle", "oracle", "jump", "crossfade"];

const { values } = parseArgs({
  options: {
    clips: { type: "string", default: "30" },
    concurrency: { type: "string", default: "2" },
    seed: { type: "string", default: "110000" },
  },
});
const count = Number(values.clips);
const concurrency = Number(values.concurrency);
const folder = await mkdtemp(join(tmpdir(), "topoprobe-batch-"));

try {
  const jobs = [];
  for (let k = 0; k < count; k++) {
    const task = TASKS.ids[k % TASKS.ids.length] ?? "pipe";
    const tier = TIERS[Math.floor(k / TASKS.ids.length) % TIERS.length] ?? "easy";
    const generator = GENERATORS[Math.floor(k / TASKS.ids.length) % GENERATORS.length] ?? "oracle";
    const seed = Number(values.seed) + k;
    const { frames, instance, scene } = drawClip({ task, tier, seed, generator, size: SIZE_480 });
    const clip = await encodeTo(folder, `${k}`, frames, SIZE_480, 23);
    jobs.push({ clip, instance, scene });
  }
  const drawnMb = process.resourceUsage().maxRSS / 1024;
  const pool = createJudgePool(concurrency);
  const started = performance.now();
  let judged = 0;
  const waiting = [...jobs];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        await pool.diagnose(job);
        judged++;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  const minutes = ((seconds / judged) * AUDIT_CLIPS) / 60;
  process.stdout.write(
    `${judged} clips of ${TASKS.ids.join(", ")} at ${SIZE_480.widthPx}x${SIZE_480.heightPx}, 81 frames, ` +
      `concurrency ${concurrency}: ${seconds.toFixed(1)} s, ${(seconds / judged).toFixed(2)} s a clip; ` +
      `${AUDIT_CLIPS} clips would take ${minutes.toFixed(1)} minutes; peak memory of the process ` +
      `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB (${drawnMb.toFixed(0)} MB of it reached ` +
      "while the clips were drawn)\n",
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
