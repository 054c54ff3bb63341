/** The groups of the exam: valid rollouts, planted faults, shams, spoilt clips, moving cameras. */
import { rm } from "node:fs/promises";
import type { RgbaImage } from "../../core/image.ts";
import { TIERS } from "../../core/schema/common.ts";
import {
  type ClipPlan,
  type Drawn,
  drawClip,
  encodeTo,
  SIZE_480,
  SIZE_720,
  type Size,
} from "./clips.ts";
import {
  addScores,
  exactShares,
  explain,
  judgeClip,
  type Line,
  type Miss,
  scoreFault,
  share,
  type TaskExam,
} from "./exam.ts";
import { CAMERAS, replaceBy, SPOILERS, type Spoiler } from "./spoil.ts";

export type ExamOptions = {
  readonly exam: TaskExam;
  readonly view?: string | undefined;
  /** First instance seed; every group takes its own thousand. */
  readonly seed: number;
  /** Oracle clips a tier. */
  readonly perTier: number;
  /** Clips of each fault, sham and spoiler. */
  readonly perFault: number;
  readonly folder: string;
  readonly log: (text: string) => void;
};

const sizeName = (size: Size): string => `${size.widthPx}x${size.heightPx}`;

/** Process-valid success of valid rollouts at each quality and size, and exactness of reading. */
export async function* examOracle(options: ExamOptions): AsyncGenerator<Line> {
  for (const size of [SIZE_480, SIZE_720]) {
    const tallies = new Map([18, 28, 35].map((crf) => [crf, newTally()]));
    for (const tier of TIERS) {
      for (let k = 0; k < options.perTier; k++) {
        const seed = options.seed + k;
        const drawn = draw(options, { tier, seed, generator: "oracle", size });
        for (const [crf, tally] of tallies) {
          const name = `oracle-${tier}-${seed}-${sizeName(size)}-crf${crf}`;
          await withClip(options, name, drawn.frames, size, crf, async (clip) => {
            const verdict = await judgeClip(clip, drawn);
            addScores(tally.read, verdict, drawn, options.exam);
            tally.clips++;
            if (verdict.plan?.legal === true && verdict.plan.reachesGoal) tally.plans++;
            if (verdict.processValidSuccess) tally.hits++;
            else tally.misses.push({ clip: name, why: explain(verdict) });
          });
        }
      }
    }
    for (const [crf, tally] of tallies) {
      yield {
        group: `oracle, ${sizeName(size)}, CRF ${crf}`,
        clips: tally.clips,
        shares: {
          "process-valid success": share(tally.hits, tally.clips),
          ...exactShares(tally.read),
          "decoded plan legal and solving": share(tally.plans, tally.clips),
        },
        misses: tally.misses,
      };
    }
  }
}

/** Each planted fault: right check, right place, right time. */
export async function* examFaults(options: ExamOptions): AsyncGenerator<Line> {
  for (const fault of options.exam.faults) {
    const tally = { clips: 0, caught: 0, placed: 0, timed: 0, success: 0, other: 0 };
    const misses: Miss[] = [];
    for (let k = 0; k < options.perFault; k++) {
      const tier = TIERS[k % TIERS.length] ?? "easy";
      const seed = options.seed + 1000 + k;
      const generator = `fault:${fault}`;
      const drawn = draw(options, { tier, seed, generator, size: SIZE_480 });
      const name = `${generator}-${tier}-${seed}`;
      await withClip(options, name, drawn.frames, SIZE_480, 23, async (clip) => {
        const verdict = await judgeClip(clip, drawn);
        const score = scoreFault(verdict, drawn, options.exam);
        tally.clips++;
        if (score.isCaught) tally.caught++;
        if (score.isRightPlace) tally.placed++;
        if (score.isRightTime) tally.timed++;
        if (verdict.processValidSuccess) tally.success++;
        if (options.exam.otherRule?.accepts(verdict, drawn.instance)) tally.other++;
        if (!score.isRightTime) {
          const truth = JSON.stringify(drawn.truth);
          misses.push({ clip: name, why: `planted ${truth}; ${explain(verdict)}` });
        }
      });
    }
    yield {
      group: `fault:${fault}`,
      clips: tally.clips,
      shares: {
        "right check": share(tally.caught, tally.clips),
        "right place": share(tally.placed, tally.clips),
        "within one sampled frame": share(tally.timed, tally.clips),
        "process-valid success": share(tally.success, tally.clips),
        ...otherShare(options.exam, tally.other, tally.clips),
      },
      misses,
    };
  }
}

