import { describe, expect, it } from "vitest";
import { refuseUrl } from "./allowed-url.ts";

const ALLOWED = ["api.example.org", "*.replicate.delivery", "127.0.0.1", "[::1]:8000"];

describe("refuseUrl", () => {
  it.each([
    "https://api.example.org/a",
    "https://api.example.org:8443/a",
    "https://pbxt.replicate.delivery/a.mp4",
    "https://a.b.replicate.delivery/a.mp4",
    "http://127.0.0.1:9/a",
    "http://[::1]:8000/a",
  ])("allows %s", (url) => {
    expect(refuseUrl(new URL(url), ALLOWED, "http://gpu:8000")).toBeUndefined();
  });

  it.each([
    ["plain http", "http://api.example.org/a"],
    ["the bare domain of a wildcard", "https://replicate.delivery/a"],
    ["a name that only ends alike", "https://evilreplicate.delivery/a"],
    ["a name that only begins alike", "https://api.example.org.evil.com/a"],
    ["another port of a name with one", "http://[::1]:8001/a"],
    ["loopback that is not listed", "http://127.0.0.2/a"],
    ["a file", "file:///etc/passwd"],
    ["a name in the URL", "https://api.example.org@127.0.0.1/a"],
    ["the cloud's own address", "http://169.254.169.254/latest"],
  ])("refuses %s", (_, url) => {
    expect(refuseUrl(new URL(url), ALLOWED, "http://gpu:8000")).toEqual(expect.any(String));
  });

  it("takes plain http from the base URL's own origin only", () => {
    const own = "http://gpu:8000";
    expect(refuseUrl(new URL("http://gpu:8000/a"), ["gpu"], own)).toBeUndefined();
    expect(refuseUrl(new URL("http://gpu:8001/a"), ["gpu"], own)).toBe("http://gpu:8001");
    expect(refuseUrl(new URL("http://gpu:8000/a"), [], own)).toBe("gpu:8000");
  });
});
