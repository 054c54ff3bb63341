/**
 * The one font of all pictures: Nunito Sans out of its npm package, under a name of our own, so that
 * no system font can take its place. Owns registration; sizes and weights are the renderers'.
 */
import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";
import { MissingToolError } from "../../core/errors.ts";

/** Family name to use in `context.font`. Weights 400, 700 and 800 exist. */
export const FONT_FAMILY = "Topoprobe Sans";

const WEIGHTS = [400, 700, 800] as const;
let isRegistered = false;

/**
 * Makes the font usable. Repeated calls do nothing.
 * @throws MissingToolError when the font package is not installed
 */
export function ensureFont(): void {
  if (isRegistered) return;
  const { resolve } = createRequire(import.meta.url);
  for (const weight of WEIGHTS) {
    const file = `@fontsource/nunito-sans/files/nunito-sans-latin-${weight}-normal.woff2`;
    let path: string;
    try {
      path = resolve(file);
    } catch (cause) {
      throw new MissingToolError(
        `expected the font file ${file} among the dependencies but received nothing. Run npm ci.`,
        { cause },
      );
    }
    if (GlobalFonts.registerFromPath(path, FONT_FAMILY) === null) {
      throw new MissingToolError(
        `expected a readable font in ${file} but received a broken one. Run npm ci.`,
      );
    }
  }
  isRegistered = true;
}

/** A `context.font` value. `sizePx` may be fractional. */
export function fontOf(weight: (typeof WEIGHTS)[number], sizePx: number): string {
  return `${weight} ${sizePx}px "${FONT_FAMILY}"`;
}
