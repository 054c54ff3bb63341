/** A small run on disk whose every text from outside tries to be markup, for tests of the report. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckResult } from "../../../core/schema/verdict.ts";
import type { EpisodeRecord, RunRecord } from "../../../core/store/read-run.ts";
import {
  sampleConfig,
  sampleEpisode,
  sampleManifest,
  sampleVerdict,
} from "../../../tests/e2e/helpers/records.ts";

/** Ends whatever it may stand in, then tries everything. */
export const EVIL =
  `"'></noscript></title></style><script>window.pwned=1</script>` +
  `<img src=x onerror="window.pwned=1">[a](javascript:alert(1)) | https://evil.example \`&amp;`;

export type HostileOptions = {
  /** Path of the first clip, as the journal says. */
  readonly clip?: string;
  readonly warning?: string;
};

export function temporaryRoot(): string {
  return mkdtempSync(join(tmpdir(), "probe-report-"));
}

/** A rule breaker that arrives, an error, and an instance that is not finished. */
export function makeHostileRun(
  root: string,
  name: string,
  options: HostileOptions = {},
): RunRecord {
  const id = "pipe-easy-1";
  const path = join(root, name);
  const folder = join(path, "episodes", id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "overlay.png"), "png");
  writeFileSync(join(folder, "imagined-00.mp4"), "mp4");
  writeFileSync(join(folder, "prompt.txt"), `Animate ${EVIL}`);
  const outcome = { processValid: false } as const;
  const judged = sampleEpisode(id, outcome);
  const {
    status: _,
    clip: ______,
    warnings: __,
    verdict: ___,
    world: ____,
    success: _____,
    ...failed
  } = sampleEpisode("pipe-easy-2");
  const check: CheckResult = {
    name: "one_move_at_a_time",
    kind: "dynamic",
    outcome: "fail",
    violations: [{ frame: 80, where: `x=1 ${EVIL}`, reason: "several_cells_in_motion" }],
    decided: 40,
    unread: 0,
  };
  const hostile: CheckResult = { ...check, name: `check ${EVIL}`, violations: [] };
  const verdict = sampleVerdict(id, outcome, [check, hostile]);
  const records: EpisodeRecord[] = [
    {
      episode: {
        ...judged,
        clip: { ...judged.clip, path: options.clip ?? `episodes/${id}/imagined-00.mp4` },
        warnings: [options.warning ?? `warned ${EVIL}`],
        host: `host ${EVIL}`,
        costUsd: null,
      },
      verdict: {
        ...verdict,
        terminal: { ...verdict.terminal, reason: `why ${EVIL}` },
        plan: { actions: [EVIL], frames: [80], legal: false, reachesGoal: false },
      },
    },
    { episode: { ...failed, status: "error", error: { code: "media", message: `bad ${EVIL}` } } },
  ];
  return {
    path,
    manifest: {
      ...sampleManifest,
      schema: "topoprobe.run/1",
      name,
      config: {
        ...sampleConfig,
        condition: `video ${EVIL}`,
        generator: { id: `gen ${EVIL}`, version: "1", params: { note: EVIL } },
      },
      configSha256: "0".repeat(64),
      command: `probe run ${EVIL}`,
    },
    records,
    missing: ["pipe-easy-3"],
    timings: [],
  };
}
