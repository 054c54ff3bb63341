/**
 * What is put into a workflow, and the words by which a node's title asks for it: "probe:seed" anywhere
 * in the title, or as the node's id; "probe:seed=my_input" names the input too. Pure.
 */
import { describeMismatch, UsageError } from "../../core/errors.ts";
import type { WorkflowNode } from "./workflow.ts";

export const VALUE_SLOTS = ["image", "prompt", "width", "height", "frames", "fps", "seed"] as const;
export type ValueSlot = (typeof VALUE_SLOTS)[number];

export const SLOTS = [...VALUE_SLOTS, "output"] as const;
export type Slot = (typeof SLOTS)[number];

/** Inputs that take the value in a node whose title asks for it; the first one that is there. */
export const INPUT_NAMES: Readonly<Record<ValueSlot, readonly string[]>> = {
  image: ["image", "value"],
  prompt: ["text", "prompt", "positive_prompt", "string", "value"],
  width: ["width", "value"],
  height: ["height", "value"],
  frames: ["length", "num_frames", "frames_number", "frames", "frame_count", "value"],
  fps: ["fps", "frame_rate", "value"],
  seed: ["seed", "noise_seed", "value"],
};

/** Without these there is no rollout. */
export const REQUIRED_SLOTS: readonly Slot[] = ["image", "prompt", "output"];

export type SlotRequest = { readonly slot: Slot; readonly input?: string };

const WORD = /probe:([a-z]+)(?:=([\w.-]+))?/g;

/**
 * What a node's title and id ask for.
 *
 * @param name of the workflow, for messages
 * @throws UsageError when a word is none of the known ones
 */
export function readTitle(name: string, id: string, node: WorkflowNode): readonly SlotRequest[] {
  return [...`${id} ${node._meta?.title ?? ""}`.matchAll(WORD)].map(([word, given, input]) => {
    const slot = SLOTS.find((known) => known === given);
    if (slot === undefined) {
      throw new UsageError(
        describeMismatch(
          `the title of node ${id} in ${name}`,
          `one of ${SLOTS.map((known) => `probe:${known}`).join(", ")}`,
          word,
        ),
      );
    }
    return input === undefined ? { slot } : { slot, input };
  });
}
