import { describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { IMPORT_START } from "./import-entry.ts";
import { parseEntry, readEntry } from "./import-reading.ts";
import type { ImportFormat } from "./import.ts";

const context = { now: "2026-03-10T11:42:00Z", agent: "rio" };
const decision = {
  decision_id: "d-1",
  gate_id: "design",
  epic_id: "shop",
  decision: "REJECTED",
  reviewer_id: "dana",
  timestamp: "2026-03-09T08:00:00Z",
  review_duration_seconds: 40,
  agent_output_sha: "0a1b",
};
const remark = {
  id: 7,
  node_id: "n7",
  user: { login: "dana", type: "User" },
  author_association: "MEMBER",
  html_url: "https://example.test/acme/shop/pull/12#discussion_r7",
  body: "Name the unit in the variable.",
  path: "src/cart.ts",
  line: 3,
  created_at: "2026-03-09T08:00:00Z",
};
const review = { ...remark, path: undefined, line: undefined, state: "COMMENTED", body: "" };
const log = {
  version: "2.1.0",
  runs: [
    {
      tool: { driver: { name: "lint" } },
      results: [
        { ruleId: "no-eval", message: { text: "Do not evaluate text." } },
        { ruleId: "no-eval", message: { text: "Nor here." }, suppressions: [{ kind: "inSource" }] },
        { ruleId: "no-eval", message: {} },
      ],
    },
  ],
};

const document = {
  id: "doc-1",
  timestamp: "2026-03-09T08:00:00Z",
  target: { type: "code", path: "src/cart.ts" },
  feedback_items: [
    {
      aspect: "correctness",
      severity: "major",
      location: { type: "line", reference: "3" },
      issue: "The unit of the price is not named.",
      suggestion: { action: "Name the unit in the variable.", rationale: "Nobody adds cents to euros." },
    },
    { aspect: "taste" },
  ],
};

function read(
  value: unknown,
  format?: ImportFormat,
): { readonly kinds: string[]; readonly remarks: string[] } {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const { feedback, remarks } = readEntry(parseEntry({ line: 1, end: IMPORT_START, text }), format, context);
  return {
    kinds: feedback.map(({ source, agent }) => `${source.kind} of ${agent ?? "nobody"}`),
    remarks: remarks.map(({ kind, reason }) => `${kind} ${reason}`),
  };
}

describe("readEntry", () => {
  it.each([
    [
      "a document of actionable feedback",
      document,
      undefined,
      ["actionable of rio"],
      ["skipped invalid_value"],
    ],
    [
      "a document of actionable feedback among JSONL",
      document,
      "jsonl",
      ["actionable of rio"],
      ["skipped invalid_value"],
    ],
    ["what is said to be such a document and is not", decision, "actionable", [], ["skipped not_an_object"]],
    ["a decision event", decision, undefined, ["decision of rio"], []],
    ["a decision event among JSONL", decision, "jsonl", ["decision of rio"], []],
    [
      "a record of ours keeps its agent",
      exampleFeedback({ id: "a", agent: "mia" }),
      undefined,
      ["jsonl of mia"],
      [],
    ],
    ["an object in the record's words", { comment: "no" }, undefined, ["jsonl of rio"], []],
    ["a line comment", remark, undefined, ["github_comment of rio"], []],
    [
      "a page of them on one line",
      [remark, { ...remark, id: 8 }],
      undefined,
      ["github_comment of rio", "github_comment of rio"],
      [],
    ],
    ["the empty review that holds line comments", review, undefined, [], ["left_out nothing_said"]],
    ["the agent's own answer", { ...remark, user: { login: "rio" } }, undefined, [], ["left_out own_words"]],
    [
      "a log: the open problem, the suppressed, the silent",
      log,
      undefined,
      ["sarif of rio"],
      ["left_out suppressed", "skipped nothing_said"],
    ],
    [
      "what GitHub answers to a wrong address",
      { message: "Not Found", documentation_url: "https://example.test" },
      undefined,
      [],
      ["skipped api_error"],
    ],
    ["a line that says nothing", { agent: "rio" }, undefined, [], ["skipped nothing_said"]],
    ["no JSON", "{'a': 1}", undefined, [], ["skipped invalid_json"]],
    ["no object", "42", undefined, [], ["skipped not_an_object"]],
    [
      "an event without most fields is one complaint",
      { decision_id: "d" },
      undefined,
      [],
      ["skipped missing_field"],
    ],
    ["a format that does not fit", remark, "decisions", [], ["skipped missing_field"]],
    ["a record of a version to come", { schema: 99 }, undefined, [], ["skipped invalid_value"]],
    [
      "a time nobody can read",
      { comment: "no", time: "yesterday" },
      undefined,
      ["jsonl of rio"],
      ["changed time_unknown"],
    ],
  ] as const)("%s", (_why, value, format, kinds, remarks) => {
    expect(read(value, format)).toEqual({ kinds, remarks });
  });

  it("passes on what the splitter could not cut", () => {
    const problem = { reason: "too_large", message: "is too large" } as const;
    expect(readEntry(parseEntry({ line: 3, end: IMPORT_START, problem }), undefined, context)).toEqual({
      feedback: [],
      remarks: [{ kind: "skipped", ...problem }],
    });
  });
});
