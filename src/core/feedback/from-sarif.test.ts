import { describe, expect, it } from "vitest";
import { renderSarif } from "../review/render-sarif.ts";
import type { Review } from "../review/review.ts";
import { fromSarif } from "./from-sarif.ts";

const context = { now: "2026-05-01T12:00:00Z", agent: "rio" };
const rules = [
  { id: "R1", shortDescription: { text: "Do not do this" }, defaultConfiguration: { level: "error" } },
  {
    id: "R2",
    messageStrings: { default: { text: "Avoid {0} in {1}" } },
    properties: { tags: ["external/cwe", "security"], "security-severity": "9.8" },
  },
];
const at = (uri: string, startLine?: number, endLine?: number) => [
  { physicalLocation: { artifactLocation: { uri }, region: { startLine, endLine } } },
];
const log = (...results: unknown[]): unknown => ({
  version: "2.1.0",
  runs: [
    { tool: { driver: { name: "scanner", rules } }, results, artifacts: [{ location: { uri: "listed.c" } }] },
  ],
});
const only = (result: unknown) => {
  const reading = fromSarif(log(result), context);
  expect(reading.diagnostics).toEqual([]);
  return reading.feedback[0]!;
};
const text = { text: "Broken here" };

describe("fromSarif", () => {
  it("reads what a scanner found", () => {
    expect(
      only({
        ruleId: "R2",
        ruleIndex: 1,
        message: { id: "default", arguments: ["eval", "a.js"] },
        locations: at("src/a%20b.js", 4, 6),
      }),
    ).toMatchObject({
      source: { kind: "sarif", tool: "scanner", ref: "R2" },
      author: { id: "scanner", trust: "tool" },
      outcome: null,
      target: { path: "src/a b.js", location: { type: "lines", line: 4, end_line: 6 } },
      severity: "critical",
      category: "security",
      tags: ["R2"],
      wrong: "Avoid eval in a.js",
    });
  });

  it.each<[why: string, result: object, severity: string]>([
    ["the result's own level", { level: "note", ruleId: "R1" }, "low"],
    ["the rule's level", { ruleId: "R1" }, "high"],
    ["the standard's default", { ruleId: "unknown" }, "medium"],
    ["none", { level: "none" }, "info"],
    ["the rule found by its index", { rule: { index: 1 } }, "critical"],
    ["a part after the rule's id", { ruleId: "R1/deep" }, "high"],
    ["a score of its own", { ruleId: "R2", properties: { "security-severity": "4.1" } }, "medium"],
    ["our own word", { ruleId: "R2", properties: { severity: "low" } }, "low"],
  ])("weighs a result by %s", (_why, result, severity) => {
    expect(only({ message: text, ...result }).severity).toBe(severity);
  });

  it.each<[why: string, locations: unknown, target: unknown]>([
    [
      "a path with dots",
      at("./src/../a.c", 2),
      { path: "a.c", location: { type: "lines", line: 2, end_line: 2 } },
    ],
    [
      "an end before its start",
      at("a.c", 5, 2),
      { path: "a.c", location: { type: "lines", line: 5, end_line: 5 } },
    ],
    ["no region", at("a.c"), { path: "a.c" }],
    ["a broken escape", at("%zz.c"), { path: "%zz.c" }],
    ["an absolute address", at("file:///srv/a.c"), { path: "file:///srv/a.c" }],
    [
      "an index into the artifacts",
      [{ physicalLocation: { artifactLocation: { index: 0 } } }],
      { path: "listed.c" },
    ],
    [
      "a function's name",
      [{ logicalLocations: [{ fullyQualifiedName: "ns.f", kind: "function" }] }],
      { location: { type: "function", reference: "ns.f" } },
    ],
    ["nothing", [], undefined],
  ])("points at %s", (_why, locations, target) => {
    expect(only({ message: text, locations }).target).toEqual(target);
  });

  it.each<[why: string, result: unknown, reason: string]>([
    ["a check that passed", { kind: "pass", message: text }, "no_problem"],
    ["a problem that is gone", { baselineState: "absent", message: text }, "no_problem"],
    ["an accepted suppression", { suppressions: [{ kind: "inSource" }], message: text }, "suppressed"],
    ["no words at all", { ruleId: "unknown" }, "nothing_said"],
    ["a number", 7, "not_an_object"],
  ])("leaves out %s and keeps the rest", (_why, result, reason) => {
    const reading = fromSarif(log(result, { message: text }), context);
    expect(reading.feedback).toHaveLength(1);
    expect(reading.diagnostics).toMatchObject([{ kind: "skipped", reason, path: "runs[0].results[0]" }]);
  });

  it("keeps a problem whose suppression was refused", () => {
    expect(only({ message: text, suppressions: [{ kind: "external", status: "rejected" }] }).wrong).toBe(
      "Broken here",
    );
  });

  it("tells what a fix does", () => {
    const fix = {
      description: { text: "Use const" },
      artifactChanges: [
        {
          artifactLocation: { uri: "a.js" },
          replacements: [{ deletedRegion: { startLine: 3 }, insertedContent: { text: "const x" } }],
        },
      ],
    };
    expect(only({ message: text, fixes: [fix] })).toMatchObject({
      fix: "Use const",
      correction: { summary: "a.js:3: put in const x" },
      similarity_text: "a.js:3: put in const x\nBroken here",
    });
  });

  it("knows the same alert after its lines have moved, and two alerts with one fingerprint", () => {
    const alert = (line: number) => ({
      ruleId: "R1",
      message: { text: `Broken on line ${line}` },
      locations: at("a.c", line),
      partialFingerprints: { "lineHash/v1": "39fa" },
    });
    expect(only(alert(4)).id).toBe(only(alert(90)).id);
    expect(fromSarif(log(alert(4), alert(90)), context).feedback).toHaveLength(2);
    const without = { ruleId: "R1", message: text, locations: at("a.c", 4) };
    expect(fromSarif(log(without, without), context).feedback).toHaveLength(2);
  });

  it.each([
    { input: {}, reason: "not_an_object" },
    { input: { version: "1.0.0", runs: [] }, reason: "unsupported_version" },
  ])("refuses $input with $reason", ({ input, reason }) => {
    expect(fromSarif(input, context)).toMatchObject({ feedback: [], diagnostics: [{ reason }] });
  });

  it("reads back what Emend itself writes", () => {
    const finding: Review["findings"][number] = {
      id: "f1",
      severity: "low",
      category: "style",
      title: "Name says nothing",
      file: "src/a b.ts",
      line: 3,
      message: "Readers cannot tell what `x` holds",
      suggestion: "Call it `total`",
    };
    const review: Review = {
      schema_version: "1.0",
      prompt_version: "1.0",
      findings: [finding],
    };
    const [record] = fromSarif(
      JSON.parse(JSON.stringify(renderSarif(review, { toolVersion: "1" }))),
      context,
    ).feedback;
    expect(record).toMatchObject({
      severity: finding.severity,
      category: finding.category,
      target: { path: finding.file },
      fix: finding.suggestion,
    });
  });
});
