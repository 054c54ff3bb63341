import { describe, expect, test } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { TASKS } from "../../tasks/registry.ts";
import type { AnyTask } from "../../tasks/task.ts";
import { extractAction } from "../answer/index.ts";
import {
  AGENT_CONDITIONS,
  type AgentCondition,
  type AgentPrompt,
  createAgentPrompt,
  type Picture,
  type PromptStyle,
} from "./agent-prompt.ts";
import { loadAgentTexts } from "./agent-texts.ts";
import { NOT_IMAGINED, type NotImagined } from "./imagination.ts";
import type { ChatPart } from "./reasoner.ts";
import { secretsOf, wayOf } from "./testing/secrets.ts";

const texts = loadAgentTexts();
const PROTOCOLS = ["native", "text"] as const;
const REASONS = Object.keys(NOT_IMAGINED) as NotImagined[];
const board: Picture = { type: "image", png: new Uint8Array([1]), path: "step-00.png" };
const frames: readonly Picture[] = [1, 2, 3].map((frame) => ({
  ...board,
  path: `frame-0${frame}.png`,
}));
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const pipe = TASKS.get("pipe");
const untangle = TASKS.get("untangle");

function promptOf(
  task: AnyTask,
  condition: AgentCondition,
  more: { readonly style?: PromptStyle } = {},
): AgentPrompt {
  return createAgentPrompt({ texts, task, condition, tier: "easy", ...more });
}

function textOf(parts: readonly ChatPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "[picture]")).join("\n");
}

/** Everything that an agent may be told in words while it is in one of these states. */
function everyText(
  task: AnyTask,
  states: readonly unknown[],
  more: { readonly style?: PromptStyle } = {},
): string[] {
  return AGENT_CONDITIONS.flatMap((condition) => {
    const prompt = promptOf(task, condition, more);
    return [
      ...PROTOCOLS.flatMap((protocol) => [
        textOf(
          prompt.firstTurn({ state: states[0], actionBudget: 9, protocol, pictures: [board] }),
        ),
        JSON.stringify(prompt.tools(protocol)),
      ]),
      ...states.map((state, step) =>
        textOf(
          prompt.laterTurn({
            ...{ state, step: step + 1, movesLeft: 9 - step, picturesLeft: 7 },
            ...{ pictures: [board], recalled: frames },
          }),
        ),
      ),
      textOf(prompt.imaginedTurn(frames, 3)),
      ...REASONS.flatMap((reason) => [
        textOf(prompt.notImaginedTurn(reason, 3)),
        prompt.toolText(reason),
      ]),
      prompt.toolText(undefined),
      textOf(prompt.wordsTurn()),
      prompt.pastInvalid,
      prompt.fallbackVideoPrompt,
    ];
  });
}

describe.each(TASKS.items.map((task) => [task.id, task] as const))("%s", (_, task) => {
  const starts = SEEDS.map((seed) => task.initialState(task.generate("easy", seed)) as unknown);

  test("no text holds anything of the state or the way to the goal", () => {
    for (const start of starts) {
      const { states, plan } = wayOf(task, start);
      const secrets = secretsOf(task, states, plan);
      expect(secrets.length).toBeGreaterThan(5);
      const told = everyText(task, states).join("\n");
      expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
    }
  });

  test("the search finds what a video model is told", () => {
    const { states, plan } = wayOf(task, starts[0]);
    const leaking = {
      ...task,
      prompt: (state: unknown) => Object.values(task.rolloutValues(state, plan)).join("\n"),
    };
    const told = everyText(leaking, states).join("\n");
    expect(secretsOf(task, states, plan).filter((secret) => told.includes(secret))).not.toEqual([]);
  });

  test("boards of one size are told in the same words", () => {
    const bySize = new Map<string, Set<string>>();
    for (const start of starts) {
      const size = sizeOf(start);
      const told = everyText(task, [start, start]).join("\n");
      bySize.set(size, (bySize.get(size) ?? new Set()).add(told));
    }
    for (const told of bySize.values()) expect(told.size).toBe(1);
    expect(bySize.size).toBeLessThan(SEEDS.length / 2);
  });

  test("every condition has the task's own words, the state's number and the same pictures", () => {
    const [start] = starts;
    for (const condition of AGENT_CONDITIONS) {
      for (const protocol of PROTOCOLS) {
        const turn = { state: start, actionBudget: 9, protocol, pictures: [board] };
        const parts = promptOf(task, condition).firstTurn(turn);
        const [text] = parts;
        expect(text?.type === "text" && text.text.startsWith(task.prompt(start, 9))).toBe(true);
        expect(text?.type === "text" && text.text.endsWith("\nState 0.")).toBe(true);
        expect(parts.slice(1)).toEqual([board]);
      }
    }
  });

  test("no text reads as an answer", () => {
    for (const told of everyText(task, starts.slice(0, 1))) {
      expect(extractAction(task, told).ok).toBe(false);
    }
  });
});

