/** What every host of models offers to the table of generators. Owns the words only. */
import type { Generator, RolloutRequest } from "./generator.ts";
import type { Model } from "./models/schema.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** A workflow file of ComfyUI, read. */
export type WorkflowFile = { readonly name: string; readonly text: string };

export type CreateOptions = {
  readonly model: Model;
  /** Keys and base URLs come from here and nowhere else. */
  readonly env: Env;
  /** Removes secrets from texts. */
  readonly redact: (text: string) => string;
  /** How long one job may take. Handed to the server where it can keep it. */
  readonly deadlineMs: number;
  /** Prices of this model at this host; null when none is known. */
  readonly price: Pricing;
  /** `--workflow FILE`, or the one that comes along. */
  readonly workflow?: WorkflowFile;
  /** First pause of the backoff; tests make it small. */
  readonly firstPauseMs?: number;
};

export type Pricing = {
  readonly estimateUsd: (request: RolloutRequest) => number | null;
  readonly costUsd: (request: RolloutRequest, billedSec: number | undefined) => number | null;
};

export type Missing = {
  /** Name of a variable of the environment. */
  readonly variable: string;
  /** What it has to hold, such as "the address of ComfyUI, such as http://127.0.0.1:8188". */
  readonly hint: string;
};

export interface Host {
  /** As given to `--via`. */
  readonly id: string;
  readonly title: string;
  /** The one thing that is missing; undefined when ready. */
  missing(env: Env): Missing | undefined;
  /**
   * A generator whose id is the model's, and whose `params` carry `host`, the model's name there, and
   * everything else that changes the output (hash of a workflow, fixed inputs), but no URL and no key.
   *
   * @throws UsageError when the model's entry or the workflow cannot be used
   * @throws MissingToolError when `missing` says something
   */
  create(options: CreateOptions): Generator;
}
