/** Does the last frame show a finished, separating stroke, and was one shown before? */
import type { Verdict } from "../../../core/schema/verdict.ts";
import type { StrokeState } from "../../../tasks/one-stroke/state.ts";
import { concludeTerminal, type Solved } from "../terminal.ts";
import { isSeparating } from "./separation.ts";
import { type StrokeTrace, traceStroke } from "./trace.ts";
import { drawnAt, type EdgeSpan, type StrokeObservation, type StrokeTracks } from "./tracks.ts";

/** Unread edges that are tried both ways; with more the frame is undecided. */
const MAX_UNREAD_EDGES = 4;

/** Solved: the drawn edges are exactly a simple path from start to goal that separates the colours. */
export function judgeStrokeTerminal(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  spans: readonly EdgeSpan[],
  initial: StrokeState,
): Verdict["terminal"] {
  const solved = observations.map((_, at) => solvedAt(observations, tracks, spans, initial, at));
  return concludeTerminal(observations, solved, (goalEverReached) =>
    goalEverReached ? "goal_not_held" : "goal_not_reached",
  );
}

function solvedAt(
  observations: readonly StrokeObservation[],
  tracks: StrokeTracks,
  spans: readonly EdgeSpan[],
  initial: StrokeState,
  at: number,
): Solved {
  const state = observations[at]?.state;
  if (!state || observations[at]?.label === "failed") return undefined;
  const unread = state.edges.flatMap((reading, edge) =>
    reading.cover === "unread" && tracks.edges[edge]?.readings[at] === undefined ? [edge] : [],
  );
  const isLast = at === observations.length - 1;
  const seen = state.edges.flatMap((reading, edge) => (reading.cover === "full" ? [edge] : []));
  const drawn = isLast ? seen : drawnAt(spans, at);
  if (unread.length > MAX_UNREAD_EDGES) return undefined;
  let answer: Solved;
  for (let choice = 0; choice < 1 << unread.length; choice++) {
    const extra = unread.filter((edge, k) => ((choice >> k) & 1) === 1 && !drawn.includes(edge));
    const isSolved = isSolvedWith(tracks, initial, [...drawn, ...extra]);
    if (answer !== undefined && answer !== isSolved) return undefined;
    answer = isSolved;
  }
  return answer;
}

function isSolvedWith(
  tracks: StrokeTracks,
  initial: StrokeState,
  drawn: readonly number[],
): boolean {
  const edges = tracks.edges.map((track) => track.edge);
  const trace: StrokeTrace = traceStroke(tracks.size, edges, drawn);
  const end = trace.path.at(-1);
  const isAtGoal = end?.[0] === initial.width - 1 && end[1] === initial.height - 1;
  return (
    trace.isSimple &&
    isAtGoal &&
    isSeparating(
      initial,
      drawn.flatMap((index) => {
        const edge = edges[index];
        return edge ? [edge] : [];
      }),
    )
  );
}
