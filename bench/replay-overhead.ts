/**
 * What a rollout costs beside judging: a thousand replayed clips, judged by a fake that only hashes. Own
 * overhead is all else: drawing the observation, copying the clip, journals and artefacts on disk.
 *
 *   npx tsx bench/replay-overhead.ts [--rollouts 1000] [--size 832x480] [--concurrency 1] [--dir DIR]
 */
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createReplayGenerator } from "../generators/replay/index.ts";
import { generateInstances } from "../probes/instances.ts";
import { runSuite, type SuiteOptions } from "../probes/run-suite.ts";
import { getTask } from "../tasks/registry.ts";
import { createFakeJudge } from "../tests/e2e/helpers/fakes.ts";
import { suiteOptions } from "../tests/e2e/helpers/small-suite.ts";

const CLIP = fileURLToPath(
  new URL("../samples/run/episodes/pipe-easy-1/imagined-00.mp4", import.meta.url),
);
/** Own overhead of a rollout that is not to be exceeded, in milliseconds. */
const LIMIT_MS = 20;

const { values } = parseArgs({
  options: {
    rollouts: { type: "string", default: "1000" },
    size: { type: "string", default: "832x480" },
    concurrency: { type: "string", default: "1" },
    dir: { type: "string", default: tmpdir() },
  },
});
const rollouts = Number(values.rollouts);
const [widthPx = 832, heightPx = 480] = values.size.split("x").map(Number);
const folder = await mkdtemp(join(values.dir, "topoprobe-overhead-"));
try {
  const task = getTask("pipe");
  const instances = generateInstances(task, ["easy"], rollouts, 1);
  const clips = join(folder, "clips");
  await mkdir(clips);
  for (const { id } of instances) await copyFile(CLIP, join(clips, `${id}.mp4`));
  const generator = createReplayGenerator(clips);
  const { diagnose } = createFakeJudge();
  let judgeMs = 0;
  const timed: SuiteOptions["diagnose"] = async (options) => {
    const startMs = performance.now();
    const verdict = await diagnose(options);
    judgeMs += performance.now() - startMs;
    return verdict;
  };
  const base = suiteOptions(join(folder, "run"), { generator });
  const options: SuiteOptions = {
    ...base,
    ...{ instances, diagnose: timed, concurrency: Number(values.concurrency) },
    config: {
      ...base.config,
      instances: { kind: "generated", tiers: ["easy"], episodes: rollouts, seed: 1 },
      rollout: { widthPx, heightPx, frames: 81, fps: 16, view: task.views[0] ?? "" },
    },
  };
  const run = async (): Promise<number> => {
    const startMs = performance.now();
    await runSuite(options);
    return performance.now() - startMs;
  };
  const cpu = process.cpuUsage();
  const firstMs = await run();
  const { user, system } = process.cpuUsage(cpu);
  const eachMs = (firstMs - judgeMs) / rollouts;
  const cpuMs = (user + system) / 1000 / rollouts;
  const againMs = await run();
  process.stdout.write(
    `${rollouts} rollouts of ${widthPx}x${heightPx}, ${values.concurrency} at a time: ` +
      `${(firstMs / 1000).toFixed(1)} s, the fake judge ${(judgeMs / 1000).toFixed(1)} s of it; ` +
      `own overhead ${eachMs.toFixed(1)} ms each (limit ${LIMIT_MS}), ${cpuMs.toFixed(1)} ms of it computing; ` +
      `the finished run again ${(againMs / 1000).toFixed(1)} s\n`,
  );
  process.exitCode = eachMs < LIMIT_MS ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
