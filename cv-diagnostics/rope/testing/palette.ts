/** The published colours as the reader knows them: what the renderer says that the light shows. */
import { parseHexColour, type Rgb } from "../../../core/image.ts";
import { type RopeColour, untangleScene } from "../../../tasks/untangle/index.ts";
import { chromaOf, type RopePalette } from "../colours.ts";
import { PICTURE } from "./pictures.ts";

const { palette } = untangleScene({ gridSize: 5 }, PICTURE);

/** Colour of a role of the scene's palette, such as "ground" or "rope-red". */
export function colourOf(role: string): Rgb {
  return parseHexColour(palette[role] ?? "");
}

export function paletteOf(ropes: readonly RopeColour[]): RopePalette {
  return {
    ground: chromaOf(colourOf("ground")),
    hole: chromaOf(colourOf("hole")),
    ropes: ropes.map((name) => chromaOf(colourOf(`rope-${name}`))),
  };
}

/** `share` of the first colour over the second one. */
export function blend(first: Rgb, second: Rgb, share: number): Rgb {
  const mix = (channel: 0 | 1 | 2): number =>
    share * first[channel] + (1 - share) * second[channel];
  return [mix(0), mix(1), mix(2)];
}
