/**
 * The episode as an MCP server: its tools, in words for models. Owns names, arguments and results;
 * leaves out the transport and all that is done. No result holds anything of a board but its picture.
 */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { assertNever, ProbeError } from "../../core/errors.ts";
import { tierSchema } from "../../core/schema/common.ts";
import { judgeRegistry } from "../../cv-diagnostics/checks/registry.ts";
import { RefusedError } from "./client-errors.ts";
import { describeJudged } from "./describe-judged.ts";
import type { Call } from "./open-table.ts";
import type { Play } from "./play.ts";
import { replyOf } from "./reply-of.ts";
import { blocksOf, resultOf, textBlock } from "./results.ts";
import { type CallExtra, type ServeOptions, serveCall } from "./serve-call.ts";
import type { NamedTable, Tables } from "./tables.ts";

export type McpServerOptions = Omit<ServeOptions, "tickMs"> & {
  readonly tables: Tables;
  /** Of topoprobe. */
  readonly version: string;
  /** @default 5000 */
  readonly tickMs?: number;
};

const DEFAULT_TICK_MS = 5000;
/** Longest answer and longest words for a picture that are taken, in characters. */
const MAX_ANSWER_LENGTH = 20_000;
const MAX_WORDS_LENGTH = 10_000;

const INSTRUCTIONS = `Puzzles to be solved from pictures, one move at a time.
Call start_episode: it tells the rules, the answer format and the board as a picture. Then call act with one move at a time; each result shows the board as it is. When the episode is over, judge tells what the judge saw in the imagined clip, and end_episode gives the whole record.`;

const OUTCOMES = {
  moved: "The move was made.",
  illegal: "The move is not allowed: the board is unchanged, and the move is spent.",
  invalid: "No move could be read: the board is unchanged, and the move is spent.",
} as const;

const episode = z.string().max(200).describe("The id that start_episode gave.");
const words = z.string().max(MAX_WORDS_LENGTH);
const answer = z
  .union([
    z.string().max(MAX_ANSWER_LENGTH),
    z.record(z.string(), z.unknown()),
    z.array(z.unknown()),
    z.number(),
    z.boolean(),
    z.null(),
  ])
  .describe("The next move in the answer format of the puzzle: the JSON object itself, or a text.");

