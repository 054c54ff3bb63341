import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { onAbort } from "./on-abort.ts";

describe("onAbort", () => {
  it("calls all back once, over one listener", () => {
    const controller = new AbortController();
    const called: number[] = [];
    for (let i = 0; i < 20; i += 1) onAbort(controller.signal, () => called.push(i));
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    controller.abort();
    expect(called).toHaveLength(20);
  });

  it("calls nobody back who has left, and leaves nothing behind", () => {
    const controller = new AbortController();
    const called: string[] = [];
    const same = () => called.push("same");
    const leaveFirst = onAbort(controller.signal, same);
    const leaveSecond = onAbort(controller.signal, same);
    leaveFirst();
    leaveFirst();
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    leaveSecond();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    onAbort(controller.signal, () => called.push("later"));
    controller.abort();
    expect(called).toEqual(["later"]);
  });
});
