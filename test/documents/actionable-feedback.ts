import assert from "node:assert/strict";
import type { DocumentLine } from "./document-line.ts";

interface Lint {
  readonly actionable: boolean;
  readonly violations: readonly { readonly code: string; readonly path?: string; readonly phrase?: string }[];
}

const ITEM = {
  aspect: "correctness",
  severity: "major",
  score: 0.4,
  issue: "`parseDuration()` reads `90m` as 90 seconds, so jobs time out after a minute and a half",
  location: { type: "function", reference: "parseDuration()" },
  suggestion: {
    action: "Multiply by 60 if the unit is `m`, and throw a `RangeError` for any other unit",
    rationale: "Timeouts then last as long as the configuration says",
  },
};

export const ROUND = {
  id: "5d5f4d0a-3b50-4a7e-8f1e-1f0f2b9c1a01",
  timestamp: "2026-05-04T09:00:00Z",
  iteration: { number: 1, max: 5, phase: "initial" },
  target: { type: "code", path: "src/jobs/duration.ts" },
  feedback_items: [ITEM],
  overall_assessment: {
    score: 0.6,
    verdict: "refine",
    summary: "The scheduler works for seconds and hours, but a duration in minutes is read as seconds.",
    confidence: 0.9,
  },
};

const withItem = (change: object): object => ({ ...ROUND, feedback_items: [{ ...ITEM, ...change }] });
const codes = ({ violations }: Lint): readonly string[] => violations.map(({ code }) => code);

export const ACTIONABLE_FEEDBACK: readonly DocumentLine[] = [
  {
    line: "000.1",
    asks: "The validator asserts formats, and the examples that are shipped pass it.",
    see: ["emend feedback lint", "emend feedback schema", "POST /feedback/lint"],
    held: ["src/core/actionable/lint-feedback.test.ts", "src/core/actionable/json-schema.test.ts"],
    walk: (world) => {
      const [good, badId, badTime] = world.jsonl<Lint>(
        ["feedback", "lint"],
        [ROUND, { ...ROUND, id: "fb-001" }, { ...ROUND, timestamp: "yesterday" }],
      );
      assert.deepEqual([good!.actionable, good!.violations], [true, []]);
      assert.ok(badId!.violations.some(({ path }) => path === "id"));
      assert.ok(badTime!.violations.some(({ path }) => path === "timestamp"));
      const schema = JSON.parse(world.run(["feedback", "schema"]).stdout) as {
        readonly examples?: readonly object[];
      };
      assert.ok((schema.examples ?? []).length > 0);
      for (const example of world.jsonl<Lint>(["feedback", "lint", "--strict"], schema.examples ?? []))
        assert.deepEqual(example.violations, []);
    },
  },
  {
    line: "000.2",
    asks: "Every item has a location, and a score in the strict profile; no round is above the maximum; a reference fits its type.",
    see: ["emend feedback lint"],
    held: ["src/core/actionable/lint-feedback.test.ts", "src/core/actionable/item-from-finding.test.ts"],
    walk: (world) => {
      const { location: _, ...nowhere } = ITEM;
      const { score: __, ...unscored } = ITEM;
      const inputs = [
        { ...ROUND, feedback_items: [nowhere] },
        { ...ROUND, iteration: { number: 6, max: 5, phase: "final" } },
        withItem({ location: { type: "line", reference: "42-48" } }),
        withItem({ location: { type: "line", reference: "the loop" } }),
        { ...ROUND, feedback_items: [unscored] },
      ];
      const [missing, above, range, words, lenient] = world.jsonl<Lint>(["feedback", "lint"], inputs);
      const [strict] = world.jsonl<Lint>(["feedback", "lint", "--strict"], [inputs[4]!]);
      assert.equal(missing!.actionable, false);
      assert.ok(codes(above!).includes("iteration_exceeds_max"));
      assert.equal(range!.actionable, true);
      assert.equal(words!.actionable, false);
      assert.deepEqual([lenient!.actionable, strict!.actionable], [true, false]);
    },
  },
  {
    line: "000.3",
    asks: "Vague issues and advisory suggestions are refused at word boundaries, with the phrase named; quoted code is exempt.",
    see: ["emend feedback lint", "POST /feedback/lint", "tool lint_feedback"],
    held: ["src/core/actionable/judge-comment.test.ts", "src/cli/feedback/feedback.test.ts"],
    walk: (world) => {
      const action = "Reconsider-proof it: rename the flag `consider` to `include`, and delete the old name";
      const [vague, advisory, quoted] = world.jsonl<Lint>(
        ["feedback", "lint"],
        [
          withItem({ issue: "The parsing of durations could be better in several places of this file" }),
          withItem({
            suggestion: { ...ITEM.suggestion, action: "Perhaps multiply the number by 60 for minutes" },
          }),
          withItem({ suggestion: { ...ITEM.suggestion, action } }),
        ],
      );
      assert.ok(vague!.violations.some(({ phrase }) => phrase?.toLowerCase() === "could be better"));
      assert.ok(advisory!.violations.some(({ phrase }) => phrase?.toLowerCase() === "perhaps"));
      assert.deepEqual(quoted!.violations, []);
    },
  },
  {
    line: "000.4",
    asks: "The verdict follows from the items by a table that covers every case, and a verdict that contradicts it is refused.",
    see: ["emend feedback lint"],
    held: ["src/core/actionable/verdict.test.ts", "src/core/actionable/lint-feedback.test.ts"],
    walk: (world) => {
      const judged = (verdict: string, score: number, severity: string, confidence = 0.9): object => ({
        ...withItem({ severity }),
        overall_assessment: { ...ROUND.overall_assessment, verdict, score, confidence },
      });
      const answers = world.jsonl<Lint>(
        ["feedback", "lint"],
        [
          judged("accept", 0.9, "critical"),
          judged("accept", 0.9, "minor"),
          judged("accept", 0.4, "minor"),
          judged("refine", 0.6, "major", 0.3),
          judged("escalate", 0.6, "major", 0.3),
        ],
      );
      assert.deepEqual(
        answers.map(({ actionable }) => actionable),
        [false, true, false, false, true],
      );
    },
  },
];
