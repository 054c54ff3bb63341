/** The contract of a board in published words: what `meta_info` tells of a puzzle, and how it is read. */
import type { Instance } from "../../../core/schema/instance.ts";
import type { JsonObject } from "../parse-rows.ts";

export type Board = {
  /** Fields of `meta_info` that tell the start: `level`, `initial_state` and the like. */
  readonly describe: (instance: Instance) => JsonObject;
  /**
   * The start state that a `meta_info` tells, not validated yet; undefined when it does not tell enough.
   * Absent where the fields do not decide the start.
   */
  readonly read?: (meta: JsonObject) => ToldBoard | undefined;
};

export type ToldBoard = {
  readonly state: unknown;
  /** Steps that the rules give; asked once the state is validated. */
  readonly budget: () => number;
};
