import assert from "node:assert/strict";
import type { DocumentLine } from "./document-line.ts";
import type { World } from "./world.ts";

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

const ROUND = {
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

/** The same fault three times in other words, beside faults that are mended. */
const REWORDED = [
  "`parseDuration()` reads `90m` as 90 seconds, so jobs time out after a minute and a half",
  "Minutes are still taken for seconds in `parseDuration()`, and `90m` ends after 90 s",
  "A duration of `90m` lasts 90 seconds only, because `parseDuration()` ignores the unit for minutes",
];
const MENDED = [
  ["`saveJob()` writes the file before the folder exists, so the first job of a day is lost", "saveJob()"],
  ["`listJobs()` returns jobs that were deleted, so the page shows them twice", "listJobs()"],
  ["`JobTable` has no header row, so screen readers cannot name the columns", "JobTable()"],
] as const;

const round = (number: number): object => {
  const [issue, reference] = MENDED[number - 1]!;
  return {
    ...ROUND,
    id: `5d5f4d0a-3b50-4a7e-8f1e-1f0f2b9c1a0${number}`,
    timestamp: `2026-05-04T0${number}:00:00Z`,
    iteration: { number, max: 5, phase: number === 1 ? "initial" : "refinement" },
    feedback_items: [
      { ...ITEM, issue: REWORDED[number - 1] },
      { ...ITEM, issue, location: { type: "function", reference } },
    ],
    overall_assessment: { ...ROUND.overall_assessment, score: [0.55, 0.7, 0.6][number - 1]! },
  };
};

interface TaskHistory {
  readonly rates: Readonly<Record<string, { readonly value: number | null; readonly target: number }>>;
  readonly escalations: readonly { readonly round: number; readonly issue: string }[];
  readonly best_round: { readonly number: number };
  readonly outlook: { readonly answer: string; readonly reasons: readonly object[] };
}

/** A folder in which three rounds of one task are recorded, and what was said to each. */
function recordRounds(world: World): { readonly cwd: string; readonly said: readonly string[] } {
  const cwd = world.newFolder();
  const said = [1, 2, 3].map((number) => {
    const recorded = world.run(["iterations", "record", "--task", "JOB-8", "--agent", "rio"], {
      cwd,
      stdin: JSON.stringify(round(number)),
    });
    assert.equal(recorded.code, 0, recorded.stderr);
    return recorded.stdout;
  });
  return { cwd, said };
}

const withItem = (change: object): object => ({ ...ROUND, feedback_items: [{ ...ITEM, ...change }] });
const codes = ({ violations }: Lint): readonly string[] => violations.map(({ code }) => code);

export const ACTIONABLE_FEEDBACK: readonly DocumentLine[] = [
  {
    line: "000.1",
    asks: "The validator asserts formats, and the examples that are shipped pass it.",
    see: ["emend feedback lint", "emend feedback schema", "POST /feedback/lint"],
    held: ["src/core/actionable/lint-feedback.test.ts", "src/core/actionable/json-schema.test.ts"],
    walk: (world) => {
      const [good, badId, badTime] = world.jsonl(
        ["feedback", "lint"],
        [ROUND, { ...ROUND, id: "fb-001" }, { ...ROUND, timestamp: "yesterday" }],
      ) as readonly Lint[];
      assert.deepEqual([good!.actionable, good!.violations], [true, []]);
      assert.ok(badId!.violations.some(({ path }) => path === "id"));
      assert.ok(badTime!.violations.some(({ path }) => path === "timestamp"));
      const schema = JSON.parse(world.run(["feedback", "schema"]).stdout) as {
        readonly examples?: readonly object[];
      };
      assert.ok((schema.examples ?? []).length > 0);
      for (const example of world.jsonl(
        ["feedback", "lint", "--strict"],
        schema.examples ?? [],
      ) as readonly Lint[])
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
      const [missing, above, range, words, lenient] = world.jsonl(
        ["feedback", "lint"],
        inputs,
      ) as readonly Lint[];
      const [strict] = world.jsonl(["feedback", "lint", "--strict"], [inputs[4]!]) as readonly Lint[];
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
      const [vague, advisory, quoted] = world.jsonl(
        ["feedback", "lint"],
        [
          withItem({ issue: "The parsing of durations could be better in several places of this file" }),
          withItem({
            suggestion: { ...ITEM.suggestion, action: "Perhaps multiply the number by 60 for minutes" },
          }),
          withItem({ suggestion: { ...ITEM.suggestion, action } }),
        ],
      ) as readonly Lint[];
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
      const answers = world.jsonl(
        ["feedback", "lint"],
        [
          judged("accept", 0.9, "critical"),
          judged("accept", 0.9, "minor"),
          judged("accept", 0.4, "minor"),
          judged("refine", 0.6, "major", 0.3),
          judged("escalate", 0.6, "major", 0.3),
        ],
      ) as readonly Lint[];
      assert.deepEqual(
        answers.map(({ actionable }) => actionable),
        [false, true, false, false, true],
      );
    },
  },
  {
    line: "000.5",
    asks: "Follow, improvement, repeat and escalation rates are worked out over the last five rounds, against 90, 80, 10 and 5 %.",
    see: [
      "emend iterations show",
      "GET /tasks/{task}/iterations",
      "tool iteration_history",
      "page /tasks/$task",
    ],
    held: ["src/core/actionable/iteration-history.test.ts", "src/cli/iterations/iterations.test.ts"],
    walk: (world) => {
      const { cwd } = recordRounds(world);
      const { rates } = world.json(["iterations", "show", "JOB-8"], { cwd }) as TaskHistory;
      assert.deepEqual(
        Object.values(rates).map(({ value, target }) => [Math.round(value! * 100), target]),
        [
          [50, 0.9],
          [50, 0.8],
          [25, 0.1],
          [33, 0.05],
        ],
      );
    },
  },
  {
    line: "000.6",
    asks: "An issue in three of the last five rounds escalates once, however it is worded, and the loop is told whether it will settle.",
    see: ["emend iterations record", "POST /tasks/{task}/iterations", "tool record_iteration"],
    held: ["src/core/actionable/iteration-history.test.ts", "src/app/iteration/record-round.test.ts"],
    walk: (world) => {
      const { cwd, said } = recordRounds(world);
      assert.deepEqual(
        said.map((text) => [/^ {2}repeated$/m.test(text), /^escalates/m.test(text)]),
        [
          [false, false],
          [true, false],
          [true, true],
        ],
      );
      const { escalations, outlook } = world.json(["iterations", "show", "JOB-8"], { cwd }) as TaskHistory;
      assert.deepEqual(
        escalations.map(({ round: number }) => number),
        [3],
      );
      assert.equal(outlook.answer, "not_settling");
      assert.ok(outlook.reasons.length > 0);
    },
  },
  {
    line: "000.7",
    asks: "The best verified round is the result, not the last one, and the earlier of two that are equal.",
    see: ["emend iterations show", "GET /tasks/{task}/iterations"],
    held: ["src/app/iteration/record-round.test.ts", "src/http/routes/iterations.test.ts"],
    walk: (world) => {
      const { cwd } = recordRounds(world);
      assert.equal(
        (world.json(["iterations", "show", "JOB-8"], { cwd }) as TaskHistory).best_round.number,
        2,
      );
    },
  },
];