/** Not connected yet. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { tables } = options;
  const serve: ServeOptions = { ...options, tickMs: options.tickMs ?? DEFAULT_TICK_MS };
  const server = new McpServer(
    { name: "topoprobe", version: options.version },
    { instructions: INSTRUCTIONS },
  );
  const inEpisode = (
    id: string,
    extra: CallExtra,
    work: (play: Play, table: NamedTable, call: Call) => Promise<CallToolResult>,
  ): Promise<CallToolResult> =>
    serveCall(serve, extra, async (call) => {
      const table = tables.get(id);
      return table.use(call, (play) => work(play, table, call));
    });

  server.registerTool(
    "list_tasks",
    {
      title: "List puzzles",
      description: "The puzzles that can be played, their tiers, and what can be imagined.",
      annotations: { readOnlyHint: true },
    },
    (extra) => serveCall(serve, extra, async () => resultOf([], describeOffer(tables))),
  );

  server.registerTool(
    "start_episode",
    {
      title: "Start an episode",
      description:
        "Starts a puzzle: the rules, the answer format, and the board as a picture. " +
        "Without a seed it is one that was not played yet.",
      inputSchema: {
        task: z.string().max(100).optional().describe("See list_tasks."),
        tier: tierSchema.optional(),
        seed: z.number().int().nonnegative().optional().describe("Decides the puzzle."),
      },
    },
    (wish, extra) =>
      serveCall(serve, extra, async (call) => {
        const client = server.server.getClientVersion();
        const table = await tables.start(wish, client, call);
        return table.use(call, (play) => {
          const say = `Episode ${table.name}. Give each move with the tool act.`;
          return resultOf([...blocksOf(play.look(true)), textBlock(say)], {
            ...standingOf(table, play),
            ...{ task: table.instance.task, tier: table.instance.tier, seed: table.seed },
          });
        });
      }),
  );

  server.registerTool(
    "observe",
    {
      title: "Look at the board",
      description: "The board as it is, and what was imagined of it. Costs no move.",
      inputSchema: { episode },
      annotations: { readOnlyHint: true },
    },
    ({ episode: id }, extra) =>
      inEpisode(id, extra, async (play, table) =>
        resultOf(blocksOf(lookAt(play, true)), standingOf(table, play)),
      ),
  );

  if (tables.condition !== "none") {
    const isClip = tables.condition === "video";
    server.registerTool(
      isClip ? "imagine_video" : "imagine_image",
      {
        title: isClip ? "Imagine a clip" : "Imagine a picture",
        description: isClip
          ? "Makes a clip that begins with the picture of the board and goes on as the words say: " +
            "once an episode, before the first move. Gives frames of it. May take minutes."
          : "Paints a picture from the picture of the board and the words given. At most ten an " +
            "episode. May take a minute.",
        inputSchema: {
          episode,
          prompt: words.describe(
            isClip
              ? "What happens in the clip: the moves, one after the other, and what stays as it is."
              : "What the picture shows: what has changed on the board, and what is as it was.",
          ),
        },
      },
      ({ episode: id, prompt }, extra) =>
        inEpisode(id, extra, async (play, table) => {
          refuseWhenOver(play, table);
          const made = await play.imagine(prompt);
          const standing = standingOf(table, play);
          if (!made.ok) {
            if (made.detail !== undefined) options.log(`${table.name}: ${made.detail}`);
            const told = resultOf(blocksOf(made.parts), { ...standing, reason: made.reason });
            return { ...told, isError: true };
          }
          const file = table.absolute(made.clip.ref.path);
          // Warnings stay in the record: some tell how many moves the solver needs.
          return resultOf(blocksOf(made.parts), { ...standing, file });
        }),
    );
  }

  server.registerTool(
    "act",
    {
      title: "Make a move",
      description:
        "Makes one move, and shows the board after it. A move that is not allowed, or cannot be " +
        "read, changes nothing and is spent all the same.",
      inputSchema: { episode, answer },
      annotations: { destructiveHint: false, idempotentHint: false },
    },
    ({ episode: id, answer: given }, extra) =>
      serveCall(serve, extra, async (call) => {
        const table = tables.get(id);
        const acted = await table.use(call, async (play) => {
          refuseWhenOver(play, table);
          const outcome = await play.act(replyOf(given));
          return resultOf([textBlock(OUTCOMES[outcome]), ...blocksOf(lookAt(play, false))], {
            ...{ outcome },
            ...standingOf(table, play),
          });
        });
        if (table.ended() !== undefined) options.log(`${table.name}: over`);
        return acted;
      }),
  );

  server.registerTool(
    "judge",
    {
      title: "Judge the imagined clip",
      description:
        "What the judge says of the clip that was imagined: whether it obeys the rules in every " +
        "frame, and arrives. Told when the episode is over.",
      inputSchema: { episode },
      annotations: { readOnlyHint: true },
    },
    ({ episode: id }, extra) =>
      inEpisode(id, extra, async (_play, table) => {
        const ended = table.ended();
        if (ended === undefined) {
          throw new RefusedError(
            `expected an episode that is over but received ${table.name}, which is still played. ` +
              "Play on, or call end_episode to give it up",
          );
        }
        const { said, data } = describeJudged(ended.judged);
        return resultOf([textBlock(said)], { episode: table.name, ...data });
      }),
  );

  server.registerTool(
    "end_episode",
    {
      title: "End an episode",
      description:
        "The record of an episode, as it is written down. One that is not over is given up by it: " +
        "it counts as not solved.",
      inputSchema: { episode },
    },
    ({ episode: id }, extra) =>
      serveCall(serve, extra, async (call) => {
        const table = tables.get(id);
        if (table.ended() === undefined) await table.use(call, (play) => play.giveUp());
        const ended = table.ended();
        if (ended === undefined)
          throw new ProbeError("internal", `expected the end of ${table.name}`);
        const said = `Written down in ${table.path}.`;
        return resultOf([textBlock(said)], {
          ...{ episode: table.name, run: table.absolute("."), record: ended.episode },
        });
      }),
  );
  return server;
}

function refuseWhenOver(play: Play, table: NamedTable): void {
  if (!play.isOver() && table.ended() === undefined) return;
  throw new RefusedError(
    `expected an episode that is still played but received ${table.name}, which is over. ` +
      "Call start_episode for another one",
  );
}

/** Where it stands, in words where there is nothing to do any more. */
function lookAt(play: Play, recall: boolean) {
  if (!play.isOver()) return play.look(recall);
  const { success, terminated, truncated } = play.standing();
  const why = success
    ? "the puzzle is solved"
    : terminated
      ? "no move is left that could solve it"
      : truncated
        ? "all moves are spent"
        : "it was given up";
  const text = `The episode is over: ${why}.`;
  return [{ type: "text", text } as const, ...play.board()];
}

function standingOf(table: NamedTable, play: Play) {
  return { episode: table.name, ...play.standing() };
}

function describeOffer({ tasks, tiers, condition }: Tables) {
  return {
    tasks: tasks.map(({ id, title, rule }) => ({
      ...{ task: id, title, rule },
      clipsAreJudged: judgeRegistry.has(id),
    })),
    tiers,
    imagination: imaginationOf(condition),
  };
}

function imaginationOf(condition: Tables["condition"]): string {
  switch (condition) {
    case "none":
      return "none";
    case "image":
      return "imagine_image, at most ten pictures an episode";
    case "video":
      return "imagine_video, one clip an episode, before the first move";
    default:
      return assertNever(condition);
  }
}
