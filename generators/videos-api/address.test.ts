import { expect, it } from "vitest";
import { UsageError } from "../../core/errors.ts";
import { baseUrlFromEnv } from "./address.ts";

it.each([
  ["http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1"],
  [" https://lab.example/sglang/v1 ", "https://lab.example/sglang/v1"],
])("takes %s", (given, expected) => {
  expect(baseUrlFromEnv({ VIDEOS_API_URL: given })).toBe(expected);
});

it.each(["127.0.0.1:8000", "ftp://lab.example", "nonsense"])("refuses %s", (given) => {
  expect(() => baseUrlFromEnv({ VIDEOS_API_URL: given })).toThrow(UsageError);
});

it("refuses secrets in the address without repeating them", () => {
  for (const given of ["http://me:hunter2@lab.example/v1", "http://lab.example/v1?key=hunter2"]) {
    const take = () => baseUrlFromEnv({ VIDEOS_API_URL: given });
    expect(take).toThrow(/lab\.example.*VIDEOS_API_KEY/);
    expect(take).not.toThrow(/hunter2/);
  }
});
