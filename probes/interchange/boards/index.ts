/** Boards in published words, by the ids of their tasks. */
import type { Board } from "./board.ts";
import { chatNoirBoard } from "./chat-noir.ts";
import { oneStrokeBoard } from "./one-stroke.ts";
import { pipeBoard } from "./pipe.ts";
import { swapBoard } from "./swap.ts";
import { untangleBoard } from "./untangle.ts";

export const BOARDS: Readonly<Record<string, Board>> = {
  pipe: pipeBoard,
  "one-stroke": oneStrokeBoard,
  untangle: untangleBoard,
  swap: swapBoard,
  "chat-noir": chatNoirBoard,
};
