/** Which failures of a picture an episode goes on without, and which it waits for. */
import { expect, test } from "vitest";
import { ProviderError } from "../../core/errors.ts";
import { createScriptedChat } from "../reasoners/scripted.ts";
import { newRunPath, PIPE_BOARD, pipe, play, solution } from "./testing/agent-suite.ts";
import { createPainter } from "./testing/rollout-makers.ts";
import { imagine } from "./testing/talks.ts";

const plan = solution(pipe, PIPE_BOARD).slice(0, 2);
const BOARD = { ...PIPE_BOARD, actionBudget: 2 };
const idle = Array.from({ length: BOARD.actionBudget - 2 }, () => "?");
const instances = [BOARD];

test("a skip is remembered: what failed is not asked for again when the run is taken up", async () => {
  const script = [imagine("one"), ...plan];
  const failing = createPainter({
    onResult: () => {
      throw new ProviderError("expected a picture but received 500");
    },
  });
  const broken = createScriptedChat([
    ...script,
    new ProviderError("expected a reply but received 503"),
  ]);
  const runPath = newRunPath();
  await play({ instances, condition: "image", reasoner: broken, generator: failing, runPath });
  const painter = createPainter();
  const rest = createScriptedChat(idle);
  const { episode } = await play({
    instances,
    condition: "image",
    reasoner: rest,
    generator: painter,
    runPath,
  });
  expect(painter.calls).toEqual([]);
  expect(episode).toMatchObject({
    status: "ok",
    agent: {
      steps: { 0: { imaginations: [{ skipped: "failed: expected a picture but received 500" }] } },
    },
  });
});

test("a picture whose host is away is no skip: the next run takes it up, and buys nothing", async () => {
  const away = new ProviderError("expected an answer but received 503", { isRetryable: true });
  const runPath = newRunPath();
  const first = await play({
    ...{ instances, condition: "image", runPath },
    reasoner: createScriptedChat([imagine("one")]),
    generator: createPainter({ host: {}, statuses: [away] }),
  });
  expect(first.episode).toMatchObject({ status: "error", error: { code: "provider" } });
  const painter = createPainter({ host: {} });
  const { episode } = await play({
    ...{ instances, condition: "image", runPath, generator: painter },
    reasoner: createScriptedChat([...plan, ...idle]),
  });
  expect(painter.calls).toEqual(["status", "result"]);
  expect(episode).toMatchObject({ status: "ok", costUsd: 0.5 });
  expect(JSON.stringify(episode)).not.toContain("503");
});

test.each([401, 402, 403, 404, 413])(
  "a picture that is refused with %i, whatever its words, is no skip",
  async (status) => {
    const refused = new ProviderError(`expected a picture but received ${status}`, {
      context: { status },
    });
    const runPath = newRunPath();
    const first = await play({
      ...{ instances, condition: "image", runPath },
      reasoner: createScriptedChat([imagine("one")]),
      generator: createPainter({ host: {}, startErrors: [refused] }),
    });
    expect(first.episode).toMatchObject({ status: "error", error: { code: "provider" } });
    const painter = createPainter({ host: {} });
    const { episode } = await play({
      ...{ instances, condition: "image", runPath, generator: painter },
      reasoner: createScriptedChat([...plan, ...idle]),
    });
    expect(painter.calls).toEqual(["start", "status", "result"]);
    expect(episode).toMatchObject({ status: "ok", costUsd: 0.5 });
  },
);

test("words that a host refuses are a skip: the episode is played on", async () => {
  const refused = new ProviderError("expected a picture but received 400: moderation", {
    context: { status: 400 },
  });
  const { episode } = await play({
    ...{ instances, condition: "image" },
    reasoner: createScriptedChat([imagine("one"), ...plan, ...idle]),
    generator: createPainter({ host: {}, startErrors: [refused] }),
  });
  expect(episode).toMatchObject({
    ...{ status: "ok", costUsd: 0 },
    agent: { steps: { 0: { imaginations: [{ skipped: expect.stringMatching(/moderation/) }] } } },
  });
});

test("a picture that is made stays bought when its host does not answer for a while", async () => {
  const page = new ProviderError("expected the job but received a page");
  const runPath = newRunPath();
  await play({
    ...{ instances, condition: "image", runPath },
    reasoner: createScriptedChat([imagine("one")]),
    generator: createPainter({ host: {}, statuses: [page] }),
  });
  const painter = createPainter({ host: {} });
  await play({
    ...{ instances, condition: "image", runPath, generator: painter },
    reasoner: createScriptedChat([...plan, ...idle]),
  });
  expect(painter.calls).toEqual(["status", "result"]);
});
