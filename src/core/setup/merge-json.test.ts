import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsoncFile } from "../../../test/jsonc-file.ts";
import { claudeHooks, cursorHooks, mcpServers, runsOurHook } from "./hook-settings.ts";
import { applyInsertions, removeInsertions } from "./insertions.ts";
import { type JsonSections, mergeJson } from "./merge-json.ts";
import { readJsonc, valueOf } from "./read-jsonc.ts";
import { removeJson } from "./take-out-json.ts";

const SMALL: JsonSections = { version: 1, hooks: { stop: [{ command: "emend hook cursor" }] } };

const merge = (text: string | null, wanted: JsonSections = SMALL): string => {
  const merged = mergeJson(text, wanted, runsOurHook(wanted));
  if (!merged.ok) throw new Error(merged.error.message);
  return applyInsertions(text ?? "", merged.value.insertions);
};

describe("mergeJson", () => {
  it.each([
    {
      why: "no file",
      text: null,
      after:
        '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      {\n        "command": "emend hook cursor"\n      }\n    ]\n  }\n}\n',
    },
    {
      why: "an object on one line stays on it",
      text: '{"a":1}',
      after: '{"a":1,"version":1,"hooks":{"stop":[{"command":"emend hook cursor"}]}}',
    },
    {
      why: "blanks on that line are kept up",
      text: '{ "version": 1, "hooks": {} }\n',
      after: '{ "version": 1, "hooks": {"stop": [ { "command": "emend hook cursor" } ]} }\n',
    },
    {
      why: "tabs and CRLF are kept up, and a comment stays with its line",
      text: '{\r\n\t"version": 1, // one\r\n\t"hooks": {\r\n\t\t"stop": [] // none\r\n\t}\r\n}',
      after:
        '{\r\n\t"version": 1, // one\r\n\t"hooks": {\r\n\t\t"stop": [\r\n\t\t\t{\r\n\t\t\t\t"command": "emend hook cursor"\r\n\t\t\t}\r\n\t\t] // none\r\n\t}\r\n}',
    },
    {
      why: "a comma goes before the comment that ends the line",
      text: '{\n  "version": 2 // two\n}\n',
      after:
        '{\n  "version": 2, // two\n  "hooks": {\n    "stop": [\n      {\n        "command": "emend hook cursor"\n      }\n    ]\n  }\n}\n',
    },
    {
      why: "a comma before the bracket is kept up",
      text: '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "x" },\n    ],\n  },\n}\n',
      after:
        '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "x" },\n      {\n        "command": "emend hook cursor"\n      },\n    ],\n  },\n}\n',
    },
    {
      why: "an empty object with a comment in it",
      text: '{\n  "version": 1,\n  "hooks": {\n    // later\n  }\n}\n',
      after:
        '{\n  "version": 1,\n  "hooks": {\n    // later\n    "stop": [\n      {\n        "command": "emend hook cursor"\n      }\n    ]\n  }\n}\n',
    },
    {
      why: "our hook is there, spelled otherwise",
      text: '{"hooks": {"stop": [{"command": "npx -y emend@1.2.3 hook cursor --agent rio"}]}}',
      after: '{"hooks": {"stop": [{"command": "npx -y emend@1.2.3 hook cursor --agent rio"}]}}',
    },
  ])("$why", ({ text, after }) => {
    expect(merge(text)).toBe(after);
  });

  it.each([
    {
      why: "no JSON",
      text: "{hooks: 1}",
      error: { code: "json_invalid", message: "line 1: expected a key in quotes or }" },
    },
    { why: "no object", text: "[]", error: { code: "json_shape", message: "the file is not an object" } },
    {
      why: "a section of another shape",
      text: '{"hooks": []}',
      error: { code: "json_shape", message: "hooks is not an object" },
    },
    {
      why: "a list of another shape",
      text: '{"hooks": {"stop": null}}',
      error: { code: "json_shape", message: "hooks.stop is not a list" },
    },
  ])("refuses $why", ({ text, error }) => {
    expect(mergeJson(text, SMALL, () => false)).toEqual({ ok: false, error });
  });

  it("leaves a server of that name alone, whatever it is", () => {
    const text = '{"mcpServers": {"emend": {"url": "https://emend.example/mcp"}}}';
    expect(merge(text, mcpServers(["emend"]))).toBe(text);
  });

  const wanted = fc.constantFrom(
    claudeHooks(["emend"]),
    cursorHooks(["npx", "emend"]),
    mcpServers(["node", "C:\\emend\\bin.js"]),
  );

  it("only ever adds: taken out again, every byte is back; a second time there is nothing to do", () => {
    fc.assert(
      fc.property(jsoncFile, wanted, (text, sections) => {
        const merged = mergeJson(text, sections, runsOurHook(sections));
        if (!merged.ok) return;
        const after = applyInsertions(text, merged.value.insertions);
        expect(removeInsertions(after, merged.value.insertions)).toBe(text);
        expect(readJsonc(after).ok).toBe(true);
        expect(merge(after, sections)).toBe(after);
        const strayed = text.includes("\r\n") && after.replaceAll("\r\n", "").includes("\n");
        expect(strayed).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it("what was added can be taken out of a file that says the same in another layout", () => {
    fc.assert(
      fc.property(jsoncFile, wanted, (text, sections) => {
        const merged = mergeJson(text, sections, runsOurHook(sections));
        const before = readJsonc(text);
        if (!merged.ok || !before.ok) return;
        const after = readJsonc(applyInsertions(text, merged.value.insertions));
        if (!after.ok) throw new Error(after.error.message);
        for (const layout of [undefined, 4]) {
          const moved = JSON.stringify(valueOf(after.value), null, layout);
          const rest = removeJson(moved, merged.value) ?? "";
          expect(JSON.parse(rest)).toEqual(valueOf(before.value));
        }
        const inPlace = removeJson(applyInsertions(text, merged.value.insertions), merged.value) ?? "";
        const read = readJsonc(inPlace);
        expect(read.ok && valueOf(read.value)).toEqual(valueOf(before.value));
      }),
      { numRuns: 400 },
    );
  });
});
