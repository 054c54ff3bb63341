/**
 * From states to ropes in space: replays start and moves, and keeps what it has worked out. What it
 * keeps follows from the key alone, so that states stay plain values. Owns no rules.
 */
import type { Polyline } from "../../core/geometry/polyline-crossings.ts";
import { HOLE_SPACING, lineCoordinate } from "./board.ts";
import { type EndMove, moveEnd } from "./physics/move.ts";
import { PARTICLES } from "./physics/parameters.ts";
import { settleStart } from "./physics/start.ts";
import { particleOffset, ropePositions, type World } from "./physics/world.ts";
import type { UntangleState } from "./state.ts";

/** Worlds and trajectories kept, the most recently used ones: about 10 and 200 kB each. */
const KEPT_WORLDS = 256;
const KEPT_TRAJECTORIES = 24;

const worlds = new Map<string, World>();
const trajectories = new Map<string, readonly Float64Array[]>();

/** What the shapes of ropes depend on. */
export type History = Pick<UntangleState, "gridSize" | "start" | "moves">;

/** The settled world of a state. Must not be changed. */
export function worldOf({ gridSize, start, moves }: History): World {
  return recall(worlds, KEPT_WORLDS, keyOf({ gridSize, start, moves }), () => {
    const last = moves.at(-1);
    if (last === undefined) return settleStart({ gridSize, ...start });
    const before = { gridSize, start, moves: moves.slice(0, -1) };
    return moveEnd(worldOf(before), gridSize, toEndMove(before, last));
  });
}

/**
 * Positions of all ropes during the last move of a history: before it, and after each of its ticks.
 * Each entry is x, y, z of 17 particles a rope, in world units.
 */
export function lastMoveTrajectory(history: History): readonly Float64Array[] {
  const { gridSize, start, moves } = history;
  const last = moves.at(-1);
  if (last === undefined) return [ropePositions(worldOf(history))];
  return recall(trajectories, KEPT_TRAJECTORIES, keyOf(history), () => {
    const before = { gridSize, start, moves: moves.slice(0, -1) };
    const frames = [ropePositions(worldOf(before))];
    const after = moveEnd(worldOf(before), gridSize, toEndMove(before, last), (world) => {
      frames.push(ropePositions(world));
    });
    recall(worlds, KEPT_WORLDS, keyOf(history), () => after);
    return frames;
  });
}

/**
 * Centre lines in board units: x = row, y = column, heights above the board, all in hole spacings.
 * @param positions as in `ropePositions`
 */
export function toBoardLines(gridSize: number, positions: Float64Array): Polyline[] {
  const origin = lineCoordinate(gridSize, 0);
  return Array.from({ length: positions.length / particleOffset(1, 0) }, (_, rope) =>
    Array.from({ length: PARTICLES }, (_, index) => {
      const at = particleOffset(rope, index);
      return [
        ((positions[at] as number) - origin) / HOLE_SPACING,
        ((positions[at + 2] as number) - origin) / HOLE_SPACING,
        (positions[at + 1] as number) / HOLE_SPACING,
      ] as const;
    }),
  );
}

/** Centre lines of the settled ropes of a state, in board units. */
export function settledLines(history: History): Polyline[] {
  return toBoardLines(history.gridSize, ropePositions(worldOf(history)));
}

/** A recorded move with the hole that it leaves. */
function toEndMove({ start, moves }: History, move: UntangleState["moves"][number]): EndMove {
  const { rope, end, target } = move;
  const before = moves.filter((past) => past.rope === rope && past.end === end).at(-1);
  return { rope, end, source: before?.target ?? start.ends[rope]?.[end] ?? target, target };
}

/** A history as text. */
export function keyOf({ gridSize, start, moves }: History): string {
  const made = moves.map(({ rope, end, target }) => [rope, end, target]);
  return JSON.stringify([gridSize, start.ends, start.isLong, start.tangle, made]);
}

/**
 * The kept value of a key, or a new one, which is kept.
 * @param limit most values kept; the least recently used one goes first
 */
export function recall<T>(kept: Map<string, T>, limit: number, key: string, make: () => T): T {
  const known = kept.get(key);
  const value = known === undefined ? make() : known;
  kept.delete(key);
  kept.set(key, value);
  const oldest = kept.keys().next();
  if (kept.size > limit && oldest.done !== true) kept.delete(oldest.value);
  return value;
}