/** What anybody sees of a board's size. */
function sizeOf(state: unknown): string {
  const entries = Object.entries(Object(state)).flatMap(([key, value]) =>
    typeof value === "number" && /size|width|height|rows|cols|radius/i.test(key)
      ? [[key, value]]
      : key === "ropes" && Array.isArray(value)
        ? [[key, value.length]]
        : [],
  );
  return JSON.stringify(entries);
}

describe("conditions", () => {
  const turn = { state: startOf(pipe), actionBudget: 9, pictures: [board] };
  const first = (condition: AgentCondition, protocol: "native" | "text") =>
    textOf(promptOf(pipe, condition).firstTurn({ ...turn, protocol }));

  test("none is what all others begin with", () => {
    const plain = first("none", "native").replace(/\nState 0\.\n\[picture\]$/, "");
    for (const condition of AGENT_CONDITIONS) {
      for (const protocol of PROTOCOLS) {
        expect(first(condition, protocol).startsWith(plain)).toBe(true);
      }
    }
    expect(first("none", "native")).toBe(first("none", "text"));
    expect(first("none", "native")).not.toContain("[Imagination]");
  });

  test("tools are offered in native, tags are told in text", () => {
    for (const what of ["image", "video"] as const) {
      const prompt = promptOf(pipe, what);
      expect(prompt.tools("native").map(({ name }) => name)).toEqual([`imagine_${what}`]);
      expect(prompt.tools("text")).toEqual([]);
      expect(first(what, "native")).toContain(`imagine_${what}`);
      expect(first(what, "native")).not.toContain("_prompt>");
      expect(first(what, "text")).toContain(`<${what}_prompt>your words</${what}_prompt>`);
      expect(first(what, "text")).not.toContain("imagine_");
    }
    for (const condition of ["none", "text"] as const) {
      expect(promptOf(pipe, condition).tools("native")).toEqual([]);
    }
  });

  test("later turns tell the number of the state and what is left, and nothing else", () => {
    const later = (condition: AgentCondition) =>
      textOf(
        promptOf(pipe, condition).laterTurn({
          ...{ state: turn.state, step: 3, movesLeft: 0, picturesLeft: 0, pictures: [board] },
        }),
      );
    expect(later("none")).toBe(
      "State 3: the board as it is now.\nMoves left: 0.\n" +
        "Give the next move, in the answer format given at the start.\n[picture]",
    );
    expect(later("text").split("\n").slice(0, 2)).toEqual(later("none").split("\n").slice(0, 2));
    expect(later("text")).not.toContain("Give the next move");
    expect(later("video")).toBe(later("none"));
    expect(later("image")).toContain("Pictures left: 0.");
  });

  test("what was imagined comes with its pictures, in order", () => {
    const shown = promptOf(pipe, "video").imaginedTurn(frames, 0);
    expect(shown.slice(1)).toEqual(frames);
    expect(textOf(shown)).toContain("These 3 pictures");
    const recalled = promptOf(pipe, "video").laterTurn({
      ...{ state: turn.state, step: 1, movesLeft: 8, picturesLeft: 0 },
      ...{ pictures: [board], recalled: frames },
    });
    expect(recalled.filter(({ type }) => type === "image")).toEqual([board, ...frames]);
    expect(promptOf(pipe, "image").imaginedTurn([board], 4)[1]).toEqual(board);
    expect(textOf(promptOf(pipe, "image").imaginedTurn([board], 4))).toContain("Pictures left: 4.");
  });
});

describe("the published style", () => {
  test("tells rope ends, occupied holes, crossings and difficulty, in every turn", () => {
    const prompt = promptOf(untangle, "none", { style: "published" });
    const start = untangle.initialState(untangle.generate("easy", 1));
    const told = textOf(
      prompt.firstTurn({ state: start, actionBudget: 15, protocol: "native", pictures: [board] }),
    );
    const block = told.slice(told.indexOf("[State in symbols]"));
    expect(block).toContain("Difficulty: easy.");
    const holes = start.ropes.flatMap(({ ends }: { ends: readonly number[] }) => ends);
    for (const hole of holes) {
      const name = `(${Math.floor(hole / start.gridSize)}, ${hole % start.gridSize})`;
      // Once with its rope, once among the occupied holes.
      expect(block.split(name).length - 1).toBe(2);
    }
    expect(block).toMatch(/Crossings: [23]\./);
    const later = prompt.laterTurn({
      ...{ state: start, step: 1, movesLeft: 14, picturesLeft: 0, pictures: [board] },
    });
    expect(textOf(later)).toContain("Occupied holes: (");
  });

  test("is refused for other tasks", () => {
    expect(() => promptOf(pipe, "none", { style: "published" })).toThrow(UsageError);
    expect(() => promptOf(pipe, "none", { style: "published" })).toThrow("untangle");
  });
});

function startOf(task: AnyTask): unknown {
  return task.initialState(task.generate("easy", 1));
}
