import { describe, expect, it } from "vitest";
import { loaderArgs, workerEntry } from "./worker-entry.ts";

describe("a worker's module", () => {
  it("has the ending of the module beside it", () => {
    const built = "file:///opt/a%20folder/dist/cv-diagnostics/pool/judge-pool.js";
    expect(workerEntry("./judge-worker", built).href).toBe(
      "file:///opt/a%20folder/dist/cv-diagnostics/pool/judge-worker.js",
    );
    expect(workerEntry("./x", import.meta.url).href).toBe(new URL("./x.ts", import.meta.url).href);
  });

  it("needs a loader as TypeScript only", () => {
    expect(loaderArgs(new URL("file:///dist/a.js"))).toBeUndefined();
    const [option, script] = loaderArgs(new URL("file:///a.ts")) ?? [];
    expect(option).toBe("--import");
    expect(decodeURIComponent(script ?? "")).toContain("tsx");
  });
});
