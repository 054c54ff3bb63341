import { expect, it } from "vitest";
import { z } from "zod";
import { UsageError } from "../core/errors.ts";
import { generatedInstance, startOfInstance } from "./instance-of.ts";

const NAME = { id: "lamps", version: "3" };
const SCHEMA = z.strictObject({ lit: z.number() });
const made = generatedInstance(NAME, "hard", 0, {
  state: { lit: 0 },
  attempts: 2,
  actionBudget: 7,
});

it("names an instance after its task, tier and seed, seed 0 included", () => {
  expect(made).toEqual({
    ...{ schema: "topoprobe.instance/1", id: "lamps-hard-0", task: "lamps", taskVersion: "3" },
    ...{ tier: "hard", seed: 0, actionBudget: 7, initialState: { lit: 0 } },
    origin: { kind: "generated", attempts: 2 },
  });
});

it("reads the start, and refuses that of another task or what is none", () => {
  expect(startOfInstance(NAME, SCHEMA, made)).toEqual({ lit: 0 });
  const read = (change: object) => () => startOfInstance(NAME, SCHEMA, { ...made, ...change });
  expect(read({ task: "pipe" })).toThrow(UsageError);
  expect(read({ task: "pipe" })).toThrow('expected "lamps" for instance.task but received "pipe"');
  expect(read({ initialState: { lit: "all" } })).toThrow(/number for instance\.initialState\.lit/);
});
