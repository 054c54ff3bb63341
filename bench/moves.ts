/**
 * How long the simulation of one move of a rope end takes, by tier: random legal moves on fresh boards,
 * each from the settled ropes before it. Bar: 50 ms. Computing is what the process had of the cores
 * meanwhile: where others keep them busy, only that can be compared.
 *
 *   npx tsx bench/moves.ts [--boards 10] [--moves 10] [--seed 150000]
 */
import { parseArgs } from "node:util";
import { rngFromText } from "../core/rng/mt19937.ts";
import { TIERS } from "../core/schema/common.ts";
import { untangleTask } from "../tasks/untangle/index.ts";
import { moveEnd } from "../tasks/untangle/physics/move.ts";
import { endInHole, holesOfAction } from "../tasks/untangle/rules.ts";
import { worldOf } from "../tasks/untangle/simulate.ts";

const LIMIT_MS = 50;

const { values } = parseArgs({
  options: {
    boards: { type: "string", default: "10" },
    moves: { type: "string", default: "10" },
    seed: { type: "string", default: "150000" },
  },
});
const [boards, moves, seed] = [values.boards, values.moves, values.seed].map(Number) as [
  number,
  number,
  number,
];

process.stdout.write(
  "| tier | moves | median ms | 95 % ms | worst ms | computing: median | 95 % | worst |\n" +
    "| --- | --- | --- | --- | --- | --- | --- | --- |\n",
);
for (const [index, tier] of TIERS.entries()) {
  const times: number[] = [];
  const computing: number[] = [];
  for (let board = 0; board < boards; board++) {
    const instance = untangleTask.generate(tier, seed + 200 * index + board);
    const rng = rngFromText(instance.id);
    let state = untangleTask.initialState(instance);
    for (let move = 0; move < moves && !untangleTask.isSolved(state); move++) {
      const action = rng.choice(untangleTask.legalActions(state));
      const holes = holesOfAction(state.gridSize, action);
      const moved = holes === null ? undefined : endInHole(state, holes.source);
      const next = untangleTask.step(state, action);
      if (holes === null || moved === undefined || !next.ok) throw new Error("no legal move");
      const { rope, end } = moved;
      const world = worldOf(state);
      const cpu = process.cpuUsage();
      const before = performance.now();
      moveEnd(world, state.gridSize, { rope, end, ...holes });
      times.push(performance.now() - before);
      const { user, system } = process.cpuUsage(cpu);
      computing.push((user + system) / 1000);
      state = next.state;
    }
  }
  const figures = [times, computing].flatMap((list) => {
    list.sort((a, b) => a - b);
    return [0.5, 0.95, 1].map((share) =>
      (list[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0).toFixed(1),
    );
  });
  process.stdout.write(`| ${tier} | ${times.length} | ${figures.join(" | ")} |\n`);
}
process.stdout.write(`bar: ${LIMIT_MS} ms for one move\n`);
