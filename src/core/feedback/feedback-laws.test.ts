import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLE_DOCUMENTS } from "../actionable/json-schema.ts";
import { BUILT_IN_PACKS } from "../gate/built-in-packs.ts";
import { createGateCatalogue } from "../gate/gate.ts";
import type { Rejection } from "../gate/rejection.ts";
import type { Review } from "../review/review.ts";
import type { Signal } from "../signal/signal.ts";
import { erasePerson, MAX_DIAGNOSTICS } from "./feedback.ts";
import type { FeedbackContext, FeedbackReading } from "./feedback-reading.ts";
import { feedbackJsonSchema, feedbackSchema } from "./feedback-schema.ts";
import { fromActionable, fromReview } from "./from-review.ts";
import { fromDecision } from "./from-decision.ts";
import { fromGithubComment } from "./from-github-comment.ts";
import { fromJsonl } from "./from-jsonl.ts";
import { fromRejection } from "./from-rejection.ts";
import { fromSarif } from "./from-sarif.ts";
import { fromSignal } from "./from-signal.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(feedbackJsonSchema());
const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const context: FeedbackContext = { now: "2026-05-01T12:00:00Z", agent: "rio" };

interface Source {
  readonly name: string;
  readonly example: unknown;
  readonly read: (input: unknown, context: FeedbackContext) => FeedbackReading;
}

/** Each source with an input that gives at least one record. */
const SOURCES: readonly Source[] = [
  {
    name: "review",
    read: (input, given) => fromReview(input as Review, given),
    example: {
      schema_version: "1.0",
      prompt_version: "1.0",
      findings: [
        {
          id: "f1",
          severity: "high",
          category: "security",
          title: "Query is glued together",
          file: "src/db.ts",
          line: 12,
          end_line: 14,
          message: "A name with a quote changes the query",
          suggestion: "Bind the name as a parameter",
          rule_id: "sql-injection",
        },
      ],
    },
  },
  {
    name: "signal",
    read: (input, given) => fromSignal(input as Signal, given),
    example: {
      type: "runtime_error",
      confidence: 0.9,
      evidence: [{ start: 0, end: 9, source: "python", text: "TypeError" }],
      facts: { error_type: "TypeError", error_message: "x is not a function", file: "a.js", line: 3 },
    },
  },
  {
    name: "rejection",
    read: (input, given) => fromRejection(input as Rejection, { ...given, catalogue }),
    example: {
      issues: ["tests_failing", "house_rule"],
      unregistered: ["house_rule"],
      source: "validator",
      ts: "2026-05-01T09:00:00Z",
      version: 1,
      signed: false,
    },
  },
  {
    name: "decision",
    read: fromDecision,
    example: {
      decision_id: "d-1",
      gate_id: "HITL-2",
      epic_id: "e-1",
      task_id: "t-1",
      decision: "APPROVED_WITH_CHANGES",
      reviewer_id: "ana",
      timestamp: "2026-05-01T10:00:00+02:00",
      review_duration_seconds: 90,
      agent_output_sha: "aa11",
      approved_output_sha: "bb22",
      correction_diff_path: "corrections/t-1/correction.diff",
      reviewer_comment: "Close the file handle",
      tags: ["resource_leak"],
    },
  },
  { name: "actionable", read: fromActionable, example: EXAMPLE_DOCUMENTS[0] },
  {
    name: "sarif",
    read: fromSarif,
    example: {
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "scanner", rules: [{ id: "R1", shortDescription: { text: "Unsafe" } }] } },
          results: [
            {
              ruleId: "R1",
              ruleIndex: 0,
              level: "error",
              message: { text: "Unsafe call of {0}", arguments: ["eval"] },
              locations: [
                { physicalLocation: { artifactLocation: { uri: "src/a.js" }, region: { startLine: 4 } } },
              ],
              partialFingerprints: { primaryLocationLineHash: "abc:1" },
              fixes: [{ artifactChanges: [{ artifactLocation: { uri: "src/a.js" }, replacements: [{}] }] }],
            },
          ],
        },
      ],
    },
  },
  {
    name: "github_comment",
    read: fromGithubComment,
    example: [
      {
        id: 7,
        path: "src/a.ts",
        line: 3,
        side: "RIGHT",
        diff_hunk: "@@ -1,2 +1,3 @@\n a\n b\n+let c = 1",
        body: "Never reassigned.\n```suggestion\nconst c = 1\n```",
        user: { login: "ana", type: "User" },
        author_association: "MEMBER",
        created_at: "2026-05-01T08:00:00Z",
        pull_request_url: "https://api.github.com/repos/o/r/pulls/9",
      },
    ],
  },
  {
    name: "jsonl",
    read: fromJsonl,
    example: {
      id: "l1",
      author: { id: "ana", trust: "person" },
      comment: "Use tabs",
      tags: ["style"],
      path: "a",
    },
  },
];

