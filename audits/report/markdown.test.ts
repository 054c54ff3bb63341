import { describe, expect, it } from "vitest";
import { md } from "./markdown.ts";

describe("md", () => {
  it.each([
    ["plain-text 1.5", "plain-text 1.5"],
    ["a|b", "a\\|b"],
    ["<b>&", "&lt;b&gt;&amp;"],
    ["![x](y)", "\\!\\[x\\](y)"],
    ["https://evil.example", "https\\://evil.example"],
    ["www.evil.example", "www\\.evil.example"],
    ["someone@evil.example", "someone\\@evil.example"],
    ["- item", "\\- item"],
    ["1. item", "1\\. item"],
    ["two\nlines\u0007\u202e", "two lines\ufffd\ufffd"],
    ["`code` *b* _i_ ~s~ #1 $x$", "\\`code\\` \\*b\\* \\_i\\_ \\~s\\~ \\#1 \\$x\\$"],
  ])("writes %j as %j", (text, escaped) => {
    expect(md(text)).toBe(escaped);
  });
});
