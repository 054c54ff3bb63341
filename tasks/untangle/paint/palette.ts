/** Colours of the scene as the light shows them, for readers of pictures. Owns no drawing. */
import type { Rgb } from "../../../core/image.ts";
import type { Scene } from "../../../core/schema/scene.ts";
import { createSurface, type Material } from "../../scene/camera/shading.ts";
import { add, scale } from "../../scene/camera/vector.ts";
import { FLAT_COLOURS, LIGHTING, PLUG_MATERIALS, ROPE_MATERIALS } from "../look.ts";
import { ROPE_COLOURS } from "../state.ts";
import type { Viewer } from "../views.ts";
import { groundColour } from "./ground.ts";

/** Strips of a tube's width that are averaged. */
const STRIPS = 16;

/** Colours by role; ropes are `rope-<colour>`, averaged over a tube's width, plugs `plug-<colour>`. */
export function paletteOf(viewer: Viewer): Scene["palette"] {
  const palette: Record<string, string> = {
    background: toHex(FLAT_COLOURS.background),
    ground: toHex(groundColour(viewer, false)),
    "ground-shadow": toHex(groundColour(viewer, true)),
    rim: toHex(FLAT_COLOURS.rim),
    hole: toHex(FLAT_COLOURS.hole),
    label: toHex(FLAT_COLOURS.label),
  };
  for (const colour of ROPE_COLOURS) {
    palette[`rope-${colour}`] = toHex(averageTube(viewer, ROPE_MATERIALS[colour]));
    const plug = createSurface(PLUG_MATERIALS[colour], LIGHTING);
    palette[`plug-${colour}`] = toHex(plug.shade([0, 1, 0], viewer.axes[2]));
  }
  return palette;
}

/** A tube seen from across, along both axes of the picture. */
function averageTube({ axes }: Viewer, material: Material): Rgb {
  const [right, up, toViewer] = axes;
  const surface = createSurface(material, LIGHTING);
  const sum = [0, 0, 0];
  for (const across of [right, up]) {
    for (let strip = 0; strip < STRIPS; strip++) {
      const side = (2 * (strip + 0.5)) / STRIPS - 1;
      const normal = add(scale(across, side), scale(toViewer, Math.sqrt(1 - side * side)));
      const colour = surface.shade(normal, toViewer);
      for (const [channel, value] of colour.entries()) {
        sum[channel] = (sum[channel] ?? 0) + value / (2 * STRIPS);
      }
    }
  }
  const [r = 0, g = 0, b = 0] = sum.map(Math.round);
  return [r, g, b];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
