/** Does a set of drawn edges separate the instance's colours, and if not, which cells show it? */
import { regionsOf, separates, separationFaults } from "../../../tasks/one-stroke/regions.ts";
import type { LatticeEdge, StrokeState, Vertex } from "../../../tasks/one-stroke/state.ts";

export function isSeparating(initial: StrokeState, edges: readonly LatticeEdge[]): boolean {
  return separates(initial.cells, regionsOf(initial.width, initial.height, edges));
}

/** Cells of split colours and of mixed regions. */
export function separationFaultCells(
  initial: StrokeState,
  edges: readonly LatticeEdge[],
): readonly { readonly cell: Vertex; readonly reason: string }[] {
  const regions = regionsOf(initial.width, initial.height, edges);
  const { splitColours, mixedRegions } = separationFaults(initial.cells, regions);
  return initial.cells.flatMap((row, j) =>
    row.flatMap((colour, i) => {
      const region = regions[j]?.[i] ?? -1;
      if (colour === null) return [];
      if (mixedRegions.includes(region)) {
        return [{ cell: [i, j] as const, reason: "region_holds_two_colours" }];
      }
      return splitColours.includes(colour)
        ? [{ cell: [i, j] as const, reason: "colour_in_two_regions" }]
        : [];
    }),
  );
}