/** Copies of a value in which some parts are replaced by any JSON at all. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const same: fc.Arbitrary<unknown> = Array.isArray(value)
    ? fc.tuple(...value.map(damaged))
    : typeof value === "object" && value !== null
      ? fc.record(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, damaged(one)])))
      : fc.constant(value);
  return fc.oneof({ weight: 12, arbitrary: same }, { weight: 1, arbitrary: fc.jsonValue() });
}

/** The value with every text in it made a megabyte longer, as a hostile source might. */
function swollen(value: unknown): unknown {
  if (typeof value === "string") return `${value} ${"é\u{1f600}\0\ud800 ".repeat(170_000)}`;
  if (Array.isArray(value)) return value.map(swollen);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swollen(one)]));
}

/** Every text in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function expectSound(reading: FeedbackReading): void {
  for (const record of reading.feedback) {
    expect(feedbackSchema.safeParse(record).error).toBeUndefined();
    validate(record);
    expect(validate.errors).toBeNull();
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
    expect(textsIn(record).every((text) => text.isWellFormed() && !text.includes("\0"))).toBe(true);
  }
  const ids = reading.feedback.map((record) => record.id);
  expect(new Set(ids).size).toBe(ids.length);
}

describe.each(SOURCES)("feedback from $name", ({ name, example, read }) => {
  it("makes records that fit the published schema, the same ones each time", () => {
    const reading = read(example, context);
    expect(reading.feedback.length).toBeGreaterThan(0);
    expect(reading.diagnostics).toEqual([]);
    expect(reading.feedback.every((record) => record.source.kind === name && record.agent === "rio")).toBe(
      true,
    );
    expectSound(reading);
    expect(read(structuredClone(example), { ...context, now: "2027-01-01T00:00:00Z" }).feedback).toEqual(
      reading.feedback.map((record) => ({ ...record, time: expect.any(String) })),
    );
  });

  it("never throws, and says why where it makes no record", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 5 }), damaged(example)), (input) => {
        const reading = read(input, context);
        expectSound(reading);
        for (const { message } of reading.diagnostics) expect(message.length).toBeGreaterThan(10);
      }),
      { numRuns: 300 },
    );
  });

  it("stays within bounds when every text is a megabyte", () => {
    const input =
      name === "decision" || name === "actionable"
        ? { ...(example as object), reviewer_comment: swollen("x"), extra: swollen("y") }
        : swollen(example);
    const reading = read(input, context);
    expectSound(reading);
    for (const record of reading.feedback) expect(JSON.stringify(record).length).toBeLessThan(600_000);
  });

  it("keeps what the source said", () => {
    for (const record of read(example, context).feedback) {
      expect(record.original).toMatchObject({
        state: "whole",
        hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
    }
  });

  it("never loses an outsider's mark, whatever the source claims", () => {
    fc.assert(
      fc.property(damaged(example), (input) => {
        const author = { id: "stranger", trust: "outsider" } as const;
        const { feedback } = read(input, { ...context, author });
        expect(feedback.every((record) => record.author.trust === "outsider")).toBe(true);
        expect(feedback.map((record) => erasePerson(record, record.author.id).author.trust)).toEqual(
          feedback.map(() => "outsider"),
        );
      }),
    );
  });

  it("gives no key a meaning of its own", () => {
    const hostile: unknown = JSON.parse(
      JSON.stringify(example).replace(
        "{",
        '{"__proto__":{"agent":"evil","tags":["x"]},"constructor":{"id":1},',
      ),
    );
    const reading = read(hostile, context);
    expectSound(reading);
    expect(reading.feedback.every((record) => record.agent === "rio" && !record.tags.includes("x"))).toBe(
      true,
    );
    expect(Reflect.get({}, "agent")).toBeUndefined();
  });

  it("tells two deliveries apart only when their event ids differ", () => {
    const idsFor = (eventId?: string): readonly string[] =>
      read(example, eventId === undefined ? context : { ...context, eventId }).feedback.map(({ id }) => id);
    expect(idsFor("one")).toEqual(idsFor("one"));
    const known = ["decision", "actionable", "github_comment", "jsonl"].includes(name);
    expect(idsFor("one").some((id) => idsFor("two").includes(id))).toBe(known);
  });
});

describe("what every source shares", () => {
  it("lists a bounded number of complaints and counts the rest", () => {
    const { feedback, diagnostics } = fromGithubComment(
      Array.from({ length: 1_000 }, () => 1),
      context,
    );
    expect(feedback).toEqual([]);
    expect(diagnostics).toHaveLength(MAX_DIAGNOSTICS + 1);
    expect(diagnostics.at(-1)).toMatchObject({
      reason: "more_diagnostics",
      message: expect.stringContaining("800"),
    });
  });

  it("survives nesting deeper than the stack", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    const inputs = SOURCES.flatMap(({ read, example }) => [
      () => read(deep, context),
      () =>
        read(Array.isArray(example) ? [{ ...example[0], deep }] : { ...(example as object), deep }, context),
    ]);
    for (const input of inputs) {
      expect(input).not.toThrow();
      expectSound(input());
    }
  });

  it("refuses a clock that is none, which is the caller's mistake", () => {
    expect(() => fromJsonl({ comment: "x" }, { now: "noon" })).toThrow(RangeError);
  });
});
