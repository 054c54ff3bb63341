/**
 * A rope takes a colour that no rope of the board has, from one frame to the next, and keeps it; its
 * later moves, if any, go on in that colour.
 */
import type { Rgb } from "../../../../core/image.ts";
import {
  ROPE_COLOURS,
  type RopeColour,
  ropeName,
  type UntanglePose,
} from "../../../../tasks/untangle/index.ts";
import { ropeColourNumber } from "../../../../tasks/untangle/look.ts";
import type { ClipScript } from "../../script.ts";
import { choosePlace } from "../choose-place.ts";
import { crossingsIn, pairOf } from "./geometry.ts";
import { plantedClip } from "./plant.ts";
import { changeFrom, type UntangleContext, withRope } from "./rollout.ts";
import { listSites } from "./sites.ts";

/** Colours that differ by less than this, of 441, are too much alike: on two ropes, and on one. */
const ALIKE = { others: 110, itself: 150 } as const;

export function recolourRope(context: UntangleContext): ClipScript<UntanglePose> {
  const places = listSites(context).flatMap((site) => {
    const used = site.pose.ropes.map(({ colour }) => colour);
    const free = ROPE_COLOURS.filter((colour) => !used.includes(colour));
    return used.flatMap((colour, rope) =>
      free.map((next) => ({
        site,
        rope,
        colour,
        next,
        likeness: Math.max(
          0,
          ...used.map((other) =>
            other === colour ? 0 : 1 - difference(other, next) / ALIKE.others,
          ),
        ),
        isLikeItself: difference(colour, next) < ALIKE.itself,
      })),
    );
  });
  const { site, rope, colour, next, likeness } = choosePlace(
    context.rng,
    [places],
    (place) =>
      8 * Number(place.isLikeItself) +
      4 * place.likeness +
      2 * Number(place.site.movesLater(place.rope)) +
      place.site.haste,
    "recolour-rope",
  );
  const isCrossed = crossingsIn(site.pose).between.some((at) => pairOf(at).includes(rope));
  const poses = changeFrom(site.poses(), site.frame, (pose) =>
    withRope(pose, rope, (known) => ({ ...known, colour: next })),
  );
  return plantedClip(poses, site, {
    fault: "recolour-rope",
    check: "rope_identity",
    frame: site.frame,
    where: [ropeName(colour), ropeName(next)],
    alsoChecks: [
      "endpoint_configuration",
      "endpoint_track_consistency",
      // It may be taken for a piece of the rope that it is like.
      ...(likeness > 0 ? (["rope_integrity"] as const) : []),
      ...(isCrossed ? (["crossing_change_valid"] as const) : []),
    ],
  });
}

function difference(a: RopeColour, b: RopeColour): number {
  const [p, q] = [rgbOf(a), rgbOf(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

function rgbOf(colour: RopeColour): Rgb {
  const value = ropeColourNumber(colour);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
