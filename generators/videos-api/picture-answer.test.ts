import { expect, it } from "vitest";
import { readPictureAnswer } from "./picture-answer.ts";

const BASE = "http://127.0.0.1:8000/v1";
const read = (picture: unknown, base = BASE) => readPictureAnswer({ data: [picture] }, base);

it("reads base64, by itself and as a data URL", () => {
  const bytes = new TextEncoder().encode("abc");
  expect(read({ b64_json: "YWJj" })).toEqual({ kind: "bytes", bytes });
  expect(read({ url: "data:image/png;base64,YWJj" })).toEqual({ kind: "bytes", bytes });
});

it.each([
  ["/v1/images/x/content", BASE, "/v1/images/x/content"],
  // Behind a proxy the server does not know of the path in front of its own.
  ["/v1/images/x/content", "https://lab.example/sglang/v1", "/sglang/v1/images/x/content"],
  ["http://127.0.0.1:8000/v1/images/x/content?variant=0", BASE, "/v1/images/x/content?variant=0"],
])("finds %s below %s", (url, base, path) => {
  expect(read({ b64_json: null, url }, base)).toEqual({ kind: "path", path });
});

it.each([
  [{ url: "http://other.example/x.png" }, /other\.example/],
  [{ url: "//other.example/x.png" }, /other\.example/],
  [{ url: "http://127.0.0.1:9/x.png" }, /not at the server itself/],
  [{ url: "file:///etc/passwd" }, /not at the server itself/],
  [{ b64_json: "" }, /neither/],
])("takes no picture from %j", (picture, reason) => {
  expect(read(picture)).toEqual({ kind: "none", reason: expect.stringMatching(reason) });
});

it.each([[undefined], [{ data: [] }], [{ detail: "busy" }]])("finds none in %j", (answer) => {
  expect(readPictureAnswer(answer, BASE)).toEqual({ kind: "none", reason: "no picture" });
});

it("takes the picture, whatever stands beside it", () => {
  const bytes = new TextEncoder().encode("abc");
  expect(read({ b64_json: "YWJj", url: { href: 1 } })).toEqual({ kind: "bytes", bytes });
});
