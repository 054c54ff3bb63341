import { expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { parseBaseUrl } from "./base-url.ts";

const read = (given: string) =>
  parseBaseUrl(given, {
    field: "LAB_URL",
    example: "http://127.0.0.1:8000/v1",
    keyVariable: "LAB_KEY",
  });

it.each([
  ["http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1"],
  [" https://lab.example/sglang/v1 ", "https://lab.example/sglang/v1"],
  ["https://lab.example", "https://lab.example"],
])("takes %s", (given, expected) => {
  expect(read(given)).toBe(expected);
});

it.each(["127.0.0.1:8000", "ftp://lab.example", "nonsense", ""])("refuses '%s'", (given) => {
  expect(() => read(given)).toThrow(UsageError);
  expect(() => read(given)).toThrow(`but received ${JSON.stringify(given)}`);
});

it.each([
  ["a login", "http://me:hunter2@lab.example/v1"],
  ["a query", "http://lab.example/v1?key=hunter2"],
  ["a fragment", "http://lab.example/v1#hunter2"],
  ["a login without a scheme", "me:hunter2@lab.example/v1"],
  ["a login in what is no URL", "http://me:hunter2@:x"],
])("refuses an address with %s without repeating it", (_, given) => {
  expect(() => read(given)).toThrow(/LAB_URL.*LAB_KEY/);
  expect(() => read(given)).not.toThrow(/hunter2/);
});
