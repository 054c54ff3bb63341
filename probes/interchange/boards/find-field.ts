/** Fields of a published `meta_info`, wherever in it they stand. Pure. */
import { isObject, type JsonObject } from "../parse-rows.ts";

/** Objects within a `meta_info` that repeat its fields, the outermost first. */
function layersOf(meta: JsonObject): readonly JsonObject[] {
  const start = meta["initial_state"];
  const reset = isObject(start) ? start["reset_config"] : undefined;
  const level = meta["level_json"];
  return [meta, start, reset, meta["reset_config"], level].filter(isObject);
}

/** The first of these fields that is there; undefined when none is. */
export function findField(meta: JsonObject, ...names: readonly string[]): unknown {
  for (const layer of layersOf(meta)) {
    for (const name of names) if (layer[name] !== undefined) return layer[name];
  }
  return undefined;
}
