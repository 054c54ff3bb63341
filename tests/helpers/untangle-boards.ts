/**
 * Peg boards for tests, written down so that none has to be searched for: what the seeds named gave
 * when this file was made. Owns no rules.
 */
import { startState, type UntangleState } from "../../tasks/untangle/state.ts";

/** Published: easy, seed 1. */
export const EASY_BOARD: UntangleState = startState(5, {
  ends: [
    [2, 22],
    [3, 15],
    [0, 1],
    [9, 21],
  ],
  isLong: false,
  tangle: [],
});

/** Published: medium, seed 385. */
export const MEDIUM_BOARD: UntangleState = startState(6, {
  ends: [
    [18, 32],
    [7, 29],
    [26, 5],
    [27, 11],
    [12, 17],
  ],
  isLong: false,
  tangle: [],
});

/** Published: hard, seed 692; three ropes tangled. */
export const HARD_BOARD: UntangleState = startState(6, {
  ends: [
    [20, 17],
    [11, 33],
    [19, 9],
    [5, 35],
    [0, 30],
    [22, 10],
  ],
  isLong: true,
  tangle: [1, 5, 3],
});

/** Generated: hard, seed 401; four ropes tangled. */
export const TANGLED_BOARD: UntangleState = startState(6, {
  ends: [
    [7, 23],
    [28, 35],
    [30, 6],
    [1, 31],
    [2, 32],
    [3, 25],
  ],
  isLong: true,
  tangle: [4, 0, 5, 3],
});

/** A knot of long ropes so tight that ends pulled far squeeze ropes between others. */
export const KNOTTED_BOARD: UntangleState = startState(6, {
  ends: [
    [19, 30],
    [27, 22],
    [4, 34],
    [1, 12],
    [3, 33],
    [23, 26],
  ],
  isLong: true,
  tangle: [2, 4, 1, 5],
});

export const UNTANGLE_BOARDS: readonly UntangleState[] = [
  EASY_BOARD,
  MEDIUM_BOARD,
  HARD_BOARD,
  TANGLED_BOARD,
];
