/**
 * Solved boards to start from: parallel ropes from edge to edge in every published order. Their
 * order in the list is part of the random draws.
 */
import { type Hole, holeAt } from "../board.ts";

/** The two holes of each rope, in the rope's own direction. */
export type Layout = readonly (readonly [start: Hole, end: Hole])[];

export type Template = {
  /** Published name, such as "cols:0-1-2-3/2-3-0-1": lines used, then which one each rope takes. */
  readonly name: string;
  readonly layout: Layout;
};

/** Published text of a layout: "rope:hole-hole|...", lower hole first. */
export function signatureOf(layout: Layout): string {
  return layout.map(([a, b], rope) => `${rope}:${Math.min(a, b)}-${Math.max(a, b)}`).join("|");
}

/** All templates of a board, those of equal signature once. */
export function listTemplates(gridSize: number, ropeCount: number): Template[] {
  const seen = new Set<string>();
  const templates: Template[] = [];
  for (const lines of combinations(gridSize, ropeCount)) {
    for (const axis of ["rows", "cols"] as const) {
      const spans = lines.map((line) => spanOf(gridSize, axis, line));
      for (const order of ropeOrders(ropeCount)) {
        const layout = order.flatMap((index) => spans.slice(index, index + 1));
        const signature = signatureOf(layout);
        if (seen.has(signature)) continue;
        seen.add(signature);
        templates.push({ name: `${axis}:${lines.join("-")}/${order.join("-")}`, layout });
      }
    }
  }
  return templates;
}

/** The two holes at the ends of a row or a column. */
function spanOf(gridSize: number, axis: "rows" | "cols", line: number): [Hole, Hole] {
  const last = gridSize - 1;
  return axis === "rows"
    ? [holeAt(gridSize, { row: line, col: 0 }), holeAt(gridSize, { row: line, col: last })]
    : [holeAt(gridSize, { row: 0, col: line }), holeAt(gridSize, { row: last, col: line })];
}

/** Choices of `size` numbers below `limit`, each ascending, in alphabetical order. */
function combinations(limit: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first <= limit - size; first++) {
    for (const rest of combinations(limit, size - 1, first + 1)) found.push([first, ...rest]);
  }
  return found;
}

/** Identity, reversed, cyclic shifts, even positions first, from the outside in; each once. */
function ropeOrders(count: number): number[][] {
  const base = Array.from({ length: count }, (_, index) => index);
  const shifts = base.slice(1).map((shift) => base.map((index) => (index + shift) % count));
  const evenFirst = [...base.filter((i) => i % 2 === 0), ...base.filter((i) => i % 2 === 1)];
  const outsideIn = base.map((i) => (i % 2 === 0 ? i / 2 : count - 1 - (i - 1) / 2));
  const orders = [base, [...base].reverse(), ...shifts, evenFirst, outsideIn];
  return [...new Map(orders.map((order) => [order.join("-"), order])).values()];
}
