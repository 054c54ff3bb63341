/** A rope disappears, plugs and all, and stays away; its later moves, if any, are not seen. */
import { ropeName, type UntanglePose } from "../../../../tasks/untangle/index.ts";
import type { ClipScript } from "../../script.ts";
import { choosePlace } from "../choose-place.ts";
import { crossingsIn, pairOf } from "./geometry.ts";
import { plantedClip, type RopeCheck } from "./plant.ts";
import { changeFrom, type UntangleContext } from "./rollout.ts";
import { listSites } from "./sites.ts";

export function vanishRope(context: UntangleContext): ClipScript<UntanglePose> {
  const places = listSites(context).flatMap((site) =>
    site.pose.ropes.map((_, rope) => ({
      site,
      rope,
      isCrossed: crossingsIn(site.pose).between.some((at) => pairOf(at).includes(rope)),
    })),
  );
  const { site, rope, isCrossed } = choosePlace(
    context.rng,
    [places],
    // One that lies still and crosses others: what is missed then is the tangle itself.
    (place) =>
      4 * Number(place.site.movesLater(place.rope)) +
      2 * Number(!place.isCrossed) +
      place.site.haste,
    "vanish-rope",
  );
  const { colour } = site.pose.ropes[rope] ?? {};
  const poses = changeFrom(site.poses(), site.frame, (pose) => ({
    ...pose,
    ropes: pose.ropes.filter((_, index) => index !== rope),
  }));
  return plantedClip(poses, site, {
    fault: "vanish-rope",
    check: "rope_identity",
    frame: site.frame,
    where: colour === undefined ? [] : [ropeName(colour)],
    alsoChecks: [...GONE, ...(isCrossed ? (["crossing_change_valid"] as const) : [])],
  });
}

/** A rope that is not there has no ends either. */
const GONE: readonly RopeCheck[] = ["endpoint_configuration", "endpoint_track_consistency"];