/** Clips that only look solved, or do nothing: none is a process-valid success. */
export async function* examShams(options: ExamOptions): AsyncGenerator<Line> {
  for (const generator of ["still", "jump", "crossfade"]) {
    const tally = { clips: 0, success: 0, terminal: 0, other: 0, misses: [] as Miss[] };
    for (let k = 0; k < options.perFault; k++) {
      const tier = TIERS[k % TIERS.length] ?? "easy";
      const seed = options.seed + 2000 + k;
      const drawn = draw(options, { tier, seed, generator, size: SIZE_480 });
      const name = `${generator}-${tier}-${seed}`;
      await withClip(options, name, drawn.frames, SIZE_480, 23, async (clip) => {
        const verdict = await judgeClip(clip, drawn);
        tally.clips++;
        if (verdict.processValidSuccess) {
          tally.success++;
          tally.misses.push({ clip: name, why: "accepted" });
        }
        if (verdict.terminal.outcome === "pass") tally.terminal++;
        if (options.exam.otherRule?.accepts(verdict, drawn.instance)) tally.other++;
      });
    }
    yield {
      group: generator,
      clips: tally.clips,
      shares: {
        "process-valid success": share(tally.success, tally.clips),
        "terminal pass": share(tally.terminal, tally.clips),
        ...otherShare(options.exam, tally.other, tally.clips),
      },
      misses: tally.misses,
    };
  }
}

/** Unreadable from the middle on: the terminal state is undetermined, never a pass. */
export async function* examSpoilt(options: ExamOptions): AsyncGenerator<Line> {
  const spoilers: Readonly<Record<string, (seed: number) => Spoiler>> = {
    "faded to black": () => SPOILERS.fadeToBlack,
    "replaced by another picture": replaceBy,
    "blurred beyond reading": () => SPOILERS.blurAway,
  };
  for (const [group, spoilerFor] of Object.entries(spoilers)) {
    const tally = { clips: 0, undetermined: 0, passed: 0, misses: [] as Miss[] };
    for (let k = 0; k < options.perFault; k++) {
      const tier = TIERS[k % TIERS.length] ?? "easy";
      const seed = options.seed + 3000 + k;
      const drawn = draw(options, { tier, seed, generator: "oracle", size: SIZE_480 });
      const spoil = spoilerFor(seed);
      const frames = drawn.frames.map((frame, i) => spoil(frame, i, drawn.frames.length));
      const name = `${group}-${tier}-${seed}`;
      await withClip(options, name, frames, SIZE_480, 23, async (clip) => {
        const verdict = await judgeClip(clip, drawn);
        tally.clips++;
        if (verdict.terminal.outcome === "undetermined") tally.undetermined++;
        else tally.misses.push({ clip: name, why: explain(verdict) });
        if (verdict.terminal.outcome === "pass") tally.passed++;
      });
    }
    yield {
      group,
      clips: tally.clips,
      shares: {
        "terminal undetermined": share(tally.undetermined, tally.clips),
        "terminal pass": share(tally.passed, tally.clips),
      },
      misses: tally.misses,
    };
  }
}

/** Valid rollouts under a moving camera or another frame: none is rejected. */
export async function* examCameras(options: ExamOptions): AsyncGenerator<Line> {
  const perCamera = Math.ceil((options.perFault * 3) / Object.keys(CAMERAS).length);
  for (const [group, spoil] of Object.entries(CAMERAS)) {
    const tally = newTally();
    for (let k = 0; k < perCamera; k++) {
      const tier = TIERS[k % TIERS.length] ?? "easy";
      const seed = options.seed + 4000 + k;
      const drawn = draw(options, { tier, seed, generator: "oracle", size: SIZE_480 });
      const frames = drawn.frames.map((frame, i) => spoil(frame, i, drawn.frames.length));
      const size = frames[0] ?? SIZE_480;
      const name = `camera-${group}-${tier}-${seed}`;
      await withClip(options, name, frames, size, 23, async (clip) => {
        const verdict = await judgeClip(clip, drawn);
        addScores(tally.read, verdict, drawn, options.exam);
        tally.clips++;
        if (verdict.processValidSuccess) tally.hits++;
        else tally.misses.push({ clip: name, why: explain(verdict) });
      });
    }
    yield {
      group: `camera: ${group}`,
      clips: tally.clips,
      shares: {
        "process-valid success": share(tally.hits, tally.clips),
        ...exactShares(tally.read),
      },
      misses: tally.misses,
    };
  }
}

function otherShare(
  { otherRule }: TaskExam,
  accepted: number,
  clips: number,
): Record<string, number> {
  return otherRule === undefined ? {} : { [otherRule.name]: share(accepted, clips) };
}

function newTally() {
  return {
    clips: 0,
    hits: 0,
    plans: 0,
    read: new Map<string, { compared: number; exact: number }>(),
    misses: [] as Miss[],
  };
}

function draw(options: ExamOptions, plan: Omit<ClipPlan, "task" | "view">): Drawn {
  const { view } = options;
  return drawClip({ task: options.exam.id, ...plan, ...(view === undefined ? {} : { view }) });
}

async function withClip(
  { folder, log }: ExamOptions,
  name: string,
  frames: readonly RgbaImage[],
  size: Size,
  crf: number,
  use: (clip: string) => Promise<void>,
): Promise<void> {
  log(name);
  const clip = await encodeTo(folder, name, frames, size, crf);
  try {
    await use(clip);
  } finally {
    await rm(clip, { force: true });
  }
}
