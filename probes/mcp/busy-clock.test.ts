import { expect, test } from "vitest";
import { createBusyClock } from "./busy-clock.ts";

test("only the time between start and stop passes", () => {
  let realMs = 100;
  const clock = createBusyClock(() => realMs);
  realMs = 150;
  expect(clock.now()).toBe(0);
  clock.start();
  realMs = 160;
  expect(clock.now()).toBe(10);
  clock.start();
  realMs = 170;
  clock.stop();
  realMs = 500;
  clock.stop();
  expect(clock.now()).toBe(20);
  clock.start();
  realMs = 501;
  expect(clock.now()).toBe(21);
});
