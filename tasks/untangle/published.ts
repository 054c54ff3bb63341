/**
 * Reads rows of the published `knots_untangle` data set. Owns the row's shape and its inner
 * agreements; a row that breaks either is refused, never repaired. Rows of the hard tier do not tell
 * which ropes are tangled: their seed does, so that they are checked against their seed as well.
 *
 * Not checked: `crossings` against a simulation of our own. Starts with ropes that meet exactly depend
 * on rounding that the published environment does not fix.
 */
import { z } from "zod";
import { describeMismatch, UsageError } from "../../core/errors.ts";
import { count, type Tier, tierSchema } from "../../core/schema/common.ts";
import type { Instance } from "../../core/schema/instance.ts";
import { parseStrictly, requireEqual } from "../parse-strictly.ts";
import { publishedInstance, publishedRowSchema, ROW_FIX } from "../published-row.ts";
import { rowColOf } from "./board.ts";
import { publishedStart } from "./generate.ts";
import { measureLayout } from "./layout/metrics.ts";
import { pegLinesOf } from "./layout/peg-lines.ts";
import { signatureOf } from "./layout/templates.ts";
import { UNTANGLE_TIERS } from "./layout/tiers.ts";
import { ropeColourNumber } from "./look.ts";
import { ACTION_BUDGET } from "./rules.ts";
import { occupiedHoles, startState, type UntangleState, untangleStateSchema } from "./state.ts";

export const PUBLISHED_NAME = "knots_untangle";

const holeSchema = z.strictObject({ row: count, col: count, id: count });

const metricsSchema = z.strictObject({
  visual: count,
  logical: count,
  involved: count,
  maxDegree: count,
  componentCount: count,
  largestComponent: count,
  multiCrossRopes: count,
  cycleRank: count,
  dominantComponent: z.array(count),
  visualLogicalGap: count,
  minCrossingSeparation: z.number(),
  crossingSpread: z.number(),
  minRopeLength: z.number(),
});

const resetConfigSchema = z.strictObject({
  difficulty: tierSchema,
  seed: count,
  animate: z.literal(false),
  illegalReward: z.number(),
  moveReward: z.number(),
  stepPenalty: z.number(),
  winReward: z.number(),
  physicsFramesPerStep: z.literal(60),
});

const untangleRowSchema = publishedRowSchema(
  { category: "knots", name: PUBLISHED_NAME, type: "episode_initialization" },
  {
    setup: {
      level: tierSchema,
    },
    figures: {},
    start: {
      initial_state: z.strictObject({
        gridSize: count,
        ropeCount: count,
        ropes: z.array(
          z.strictObject({ id: count, color: count, startHole: holeSchema, endHole: holeSchema }),
        ),
        occupiedHoles: z.array(count),
        crossings: count,
        visualCrossings: count,
        logicalCrossings: count,
        generatorInfo: z.strictObject({
          templateName: z.string(),
          signature: z.string(),
          scrambleSteps: count,
          targetSteps: count,
          acceptedCandidateCount: count,
          metrics: metricsSchema,
        }),
        reset_config: resetConfigSchema,
      }),
    },
  },
);
type Row = z.infer<typeof untangleRowSchema>;

/**
 * The instance of a published row; its id is the row's.
 * @param taskVersion version of the task that reads it
 * @throws UsageError naming field, expected and received when the row is not an untangle row, or when
 * its holes, counts, figures or copies of a field disagree with each other or, on the hard tier, with
 * its seed
 */
export function importUntangleRow(row: unknown, taskVersion: string): Instance {
  const parsed = parseStrictly(untangleRowSchema, row, "row", ROW_FIX);
  const meta = parsed.meta_info;
  const { gridSize, ropes } = meta.initial_state;
  const ends = ropes.map(({ startHole, endHole }) => [startHole.id, endHole.id] as const);
  const { isTangled } = UNTANGLE_TIERS[meta.difficulty];
  const state = parseStrictly(
    untangleStateSchema,
    startState(gridSize, { ends, isLong: isTangled, tangle: [] }),
    "row.meta_info.initial_state",
    ROW_FIX,
  );
  requireAgreement(parsed, state);
  requireMetrics(parsed, state);
  const { tangle } = isTangled ? startOfSeed(parsed, meta.difficulty) : state.start;
  return publishedInstance(
    parsed,
    { id: "untangle", version: taskVersion },
    { ...state, start: { ...state.start, tangle } },
  );
}

