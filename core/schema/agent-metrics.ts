/**
 * `topoprobe.agent-metrics/1`: what the episodes of one or several run folders come to, by task,
 * condition, reasoner and generator. Every rate stands beside the counts of what is not in it.
 */
import { z } from "zod";
import { ANSWER_METHODS } from "./agent.ts";
import { count, finiteNumber, TIERS, type tierSchema } from "./common.ts";
import { proportionSchema } from "./run.ts";

/** The five topological properties, in the published order. */
export const PROPERTIES = ["continuity", "separation", "order", "enclosure", "knots"] as const;
export const propertySchema = z.enum(PROPERTIES);
export type Property = z.infer<typeof propertySchema>;

/** A sum of which some parts may not be known: those are counted, never taken for zero. */
export const knownSumSchema = z.strictObject({
  /** Sum of the known parts. */
  known: finiteNumber.nonnegative(),
  /** Parts that nobody knows. */
  unknown: count,
});
export type KnownSum = z.infer<typeof knownSumSchema>;

export const meanSchema = z.strictObject({
  /** Null when n is 0. */
  mean: finiteNumber.nullable(),
  n: count,
});

/** The episodes of one tier, or of all. */
export const cellMetricsSchema = z.strictObject({
  /** Episodes with a line, errors included. */
  episodes: count,
  /** Planned and without a line yet. */
  missing: count,
  /** In no rate. */
  errors: count,
  /** Success in the world; n counts the episodes that are no errors. */
  success: proportionSchema,
  /**
   * Steps spent over those of the solver's plan from the start, over the solved episodes. Below 1 where the
   * plan is not the shortest, as can be in untangle.
   */
  overOptimality: meanSchema,
  steps: count,
  /** Steps without an action that could be read, and episodes with one at least. */
  invalid: z.strictObject({ actions: count, episodes: count }),
  /** Actions that the rules refused, and episodes with one at least. */
  illegal: z.strictObject({ actions: count, episodes: count }),
  /** Where an agent answered; n of both rates is the number of replies that were read. */
  answers: z.strictObject({
    /** The answer was found as JSON. */
    strictJson: proportionSchema,
    /** The whole reply was one object with only "answer", of the right type. */
    formatHit: proportionSchema,
    methods: z.record(z.enum(ANSWER_METHODS), count),
  }),
  imagination: z.strictObject({
    /** Pictures and clips that were asked of a generator, successful or not. */
    calls: count,
    /** Of them, those that nothing came of. */
    failed: count,
    /** Wishes that did not get as far as the generator. */
    refused: count,
    /** Descriptions that the reasoner gave itself. */
    texts: count,
  }),
  /** Clips with a word of the judge: what it could not decide is neither pass nor fail. */
  judged: z.strictObject({
    clips: count,
    terminalUndetermined: count,
    unscorable: count,
    /** Static and dynamic checks, over all clips. */
    checksUndetermined: count,
    /** Clips of tasks with a judge that could not be judged. */
    unjudged: count,
  }),
  /** Requests to the reasoner; unknown parts are episodes. */
  reasonerCalls: count,
  tokens: z.strictObject({ prompt: knownSumSchema, completion: knownSumSchema }),
  /** US dollars; unknown parts are episodes. */
  costUsd: z.strictObject({ reasoner: knownSumSchema, generator: knownSumSchema }),
});
export type CellMetrics = z.infer<typeof cellMetricsSchema>;

const byTier = <T extends z.ZodType>(schema: T) =>
  z.strictObject({ all: schema, easy: schema, medium: schema, hard: schema });

/** Who and what: two groups differ in one of these, or in what is told by `variant`. */
const whoShape = {
  condition: z.string(),
  /** Null where the clip decides. */
  reasoner: z.string().nullable(),
  /** Null in conditions without one. */
  generator: z.string().nullable(),
  /** Tells groups apart that have the same names: the run folder. Absent where the names do. */
  variant: z.string().optional(),
} as const;

export const groupMetricsSchema = z.strictObject({
  task: z.string(),
  /** Null for tasks outside the published five. */
  property: propertySchema.nullable(),
  ...whoShape,
  /** Paths of the run folders. */
  runs: z.array(z.string()).min(1),
  tiers: byTier(cellMetricsSchema),
});
export type GroupMetrics = z.infer<typeof groupMetricsSchema>;

/** Success minus success of the same reasoner in condition `none`, on the same instances. */
export const differenceSchema = z.strictObject({
  task: z.string(),
  ...whoShape,
  /** Whether the picture of the start was the same in both: size and camera. */
  sameObservation: z.boolean(),
  tiers: byTier(
    z.strictObject({
      /** Instances that came to an end in both. */
      pairs: count,
      /** Instances that did in one alone. */
      unpaired: count,
      /** From -1 to 1; null without pairs. */
      mean: finiteNumber.nullable(),
      /** 95 % percentile bootstrap of the pairs. */
      low: finiteNumber.nullable(),
      high: finiteNumber.nullable(),
    }),
  ),
});
export type Difference = z.infer<typeof differenceSchema>;

/** The properties weighted equally, and within a property its tasks. */
export const macroMeanSchema = z.strictObject({
  ...whoShape,
  /** Over the properties that have episodes; null without any. */
  mean: finiteNumber.nullable(),
  properties: z.array(
    z.strictObject({
      property: propertySchema,
      tasks: z.array(z.string()),
      /** Mean of the tasks' success rates; null where there are no episodes. */
      rate: finiteNumber.nullable(),
      /** Episodes in it. */
      n: count,
    }),
  ),
  /** Properties without episodes: the mean is not over these. */
  missing: z.array(propertySchema),
});
export type MacroMean = z.infer<typeof macroMeanSchema>;

export const agentMetricsSchema = z.strictObject({
  schema: z.literal("topoprobe.agent-metrics/1"),
  bootstrap: z.strictObject({ seed: count, resamples: count }),
  groups: z.array(groupMetricsSchema),
  differences: z.array(differenceSchema),
  macro: z.array(macroMeanSchema),
});
export type AgentMetrics = z.infer<typeof agentMetricsSchema>;

/** Parts of a group: all episodes, then each tier. */
export const CELLS = ["all", ...TIERS] as const;
export type CellName = "all" | z.infer<typeof tierSchema>;
