import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeMessage } from "./looks-like-message.ts";

describe("001.1 a person's prose", () => {
  it.each([
    ["no, that's not what I asked for", true, "plain prose"],
    [
      "still not working:\n\nTraceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nKeyError: 'x'",
      true,
      "prose before a trace",
    ],
    [
      "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nKeyError: 'x'\n\nwhy do I get this?",
      true,
      "prose after a trace",
    ],
    ["Works, but the title is too small", true, "praise with a gap"],
    ["try again", true, "a short order"],
    ["small change: paint it red", true, "a remark with a heading"],
    ["Minor issue: off by one", true, "a remark without a verb"],
    ["one last thing: dark mode", true, "a remark of two words"],
    ["issue: 14 open", false, "a tool's heading"],
    ["change: src/a.ts", false, "a tool's heading for a file"],
    ["> npm run build\n> tsc -p .\n\nsrc/a.ts(3,4): error TS2304: Cannot find name 'x'.", false, "a build"],
    ["2024-03-01 10:00:00 INFO server started\n2024-03-01 10:00:01 ERROR boom", false, "a log"],
    ["added 120 packages in 3s", false, "an installer"],
    ['{\n  "name": "x",\n  "version": "1.0.0"\n}', false, "a file"],
    ["total 12\ndrwxr-xr-x 2 root root 4096 Jan 1 00:00 src", false, "a listing"],
    ["===== 3 failed, 2 passed in 0.12s =====", false, "a summary"],
    ["", false, "nothing"],
  ])("%j", (text, expected, _why) => {
    expect(looksLikeMessage(text)).toBe(expected);
  });

  it("answers the same for any text with blank lines around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 1 }), (text) => {
        expect(looksLikeMessage(`\n\n${text}\n`)).toBe(looksLikeMessage(text));
      }),
    );
  });
});
