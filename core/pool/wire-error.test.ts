import { describe, expect, it } from "vitest";
import {
  MediaError,
  MissingToolError,
  ProbeError,
  RuleError,
  StoreError,
  UsageError,
} from "../errors.ts";
import { fromWire, toWire } from "./wire-error.ts";

/** There and back, as between two threads. */
const sent = (thrown: unknown): Error => fromWire(structuredClone(toWire(thrown)));

describe("an error between threads", () => {
  it.each([UsageError, MissingToolError, MediaError, RuleError, StoreError])(
    "keeps the class %o, its code, message, context and stack",
    (Class) => {
      const error = new Class("expected this", { context: { file: "a.mp4", frames: 0 } });
      const received = sent(error);
      expect(received).toBeInstanceOf(Class);
      expect(received).toMatchObject({
        name: error.name,
        code: error.code,
        message: "expected this",
        context: { file: "a.mp4", frames: 0 },
        stack: error.stack,
      });
    },
  );

  it.each(["provider", "interrupted", "internal"] as const)("keeps the code %s", (code) => {
    const received = sent(new ProbeError(code, "expected this"));
    expect(received.constructor).toBe(ProbeError);
    expect(received).toMatchObject({ name: "ProbeError", code, context: {} });
  });

  it("keeps name and code of other errors, and their causes", () => {
    const cause = Object.assign(new Error("no space left"), { code: "ENOSPC" });
    const received = sent(
      new StoreError("expected room", { cause: new TypeError("x", { cause }) }),
    );
    expect(received.cause).toMatchObject({ name: "TypeError", message: "x" });
    expect((received.cause as Error).cause).toMatchObject({ code: "ENOSPC" });
    expect((received.cause as Error).cause).not.toBeInstanceOf(ProbeError);
  });

  it("takes what is no error, and causes in a circle", () => {
    expect(sent(42).message).toBe("42");
    const circle = new Error("round");
    circle.cause = circle;
    expect(sent(circle).message).toBe("round");
  });
});
