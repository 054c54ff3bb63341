import { expect, it } from "vitest";
import { readConnection } from "./connection.ts";

it("keeps a path in front of the API, without the slash at its end", () => {
  expect(readConnection({ COMFYUI_URL: "http://desk:8188/comfyui/" })).toEqual({
    baseUrl: "http://desk:8188/comfyui",
    host: "desk:8188",
    headers: {},
    secrets: { COMFYUI_API_KEY: "", COMFYUI_PASSWORD: "" },
  });
  expect(readConnection({ COMFYUI_URL: "https://desk" }).baseUrl).toBe("https://desk");
});

it.each([
  // base64 of "user:p@ss" and of "ü:50%" in UTF-8
  ["http://user:p%40ss@h", "Basic dXNlcjpwQHNz"],
  ["http://%C3%BC:50%@h", "Basic w7w6NTAl"],
])("makes a header of the login in %s", (url, authorization) => {
  const { baseUrl, headers } = readConnection({ COMFYUI_URL: url });
  expect([baseUrl, headers]).toEqual(["http://h", { authorization }]);
});

it("prefers the key", () => {
  const env = { COMFYUI_URL: "http://user:pass@h", COMFYUI_API_KEY: "k" };
  expect(readConnection(env).headers).toEqual({ authorization: "Bearer k" });
});

it("refuses a query, which would not be sent, without repeating it", () => {
  const read = () => readConnection({ COMFYUI_URL: "http://desk:8188/?token=hunter2" });
  expect(read).toThrow(/COMFYUI_URL.*desk:8188.*COMFYUI_API_KEY/);
  expect(read).not.toThrow(/hunter2/);
});

it("takes a key without the blanks around it, and blanks for none", () => {
  const env = { COMFYUI_URL: "http://h" };
  expect(readConnection({ ...env, COMFYUI_API_KEY: " k\n" }).headers).toEqual({
    authorization: "Bearer k",
  });
  expect(readConnection({ ...env, COMFYUI_API_KEY: "  " }).headers).toEqual({});
});
