import assert from "node:assert/strict";
import type { DocumentLine } from "./document-line.ts";

interface Signal {
  readonly type: string | null;
  readonly confidence: number;
  readonly evidence: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

interface Refined {
  readonly refined_prompt: string;
  readonly feedback_type: string | null;
  readonly actions_applied: readonly string[];
  readonly iterations: number;
  readonly score_before: number;
  readonly score_after: number;
  readonly log: readonly { readonly iteration: number; readonly actions_applied: readonly string[] }[];
}

/** One sentence for each of the alternatives in the document's expressions that stand for a failure. */
const HEARD: readonly (readonly [text: string, type: string])[] = [
  [
    "Traceback (most recent call last):\n  File \"sync.py\", line 8, in <module>\nKeyError: 'id'",
    "runtime_error",
  ],
  ["thread 'main' panicked at src/main.rs:12:5: index out of bounds", "runtime_error"],
  ["Segmentation fault (core dumped)", "runtime_error"],
  ["sh: 1: gradle: not found\ncommand failed with exit code 127", "runtime_error"],
  ["TypeError: Cannot read properties of undefined (reading 'total')", "runtime_error"],
  ["SyntaxError: Unexpected token '}'", "runtime_error"],
  ["AssertionError: 1 != 2", "verification_failure"],
  ["Tests: 2 failed, 31 passed, 33 total", "verification_failure"],
  [
    "error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
    "verification_failure",
  ],
  ["Validation error: `amount` must be positive", "verification_failure"],
  ["Schema mismatch: expected an array of lines", "verification_failure"],
  ["lint error in src/cart.ts: no-unused-vars", "verification_failure"],
  ["No, that's not what I asked for. Try again.", "user_rejection"],
  ["That’s wrong, the totals are still broken.", "user_rejection"],
  ["You missed the point: I wanted the summary, not the list.", "user_rejection"],
  ["Works, but the header overlaps the logo.", "partial_success"],
  ["Almost. Just need to sort by date.", "partial_success"],
  ["small change: call it `Invoices`", "partial_success"],
  ["one thing: the footer is missing", "partial_success"],
  ["Minor issue: the button is two pixels too low", "partial_success"],
];

const NOT_HEARD: readonly string[] = [
  "0 failed, 12 passed",
  "All 212 tests passed in 4.2s. 0 failed.",
  "Uploaded 14 files. 0 failed.",
  "no tests failed",
  "no problem, looks great",
  "error handling is good",
  "test_failed_login PASSED",
  "Please add a page that lists failed payments.",
];

const failing = { prompt: "review the code", feedback: "wrong, I meant a security review of the login" };

export const DETECTOR: readonly DocumentLine[] = [
  {
    line: "001.1",
    asks: "Failures are told apart from success in logs, tool output and chat, and each of the document's phrases is heard.",
    see: ["emend detect", "POST /signals"],
    held: ["src/core/signal/detect-signal.test.ts", "src/core/signal/words/read-message.test.ts"],
    walk: async (world) => {
      const inputs = [...HEARD.map(([text]) => text), ...NOT_HEARD].map((text, id) => ({
        id: `${id}`,
        text,
      }));
      const types = (world.jsonl(["detect"], inputs) as readonly Signal[]).map(({ type }) => type);
      assert.deepEqual(types, [...HEARD.map(([, type]) => type), ...NOT_HEARD.map(() => null)]);
      const { body } = (await world.api("agent rio", "POST", "/signals", { text: HEARD[0]![0] })) as {
        readonly status: number;
        readonly body: Signal;
      };
      assert.equal(body.type, "runtime_error");
    },
  },
  {
    line: "001.2",
    asks: "An exit code and a parsed test summary outrank words.",
    see: ["emend detect"],
    held: ["src/core/signal/detect-signal.test.ts"],
    walk: (world) => {
      const answers = world.jsonl(
        ["detect"],
        [
          { id: "1", text: "ok", exit_code: 1 },
          { id: "2", text: "Finished: 0 failed", exit_code: 0 },
          { id: "3", text: "error: retrying\ndone", exit_code: 0 },
          { id: "4", text: "Everything went fine!\nTests: 1 failed, 9 passed, 10 total", exit_code: 1 },
        ],
      ) as readonly Signal[];
      assert.deepEqual(
        answers.map(({ type }) => type !== null),
        [true, false, false, true],
      );
      assert.equal(world.run(["detect", "--exit-code", "1", "--fail-on", "any"], { stdin: "ok\n" }).code, 1);
      assert.equal(
        world.run(["detect", "--exit-code", "0", "--fail-on", "any"], { stdin: "0 failed\n" }).code,
        0,
      );
    },
  },
  {
    line: "001.3",
    asks: "An answer has a type, a confidence and the span of text it rests on, or is none.",
    see: ["emend detect", "POST /signals"],
    held: ["src/core/signal/detect-signal.test.ts", "test/fuzz/signal.test.ts"],
    walk: (world) => {
      const text = "step 3 of 7\nAssertionError: expected 200 to equal 201\nstep 4";
      const [signal, none] = world.jsonl(
        ["detect"],
        [
          { id: "1", text },
          { id: "2", text: "Deployed in 12 s." },
        ],
      ) as readonly Signal[];
      assert.equal(signal!.type, "verification_failure");
      assert.ok(signal!.confidence > 0.5 && signal!.confidence <= 1);
      for (const { start, end, text: quoted } of signal!.evidence)
        assert.equal(text.slice(start, end), quoted);
      assert.deepEqual([none!.type, none!.evidence], [null, []]);
    },
  },
  {
    line: "001.4",
    asks: "Refining applies each action once, in the declared order, and a second pass changes nothing.",
    see: ["emend refine", "POST /prompts/refine", "tool refine_prompt"],
    held: ["src/core/prompt/refine-prompt.test.ts", "src/core/prompt/refine-prompt-laws.test.ts"],
    walk: (world) => {
      const feedback = "FAIL src/cart.test.ts > totals > adds tax\nAssertionError: expected 108 to be 119";
      const [first] = world.jsonl(
        ["refine"],
        [{ id: "1", prompt: "Fix the cart.", feedback }],
      ) as readonly Refined[];
      const order = ["add_test_context", "specify_behavior", "request_validation"];
      assert.deepEqual(
        first!.actions_applied,
        order.filter((action) => first!.actions_applied.includes(action)),
      );
      assert.ok(first!.actions_applied.length > 0);
      const [second] = world.jsonl(
        ["refine"],
        [{ id: "2", prompt: first!.refined_prompt, feedback }],
      ) as readonly Refined[];
      assert.equal(second!.refined_prompt, first!.refined_prompt);
    },
  },
  {
    line: "001.5",
    asks: "No placeholder is ever left unfilled.",
    see: ["emend refine"],
    held: ["src/core/prompt/refine-prompt-laws.test.ts", "src/core/prompt/quote-fact.test.ts"],
    walk: (world) => {
      const inputs = HEARD.map(([feedback], id) => ({ id: `${id}`, prompt: "Do the task.", feedback }));
      for (const { refined_prompt } of world.jsonl(["refine"], inputs) as readonly Refined[])
        assert.doesNotMatch(refined_prompt, /\{[a-z_]+\}/);
    },
  },
  {
    line: "001.6",
    asks: "A limit of 0 returns the original, and no result scores below the prompt it came from.",
    see: ["emend refine", "emend refine --score", "POST /prompts/score"],
    held: ["src/core/prompt/refine-prompt-laws.test.ts", "src/core/prompt/score-prompt.test.ts"],
    walk: (world) => {
      const [none] = world.jsonl(["refine", "--limit", "0"], [{ id: "1", ...failing }]) as readonly Refined[];
      assert.equal(none!.refined_prompt, failing.prompt);
      const inputs = HEARD.map(([feedback], id) => ({ id: `${id}`, prompt: "Do the task.", feedback }));
      for (const { score_before, score_after } of world.jsonl(["refine"], inputs) as readonly Refined[])
        assert.ok(score_after >= score_before);
    },
  },
  {
    line: "001.7",
    asks: "Each pass is logged with the actions that were really applied, and the log can be asked across sessions.",
    see: [
      "emend refine --log",
      "emend refinements list",
      "emend refinements summary",
      "GET /prompts/refinements",
      "tool refine_prompt",
    ],
    held: ["src/core/prompt/refine-prompt.test.ts", "src/core/prompt/refine-prompt-laws.test.ts"],
    walk: (world) => {
      const [refined] = world.jsonl(["refine"], [{ id: "1", ...failing }]) as readonly Refined[];
      assert.equal(refined!.log.length, refined!.iterations);
      assert.deepEqual(
        refined!.log.flatMap(({ actions_applied }) => actions_applied),
        refined!.actions_applied,
      );
      const cwd = world.newFolder();
      for (const session of ["monday", "tuesday"]) {
        const args = ["refine", "--log", "--session", session, "--feedback-text", failing.feedback];
        assert.equal(world.run(args, { cwd, stdin: failing.prompt }).code, 0);
      }
      const kept = JSON.stringify(world.json(["refinements", "list"], { cwd }));
      for (const text of ["monday", "tuesday", "request_clarification", "user_rejection"])
        assert.ok(kept.includes(text));
    },
  },
];
