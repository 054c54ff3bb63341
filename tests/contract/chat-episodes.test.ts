import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatRefusal, queueOf, type RunningDemoServer } from "../../demo-server/index.ts";
import { agentOf, play } from "../../probes/agent/testing/agent-suite.ts";
import { createFilmer, createPainter } from "../../probes/agent/testing/rollout-makers.ts";
import { modelAnswerRow } from "../../probes/interchange/export-rows.ts";
import { exportRun, readModelAnswer } from "../../probes/interchange/index.ts";
import { createChatReasoner } from "../../probes/reasoners/openai-chat.ts";
import { getTask, TASKS } from "../../tasks/registry.ts";
import { startFakes } from "../helpers/fakes/start-fakes.ts";

let fakes: RunningDemoServer;
let strict: RunningDemoServer;
const REFUSED: readonly ChatRefusal[] = ["tools", "max_tokens", "temperature"];

beforeAll(async () => {
  fakes = await startFakes();
  strict = await startFakes({ chatRefuses: REFUSED });
});
afterAll(() => Promise.all([fakes.close(), strict.close()]));

const reasonerAt = ({ url }: RunningDemoServer) =>
  createChatReasoner({
    ...{ model: "demo", baseUrl: `${url}/v1`, env: { CHAT_API_KEY: "demo" } },
    ...{ redact: (text) => text, firstPauseMs: 1 },
  });

/** The row of the only episode, read back. */
async function exported(runPath: string) {
  const [episode] = (await exportRun(runPath)).episodes;
  if (episode === undefined) throw new Error("nothing was exported");
  const answer = readModelAnswer(JSON.parse(JSON.stringify(modelAnswerRow(episode, (p) => p))));
  if (!answer.ok) throw new Error(answer.reason);
  return answer;
}

describe("episodes with a model at the fake chat server", () => {
  it.each(TASKS.ids)("of %s run to their end, and are exported whole", async (id) => {
    const { episode, runPath } = await play({
      condition: "none",
      reasoner: reasonerAt(fakes),
      instances: [getTask(id).generate("easy", 1)],
    });
    const agent = agentOf(episode);
    expect(agent.terminated || agent.truncated).toBe(true);
    expect(agent.steps.every(({ answer }) => answer.isFormatValid)).toBe(true);
    const { steps, row } = await exported(runPath);
    expect(row.meta_info).toMatchObject({ model_id: "demo", total_steps: agent.steps.length });
    expect(steps.map(({ action }) => action)).toEqual(
      agent.steps.map(({ answer }) => answer.action),
    );
    expect(steps.map((step) => step.raw_response_text)).toEqual(
      agent.steps.map(({ reply }) => reply),
    );
  });

  it.each([
    ["image", "native"],
    ["image", "text"],
    ["video", "native"],
    ["video", "text"],
  ] as const)("imagine once: %s, %s", async (condition, protocol) => {
    const { episode, runPath } = await play({
      condition,
      reasoner: reasonerAt(protocol === "native" ? fakes : strict),
      generator: condition === "image" ? createPainter() : createFilmer(),
    });
    const agent = agentOf(episode);
    expect(agent.toolProtocol).toBe(protocol);
    const imagined = agent.steps.flatMap(({ imaginations }) => imaginations);
    expect(imagined).toHaveLength(1);
    expect(imagined[0]?.file).toBeDefined();
    const { steps } = await exported(runPath);
    expect(steps[0]?.[condition === "image" ? "imagined_images" : "imagined_video"]).toEqual(
      condition === "image" ? [imagined[0]?.file?.path] : imagined[0]?.file?.path,
    );
    expect(steps[0]?.[`${condition}_prompt`]).toBe(imagined[0]?.prompt);
  });

  it("go on after what goes wrong in the words of a model", async () => {
    fakes.faults.use(
      queueOf([
        { fault: { kind: "malformed-arguments" }, action: "chat", times: 2 },
        { fault: { kind: "empty-content" }, action: "chat" },
        { fault: { kind: "cut-short" }, action: "chat" },
      ]),
    );
    const { episode, runPath } = await play({
      condition: "image",
      reasoner: reasonerAt(fakes),
      generator: createPainter(),
    });
    const agent = agentOf(episode);
    expect(agent.truncated).toBe(true);
    expect(agent.steps[0]?.imaginations[0]).toMatchObject({ skipped: "malformed_call" });
    expect(agent.steps.filter(({ outcome }) => outcome === "invalid").length).toBeGreaterThan(0);
    const { steps } = await exported(runPath);
    expect(steps.map((step) => step.invalid_response)).toEqual(
      agent.steps.map(({ outcome }) => outcome === "invalid"),
    );
  });
});
