import { Command } from "commander";
import { expect, it } from "vitest";
import { UsageError } from "../core/errors.ts";
import { addDemoServerCommand } from "./demo-server.ts";

function start(...argv: readonly string[]) {
  let out = "";
  const codes: number[] = [];
  const io = {
    out: (text: string) => {
      out += text;
    },
    err: () => {},
    progress: { write: () => {} },
    env: {},
    argv,
  };
  const program = new Command("probe").exitOverride();
  addDemoServerCommand(program, io, (code) => codes.push(code));
  const ended = program.parseAsync(["demo-server", ...argv], { from: "user" });
  const printed = async (): Promise<string> => {
    for (let tries = 0; out === "" && tries < 500; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return out;
  };
  return { ended, printed, codes };
}

it("prints variables to paste, serves them, and ends well by Ctrl-C", async () => {
  const { ended, printed, codes } = start("--port", "0", "--job-ms", "0");
  const text = await printed();
  const env = Object.fromEntries(
    [...text.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(env)).toEqual([
    "REPLICATE_API_TOKEN",
    "REPLICATE_BASE_URL",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "VIDEOS_API_URL",
    "COMFYUI_URL",
  ]);
  expect(text).toContain("nothing gets solved");
  expect(text).toContain("Any token is taken");
  expect(env["REPLICATE_BASE_URL"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/replicate\/v1$/);
  const stats = await fetch(new URL("/stats", env["COMFYUI_URL"]));
  expect(await stats.json()).toMatchObject({ billableCreates: 0 });

  const port = new URL(env["COMFYUI_URL"] ?? "").port;
  await expect(start("--port", port).ended).rejects.toThrow(UsageError);
  await expect(start("--port", port).ended).rejects.toThrow(/in use\. Name another/);

  process.emit("SIGINT");
  await ended;
  expect(codes).toEqual([0]);
  await expect(fetch(new URL("/stats", env["COMFYUI_URL"]))).rejects.toThrow();
});

it.each([["70000"], ["-1"], ["http"]])("refuses port %s", async (port) => {
  await expect(start(`--port=${port}`).ended).rejects.toThrow(/expected an integer/);
});
