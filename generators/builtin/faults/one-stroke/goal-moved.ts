/** The red peg jumps to a vertex off the stroke and stays there; the stroke goes on to the true goal. */
import type { StrokePose, Vertex } from "../../../../tasks/one-stroke/index.ts";
import type { ClipScript } from "../../script.ts";
import { choosePlace } from "../choose-place.ts";
import { listRests } from "../timing.ts";
import { quietMoment } from "./linger.ts";
import { plantedClip } from "./plant.ts";
import { changeFrom, readRollout, type StrokeContext } from "./rollout.ts";

export function goalMoved(context: StrokeContext): ClipScript<StrokePose> {
  const { width, height, vertices } = readRollout(context);
  const isOnStroke = (x: number, y: number): boolean =>
    vertices.some((vertex) => vertex[0] === x && vertex[1] === y);
  const places = Array.from(
    { length: width * height },
    (_, at): Vertex => [at % width, Math.floor(at / width)],
  ).filter(([x, y]) => !isOnStroke(x, y));
  const groups = listRests(context).map((rests) =>
    rests.flatMap((rest) => places.map((goal) => ({ rest, goal }))),
  );
  const { rest, goal } = choosePlace(
    context.rng,
    groups,
    // Seen from the front a peg hides what lies behind its foot: no stroke if that can be.
    ({ goal: [x, y] }) => (isOnStroke(x, y + 1) ? 1 : 0),
    "goal-moved",
  );
  const { poses, frame } = quietMoment(context, rest);
  return plantedClip(
    changeFrom(poses, frame, (pose) => ({ ...pose, goal })),
    {
      fault: "goal-moved",
      check: "start_end_validity",
      frame,
      where: ["goal"],
      alsoChecks: [],
    },
  );
}
