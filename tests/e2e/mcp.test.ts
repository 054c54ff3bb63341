/** `probe mcp` as a client starts it: a process of its own, spoken to over stdio. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { readRun } from "../../core/store/read-run.ts";
import { getTask } from "../../tasks/registry.ts";
import { probe, temporaryFolder } from "./helpers/cli.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROCESS_MS = 60_000;

/** The whole command line, with somebody who prints where the protocol is spoken. */
const SCRIPT = `
const atStart = process.stdout.write;
setInterval(() => {
  if (process.stdout.write !== atStart) console.log("not for the protocol");
}, 20).unref();
await import("./cli/main.ts");
`;

test(
  "an oracle outside solves a pipe over stdio, its clip is judged, and the folder is reported",
  async () => {
    const folder = temporaryFolder("mcp");
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        ...["--import", "tsx", "--input-type=module", "-e", SCRIPT, "--", "probe"],
        ...["mcp", "--task", "pipe", "--tier", "easy", "--gen", "oracle", "--out", folder],
        ...["--size", "416x240", "--frames", "41"],
      ],
      cwd: ROOT,
      stderr: "pipe",
    });
    let log = "";
    transport.stderr?.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
    const strays: string[] = [];
    const client = new Client({ name: "oracle-outside", version: "1" });
    client.onerror = (error) => strays.push(error.message);
    await client.connect(transport);
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = (await client.callTool({
        ...{ name, arguments: args },
      })) as CallToolResult;
      const last = content.at(-1);
      const text = last?.type === "text" ? last.text : "";
      expect(isError ?? false, text).toBe(false);
      const pictures = content.filter(({ type }) => type === "image").length;
      return { data: JSON.parse(text) as Record<string, unknown>, pictures };
    };

    const task = getTask("pipe");
    const instance = task.generate("easy", 3);
    const { data } = await call("start_episode", { seed: 3 });
    const { episode } = data;
    expect(episode).toBe(instance.id);
    const clip = await call("imagine_video", { episode, prompt: "All pieces turn into place." });
    expect(clip.pictures).toBe(8);
    let last: Record<string, unknown> = {};
    for (const action of task.solve(task.initialState(instance)) ?? []) {
      last = (await call("act", { episode, answer: { answer: action } })).data;
    }
    expect(last).toMatchObject({ outcome: "moved", terminated: true, success: true });
    expect((await call("judge", { episode })).data).toMatchObject({
      verdict: { processValidSuccess: true },
    });
    await client.close();

    // What else is printed goes to the log.
    expect(log).toContain("not for the protocol");
    expect(log).toContain(`${instance.id}: started, video`);
    expect(strays).toEqual([]);

    const run = join(folder, instance.id);
    const { records, missing, manifest } = await readRun(run);
    expect(missing).toEqual([]);
    expect(records[0]?.episode).toMatchObject({ status: "ok", condition: "video", success: true });
    expect(records[0]?.verdict?.processValidSuccess).toBe(true);
    expect(manifest.config.reasoner).toBe("mcp");
    const { code, out } = await probe("report", run, "--json");
    expect(code, out).toBe(0);
    expect(out).toContain("index.html");
  },
  PROCESS_MS,
);

test("wrong options end in a message and an exit code, before anything is served", async () => {
  const { Command } = await import("commander");
  const { addMcpCommand } = await import("../../cli/mcp.ts");
  const { UsageError } = await import("../../core/errors.ts");
  const run = (...argv: string[]) => {
    const program = new Command("probe");
    const text = { out: () => undefined, err: () => undefined, progress: { write: () => true } };
    addMcpCommand(program, { ...text, env: {}, argv }, () => undefined);
    return program.parseAsync(argv, { from: "user" });
  };
  await expect(run("mcp", "--gen", "nobody")).rejects.toThrow(UsageError);
  await expect(run("mcp", "--task", "nothing")).rejects.toThrow(UsageError);
});
