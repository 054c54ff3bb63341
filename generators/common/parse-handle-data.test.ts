import { expect, it } from "vitest";
import { z } from "zod";
import { UsageError } from "../../core/errors.ts";
import { parseHandleData } from "./parse-handle-data.ts";

const schema = z.strictObject({ job: z.number() });

it("gives what was written down, zero included", () => {
  expect(parseHandleData(schema, { generator: "wan2.2", id: "x", data: { job: 0 } })).toEqual({
    job: 0,
  });
});

it("refuses what another adapter wrote, naming the handle", () => {
  const handle = { generator: "wan2.2", id: "x7", data: { url: "http://127.0.0.1" } };
  expect(() => parseHandleData(schema, handle)).toThrow(UsageError);
  expect(() => parseHandleData(schema, handle)).toThrow(/the handle of x7.*http/);
});
