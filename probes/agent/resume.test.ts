/**
 * A run that dies is played again from its journals. Death is simulated by cutting the journals of a
 * whole run where a process could have died: after any line, in the order of writing.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import type { BuiltinRequest, Generator } from "../../generators/generator.ts";
import type { FakeGenerator } from "../../tests/e2e/helpers/fakes.ts";
import type { AgentCondition } from "../reasoners/agent-prompt.ts";
import { createScriptedChat, type ScriptedReply } from "../reasoners/scripted.ts";
import { runSuite } from "../run-suite.ts";
import { agentSuite, newRunPath, PIPE_BOARD, pipe, play, solution } from "./testing/agent-suite.ts";
import { createPainter, createReel } from "./testing/rollout-makers.ts";
import { imagine } from "./testing/talks.ts";

const plan = solution(pipe, PIPE_BOARD).slice(0, 2);
const BOARD = { ...PIPE_BOARD, actionBudget: 2 };
const idle = Array.from({ length: BOARD.actionBudget - 2 }, () => "?");
const instances = [BOARD];
const JOURNALS = ["episodes.jsonl", "rollouts.jsonl", "replies.jsonl", "verdicts.jsonl"] as const;
type Journals = Readonly<Record<(typeof JOURNALS)[number], string>>;

/** What the journals hold after each write of a whole run, and the folder of the end. */
async function filmRun(
  condition: AgentCondition,
  script: readonly ScriptedReply[],
  generator: Generator<BuiltinRequest> | undefined,
): Promise<{ readonly runPath: string; readonly moments: readonly Journals[] }> {
  const runPath = newRunPath();
  const moments: Journals[] = [];
  const { open } = await import("node:fs/promises");
  await play({
    instances,
    ...{ condition, runPath, reasoner: createScriptedChat(script) },
    ...(generator === undefined ? {} : { generator }),
    changes: {
      openFile: async (path) => {
        const file = await open(path, "a");
        return {
          write: (async (bytes: Uint8Array, offset: number, length: number) =>
            file.write(bytes, offset, length, null)) as never,
          sync: async () => {
            await file.sync();
            moments.push(readJournals(runPath));
          },
          truncate: (length) => file.truncate(length),
          close: () => file.close(),
        };
      },
    },
  });
  return { runPath, moments };
}

function readJournals(runPath: string): Journals {
  const read = (name: string): string => {
    try {
      return readFileSync(join(runPath, name), "utf8");
    } catch {
      return "";
    }
  };
  return Object.fromEntries(JOURNALS.map((name) => [name, read(name)])) as Journals;
}

const countOf = (text: string, event: string): number =>
  text.split(`"event":"${event}"`).length - 1;

const hosted = () => createPainter({ host: {}, ownIds: true });
const cases: readonly [
  AgentCondition,
  string,
  ScriptedReply[],
  () => Generator<BuiltinRequest> | undefined,
][] = [
  ["none", "", [...plan, ...idle], () => undefined],
  ["text", "", [...plan, ...idle].flatMap((answer) => ["words", answer]), () => undefined],
  [
    ...(["image", "a host"] as const),
    [imagine("one"), plan[0] ?? "", imagine("two"), plan[1] ?? "", ...idle],
    hosted,
  ],
  ["image", "no host", [imagine("one"), imagine(""), ...plan, ...idle], () => createPainter()],
  ["video", "", [imagine("clip", "imagine_video"), ...plan, ...idle], createReel],
];

describe.each(cases)("%s %s", (condition, _, script, makeGenerator) => {
  test("killed after any line and taken up again it gives the same episode, and asks for nothing twice", async () => {
    const { runPath, moments } = await filmRun(condition, script, makeGenerator());
    const whole = readJournals(runPath);
    expect(moments.length).toBeGreaterThan(4);
    for (const [index, moment] of moments.entries()) {
      const copy = newRunPath();
      cpSync(runPath, copy, { recursive: true });
      for (const name of JOURNALS) writeFileSync(join(copy, name), moment[name]);
      const written = countOf(moment["replies.jsonl"], "reply");
      const reasoner = createScriptedChat(script.slice(written));
      const generator = makeGenerator();
      await play({
        instances,
        ...{ condition, reasoner, runPath: copy },
        ...(generator === undefined ? {} : { generator }),
      });
      const again = readJournals(copy);
      expect(again["episodes.jsonl"], `death ${index}`).toBe(whole["episodes.jsonl"]);
      expect(reasoner.asked).toHaveLength(script.length - written);
      expect(countOf(again["replies.jsonl"], "reply")).toBe(script.length);
      expect(again["verdicts.jsonl"]).toBe(whole["verdicts.jsonl"]);
      if (generator?.host !== undefined) {
        const bought = countOf(moment["rollouts.jsonl"], "submitted");
        const starts = (generator as FakeGenerator).calls.filter((call) => call === "start");
        expect(starts).toHaveLength(2 - bought);
      }
      rmSync(copy, { recursive: true });
    }
  }, 30_000);
});