function requireAgreement(row: Row, state: UntangleState): void {
  const meta = row.meta_info;
  const start = meta.initial_state;
  const limits = UNTANGLE_TIERS[meta.difficulty];
  const { gridSize } = state;
  const at = "meta_info.initial_state";
  const holes = start.ropes.flatMap(({ startHole, endHole }, index) =>
    (
      [
        [`ropes[${index}].startHole`, startHole],
        [`ropes[${index}].endHole`, endHole],
      ] as const
    ).flatMap(([name, hole]) => {
      const { row: r, col } = rowColOf(gridSize, hole.id);
      return [
        [`${at}.${name}.row`, r, hole.row],
        [`${at}.${name}.col`, col, hole.col],
      ] as const;
    }),
  );
  const ropes = start.ropes.flatMap(({ id, color }, index) => {
    const colour = state.ropes[index]?.colour ?? "red";
    return [
      [`${at}.ropes[${index}].id`, index, id],
      [`${at}.ropes[${index}].color`, ropeColourNumber(colour), color],
    ] as const;
  });
  requireEqual(
    "row",
    [
      ["id", `${PUBLISHED_NAME}_${meta.difficulty}_seed_${meta.seed}`, row.id],
      ["meta_info.level", meta.difficulty, meta.level],
      ["meta_info.max_actions_per_traj", ACTION_BUDGET, meta.max_actions_per_traj],
      [`${at}.gridSize`, limits.gridSize, gridSize],
      [`${at}.ropeCount`, limits.ropeCount, start.ropeCount],
      [`${at}.ropes.length`, limits.ropeCount, start.ropes.length],
      ...holes,
      ...ropes,
      [
        `${at}.occupiedHoles`,
        JSON.stringify(occupiedHoles(state)),
        JSON.stringify(start.occupiedHoles),
      ],
      [`${at}.crossings`, start.visualCrossings, start.crossings],
      [`${at}.reset_config.difficulty`, meta.difficulty, start.reset_config.difficulty],
      [`${at}.reset_config.seed`, meta.seed, start.reset_config.seed],
    ],
    ROW_FIX,
  );
}

/** Figures of the layout, and whether the tier takes the crossings. */
function requireMetrics(row: Row, state: UntangleState): void {
  const start = row.meta_info.initial_state;
  const info = start.generatorInfo;
  const layout = state.start.ends;
  const metrics = measureLayout(pegLinesOf(state.gridSize), layout);
  const at = "meta_info.initial_state";
  const [min, max] = UNTANGLE_TIERS[row.meta_info.difficulty].acceptedCrossings;
  const inRange = Math.min(max, Math.max(min, start.visualCrossings));
  requireEqual(
    "row",
    [
      [`${at}.visualCrossings`, inRange, start.visualCrossings],
      [`${at}.logicalCrossings`, metrics.crossingPairs, start.logicalCrossings],
      [`${at}.generatorInfo.signature`, signatureOf(layout), info.signature],
      ...(
        [
          ["visual", metrics.nearPairs],
          ["logical", metrics.crossingPairs],
          ["involved", metrics.involved],
          ["maxDegree", metrics.maxDegree],
          ["componentCount", metrics.componentCount],
          ["largestComponent", metrics.largestComponent],
          ["multiCrossRopes", metrics.multiCrossRopes],
          ["cycleRank", metrics.cycleRank],
          ["visualLogicalGap", metrics.gap],
          ["minCrossingSeparation", metrics.separation],
          ["crossingSpread", metrics.spread],
          ["minRopeLength", metrics.minLength],
        ] as const
      ).map(
        ([name, value]) =>
          [`${at}.generatorInfo.metrics.${name}`, value, info.metrics[name]] as const,
      ),
      [
        `${at}.generatorInfo.metrics.dominantComponent`,
        JSON.stringify(metrics.dominantComponent),
        JSON.stringify(info.metrics.dominantComponent),
      ],
    ],
    ROW_FIX,
  );
}

/** The start that the row's seed gives; the row must be that one. */
function startOfSeed(row: Row, tier: Tier): UntangleState["start"] {
  const { seed, initial_state } = row.meta_info;
  const drawn = publishedStart(tier, seed);
  const info = initial_state.generatorInfo;
  if (drawn === undefined) {
    throw new UsageError(
      describeMismatch("row.meta_info.seed", "a seed with a board", seed, ROW_FIX),
    );
  }
  const ends = initial_state.ropes.map(({ startHole, endHole }) => [startHole.id, endHole.id]);
  const at = "meta_info.initial_state.generatorInfo";
  requireEqual(
    "row",
    [
      [`${at}.signature`, drawn.signature, info.signature],
      ["meta_info.initial_state.ropes", JSON.stringify(drawn.start.ends), JSON.stringify(ends)],
      [`${at}.templateName`, drawn.templateName, info.templateName],
      [`${at}.scrambleSteps`, drawn.steps, info.scrambleSteps],
      [`${at}.targetSteps`, drawn.steps, info.targetSteps],
      [`${at}.acceptedCandidateCount`, drawn.acceptedCandidateCount, info.acceptedCandidateCount],
    ],
    ROW_FIX,
  );
  return drawn.start;
}
