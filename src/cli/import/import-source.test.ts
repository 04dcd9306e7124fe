import { describe, expect, it } from "vitest";
import { detectFraming } from "./import-source.ts";

describe("detectFraming", () => {
  it.each([
    ["nothing", "", undefined, "lines"],
    ["one object a line", '{"a":1}\n{"b":2}\n', undefined, "lines"],
    ["Windows line ends", '{"a":1}\r\n{"b":2}\r\n', undefined, "lines"],
    ["a list", ' \n[{"a":1}]', undefined, "values"],
    ["an object over several lines", '{\n  "runs": []\n}', undefined, "values"],
    ["one with its first key on the first line", '{"version": "2.1.0",\n "runs": []}', undefined, "values"],
    ["one whose first line ends in a list", '{"runs": [\n{}]}', undefined, "values"],
    ["a first line that is rubbish", 'hello\n{"a":1}\n', undefined, "lines"],
    ["a first line that was cut off", '{"a":1,\n{"b":2}\n', undefined, "lines"],
    ["a log on one long line", `{"version":"2.1.0","runs":[${"{},".repeat(30_000)}`, undefined, "values"],
    ["a long line of JSONL", `{"comment":"${"x".repeat(70_000)}`, undefined, "lines"],
    ["what is said to be a log", '{"a":1}\n{"b":2}\n', "sarif", "values"],
  ] as const)("%s", (_why, head, format, framing) => {
    expect(detectFraming(head, format)).toBe(framing);
  });
});
