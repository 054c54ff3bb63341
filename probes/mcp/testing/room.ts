/** A server and its client in one process, for tests. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult, Progress } from "@modelcontextprotocol/sdk/types.js";
import { createRedactor } from "../../../core/store/redact.ts";
import { createFakeJudge } from "../../../tests/e2e/helpers/fakes.ts";
import { sampleManifest } from "../../../tests/e2e/helpers/records.ts";
import { createMcpServer, createTables, type TablesOptions } from "../index.ts";

/** A result, taken apart. */
export type Told = {
  readonly texts: readonly string[];
  readonly pictures: number;
  /** The last block, where it is JSON. */
  readonly data: Record<string, unknown>;
  readonly isError: boolean;
};

export type Room = {
  readonly folder: string;
  readonly client: Client;
  readonly lines: string[];
  /** Everything that came back, as text. */
  readonly told: string[];
  readonly call: (name: string, args?: object, options?: CallOptions) => Promise<Told>;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
};

const open: (() => Promise<void>)[] = [];

/** Closes what was entered; to be called after each test. */
export async function leaveAll(): Promise<void> {
  for (const close of open.splice(0)) await close();
}

/** Closes the last one that was entered. */
export async function leave(): Promise<void> {
  await open.pop()?.();
}

/** A client that is connected to a server of its own, on pictures small enough for tests. */
export async function enter(given: Partial<TablesOptions> = {}, name = "tester"): Promise<Room> {
  const folder = given.folder ?? mkdtempSync(join(tmpdir(), "probe-mcp-"));
  const lines: string[] = [];
  const stop = new AbortController();
  const tables = createTables({
    folder,
    rollout: { widthPx: 128, heightPx: 96, frames: 9, fps: 8 },
    diagnose: createFakeJudge().diagnose,
    redactor: createRedactor({}),
    provenance: sampleManifest.provenance,
    command: "npx probe mcp",
    signal: stop.signal,
    log: (line) => lines.push(line),
    clock: { now: () => performance.now(), sleep: async () => undefined },
    checkClip: async () => ({ state: "whole" }),
    ...given,
  });
  const server = createMcpServer({
    ...{ tables, version: "0.0.0", tickMs: 20 },
    redact: (text) => text,
    log: (line) => lines.push(line),
  });
  const client = new Client({ name, version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  await client.connect(theirs);
  open.push(async () => {
    await client.close();
    await tables.close();
  });
  const told: string[] = [];
  return {
    ...{ folder, client, lines, told },
    call: async (tool, args = {}, options = {}) => {
      const result = (await client.callTool(
        { name: tool, arguments: { ...args } },
        undefined,
        options,
      )) as CallToolResult;
      return read(result, told);
    },
  };
}

function read({ content, isError }: CallToolResult, told: string[]): Told {
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  told.push(...texts);
  let data: Record<string, unknown> = {};
  if (texts.at(-1)?.startsWith("{") === true) data = JSON.parse(texts.at(-1) ?? "{}");
  const pictures = content.filter(({ type }) => type === "image").length;
  return { texts, pictures, data, isError: isError === true };
}