test("an interrupt leaves the episode undone, and the next run plays it to the same end", async () => {
  const script = [imagine("one"), ...plan];
  const generator = () => createPainter({ host: {} });
  const common = { condition: "image", instances } as const;
  const whole = await play({
    ...{ ...common, reasoner: createScriptedChat(script), generator: generator() },
  });
  const runPath = newRunPath();
  const interrupt = new AbortController();
  const talker = createScriptedChat(script);
  const reply: typeof talker.reply = async (...asked) => {
    const said = await talker.reply(...asked);
    if (talker.asked.length === 2) interrupt.abort();
    return said;
  };
  const stopped = await runSuite(
    agentSuite({
      ...{ ...common, runPath, reasoner: { ...talker, reply }, generator: generator() },
      changes: { signal: interrupt.signal },
    }),
  );
  expect(stopped).toMatchObject({ status: "interrupted", undone: [BOARD.id] });
  const rest = createScriptedChat(script.slice(2));
  const painter = generator();
  await play({ ...common, runPath, reasoner: rest, generator: painter });
  expect(painter.calls).toEqual([]);
  expect(readJournals(runPath)["episodes.jsonl"]).toBe(
    readJournals(whole.runPath)["episodes.jsonl"],
  );
});

test("an episode that breaks off tells what it has cost so far", async () => {
  const broken = new ProviderError("expected a reply but received 503");
  const options = {
    condition: "image",
    instances,
    generator: createPainter({ host: {} }),
  } as const;
  const early = await play({ ...options, reasoner: createScriptedChat([broken]) });
  expect(early.episode).toMatchObject({ status: "error", costUsd: 0 });
  const late = await play({ ...options, reasoner: createScriptedChat([imagine("one"), broken]) });
  expect(late.episode).toMatchObject({ status: "error", costUsd: 0.5 });
});

test("a picture that may have been bought stands as unknown until it is asked for again on purpose", async () => {
  const script = [imagine("one"), ...plan, ...idle];
  const painter = createPainter({
    host: {},
    startErrors: [
      new ProviderError("expected an answer but received none", { mayHaveStarted: true }),
    ],
  });
  const runPath = newRunPath();
  const first = await play({
    instances,
    condition: "image",
    reasoner: createScriptedChat(script),
    generator: painter,
    runPath,
  });
  expect(first.episode).toMatchObject({ status: "error", error: { code: "unknown" } });
  expect(first.result.standing.unknown).toBe(1);
  const untouched = createPainter({ host: {} });
  const second = await play({
    instances,
    condition: "image",
    reasoner: createScriptedChat([]),
    generator: untouched,
    runPath,
  });
  expect(untouched.calls).toEqual([]);
  expect(second.result).toMatchObject({ skipped: 1, status: "finished" });
  const third = await play({
    instances,
    ...{ condition: "image", runPath, generator: createPainter({ host: {} }) },
    reasoner: createScriptedChat(script.slice(1)),
    changes: { retryUnknown: true },
  });
  expect(third.episode).toMatchObject({ status: "ok", costUsd: null });
});

test("secrets reach neither the journal nor what is used, so that both stay the same", async () => {
  const secret = `sk-${"a".repeat(24)}`;
  const reasoner = createScriptedChat([`${secret} ${plan[0]}`, plan[1] ?? "", ...idle]);
  const { episode, runPath } = await play({ instances, condition: "none", reasoner });
  expect(JSON.stringify(episode)).toContain("[redacted token]");
  for (const name of readdirSync(runPath).filter((file) => file.endsWith(".jsonl"))) {
    expect(readFileSync(join(runPath, name), "utf8")).not.toContain(secret);
  }
});
