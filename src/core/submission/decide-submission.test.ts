import { describe, expect, it } from "vitest";
import { feedbackSchema } from "../feedback/feedback-schema.ts";
import { toDecisionEvent } from "../feedback/decision-event.ts";
import {
  type DecidedSubmission,
  applySubmissionAnswer,
  repeatsDecision,
  type SubmissionAnswer,
  type WithdrawCommand,
  applyWithdrawal,
} from "./decide-submission.ts";
import { eraseFromSubmission, type Submission, submissionHeader } from "./submission.ts";
import {
  EXAMPLE_SURROUNDINGS,
  exampleAnswer,
  exampleSubmission,
} from "../../../test/examples/example-submission.ts";
import { submissionHeaderSchema, submissionSchema } from "./submission-schema.ts";

const decide = (answer: Partial<SubmissionAnswer>, state = exampleSubmission()) =>
  applySubmissionAnswer(state, exampleAnswer(answer), EXAMPLE_SURROUNDINGS);

const decided = (answer: Partial<SubmissionAnswer> = {}, state?: Submission): DecidedSubmission => {
  const change = decide(answer, state);
  if (!change.ok) throw new Error(change.error.message);
  return change.value;
};

const WITH_CHANGES = { decision: "approved_with_changes", edited_output: "first\nthird\n" } as const;

describe("decideSubmission", () => {
  it("takes the lines that it is about as the place of the correction", () => {
    const place = { path: "src/cart.ts", line: 14 };
    const change = decided({ place });
    expect(change.state.decision?.place).toEqual({ path: "src/cart.ts", line: 14, end_line: 14 });
    expect(change.feedback.target).toEqual({
      path: "src/cart.ts",
      location: { type: "lines", line: 14, end_line: 14 },
    });
    expect(submissionSchema.parse(change.state)).toEqual(change.state);
    expect(feedbackSchema.parse(change.feedback)).toEqual(change.feedback);
    const again = (answer: Partial<SubmissionAnswer>): boolean =>
      repeatsDecision(change.state, exampleAnswer(answer), EXAMPLE_SURROUNDINGS);
    expect([again({ place }), again({}), again({ place: { ...place, line: 15 } })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("keeps what was decided, by whom, when and how long it took (003.1)", () => {
    const { state, acts } = decided({ ...WITH_CHANGES, tags: [" io ", "io"] });
    expect(state).toMatchObject({ status: "decided", revision: 2 });
    expect(state.decision).toMatchInlineSnapshot(`
      {
        "comment": "The total is wrong when the cart is empty.",
        "decision": "approved_with_changes",
        "decision_id": "sb_00000000000000000000000000000000",
        "diff": "--- a/output
      +++ b/output
      @@ -1,2 +1,2 @@
       first
      -second
      +third
      ",
        "duration_seconds": 42,
        "edited_output": "first
      third
      ",
        "edited_sha": "000000000000000000000000000000000000000000000000000000000000000c",
        "feedback_id": "fb_d2132e8a1172243e91d88fb3b75c102d",
        "reviewer": "ana",
        "tags": [
          "io",
        ],
        "time": "2026-03-01T10:00:00.000Z",
      }
    `);
    expect(acts).toMatchInlineSnapshot(`
      [
        {
          "action": "submission.approved_with_changes",
          "actor": "ana",
          "detail": {
            "agent": "rio",
            "duration_seconds": 42,
            "feedback_id": "fb_d2132e8a1172243e91d88fb3b75c102d",
            "gate": "Before merge",
            "revision": 2,
            "tags": [
              "io",
            ],
          },
          "subject": "sb_00000000000000000000000000000000",
        },
      ]
    `);
  });

  it.each([
    { decision: "approved", comment: "" },
    {},
    WITH_CHANGES,
    { decision: "rejected", edited_output: "first\nthird\n" },
  ] as const)("becomes a record like any decision, from which its event can be made again: %j", (answer) => {
    const state = exampleSubmission({ run: "r-1", task: "t-1", files: ["src/a.ts"] });
    const { feedback, state: after } = decided(answer, state);
    expect(feedbackSchema.parse(feedback)).toEqual(feedback);
    expect(feedback).toMatchObject({
      agent: "rio",
      run: "r-1",
      task: "t-1",
      epic: "t-1",
      gate: "Before merge",
      target: { path: "src/a.ts" },
      author: { id: "ana", trust: "person" },
      source: { kind: "decision", ref: state.id },
      duration_seconds: 42,
    });
    expect(toDecisionEvent(feedback)).toMatchObject({ ok: true, value: { decision_id: state.id } });
    expect(submissionSchema.parse(after)).toEqual(after);
    const header = submissionHeader(after);
    expect(submissionHeaderSchema.parse(header)).toEqual(header);
  });

  it.each<[why: string, answer: Partial<SubmissionAnswer>, code: string]>([
    ["a tool decides nothing", { by: { id: "bot", trust: "reviewer_bot" } }, "not_a_person"],
    ["an outsider decides nothing", { by: { id: "eve", trust: "outsider" } }, "not_a_person"],
    ["an agent does not decide about its work", { by: { id: " Rio", trust: "person" } }, "own_work"],
    ["nor does the token that handed it in", { by: { id: "rio-token", trust: "person" } }, "own_work"],
    ["an agent has to know why", { comment: " \n", tags: [] }, "comment_or_tag_missing"],
    ["there is no change", { decision: "approved_with_changes" }, "edited_output_missing"],
    [
      "the change is none",
      { decision: "approved_with_changes", edited_output: "first\nsecond\n" },
      "nothing_changed",
    ],
    ["an edit would be lost", { decision: "approved", edited_output: "x" }, "edited_output_unexpected"],
  ])("is refused where %s", (_why, answer, code) => {
    expect(decide(answer)).toMatchObject({ ok: false, error: { code } });
  });

  it.each([
    { tags: undefined, comment: "wrong", decision: "rejected", kept: ["unspecified"], why: "none is named" },
    { tags: ["  "], comment: "wrong", decision: "rejected", kept: ["unspecified"], why: "a blank is none" },
    { tags: ["io"], comment: undefined, decision: "rejected", kept: ["io"], why: "one is named" },
    { tags: [], comment: undefined, decision: "approved", kept: [], why: "an approval needs none" },
  ] as const)(
    "has the tags $kept when it is $decision, since $why (002.4)",
    ({ kept, why: _why, ...answer }) => {
      const { state, feedback } = decided(answer);
      expect(state.decision?.tags).toEqual(kept);
      expect(feedback.tags).toEqual(kept);
    },
  );

  it("takes the team's own fallback tag", () => {
    const surroundings = { ...EXAMPLE_SURROUNDINGS, fallbackTag: "other" };
    const change = applySubmissionAnswer(exampleSubmission(), exampleAnswer(), surroundings);
    expect(change).toMatchObject({ value: { feedback: { tags: ["other"] } } });
  });

  it("lets a person look at what they handed in for their agent", () => {
    const state = exampleSubmission({}, { by: { id: "ana", trust: "person" } });
    expect(decide({}, state).ok).toBe(true);
  });

  it("keeps the line ends that a browser takes away", () => {
    const state = exampleSubmission({ output: "first\r\nsecond\r\n" });
    expect(decided(WITH_CHANGES, state).state.decision?.edited_output).toBe("first\r\nthird\r\n");
    const same = { decision: "approved_with_changes", edited_output: "first\nsecond\n" } as const;
    expect(decide(same, state)).toMatchObject({ error: { code: "nothing_changed" } });
    const mixed = exampleSubmission({ output: "first\r\nsecond\n" });
    expect(decided(WITH_CHANGES, mixed).state.decision?.edited_output).toBe("first\nthird\n");
  });

  it("is made once", () => {
    const { state } = decided();
    const again = decide({ decision: "approved", by: { id: "ben", trust: "person" } }, state);
    expect(again).toMatchObject({
      error: {
        code: "already_decided",
        message: "already decided: ana rejected it at 2026-03-01T10:00:00.000Z",
      },
    });
  });
});

describe("repeatsDecision", () => {
  const { state } = decided(WITH_CHANGES);
  it.each([
    { answer: {}, repeats: true, why: "it is the same" },
    { answer: { duration_seconds: 50 }, repeats: true, why: "looking longer changes no answer" },
    { answer: { by: { id: "ben", trust: "person" } }, repeats: false, why: "another person says it" },
    { answer: { decision: "rejected" }, repeats: false, why: "it is another decision" },
    { answer: { comment: "other" }, repeats: false, why: "it is another comment" },
    { answer: { tags: ["io"] }, repeats: false, why: "it has other tags" },
    { answer: { edited_output: "x" }, repeats: false, why: "it is another text" },
  ] as const)("is $repeats for $answer, since $why", ({ answer, repeats }) => {
    const given = exampleAnswer({ ...WITH_CHANGES, ...answer });
    expect(repeatsDecision(state, given, {})).toBe(repeats);
    expect(repeatsDecision(exampleSubmission(), given, {})).toBe(false);
  });

  it("knows a rejection without a tag", () => {
    expect(repeatsDecision(decided().state, exampleAnswer(), {})).toBe(true);
  });
});

describe("withdrawSubmission", () => {
  const now = "2026-03-01T11:00:00.000Z";
  const withdraw = (command: WithdrawCommand) =>
    applyWithdrawal(exampleSubmission(), { ...command, reason: " later " }, { now });

  it.each<[why: string, command: WithdrawCommand]>([
    ["who handed it in", { by: { id: "rio-token", trust: "tool" } }],
    ["its agent", { by: { id: "x", trust: "tool" }, agent: "rio" }],
    ["an administrator", { by: { id: "x", trust: "person" }, mayWithdrawAny: true }],
  ])("is for %s", (_why, command) => {
    const by = command.by.id;
    expect(withdraw(command)).toMatchObject({
      value: {
        state: { status: "withdrawn", revision: 2, withdrawal: { by, time: now, reason: "later" } },
        acts: [{ action: "submission.withdrawn", actor: by }],
      },
    });
  });

  it.each<[why: string, command: WithdrawCommand]>([
    ["another person", { by: { id: "x", trust: "person" } }],
    ["another agent", { by: { id: "x", trust: "tool" }, agent: "kai" }],
  ])("is not for %s", (_why, command) => {
    expect(withdraw(command)).toMatchObject({ error: { code: "not_yours" } });
  });

  it("ends it: nothing is decided or taken back any more", () => {
    const command = { by: { id: "rio-token", trust: "tool" } } as const;
    const change = applyWithdrawal(exampleSubmission(), command, { now });
    const { state } = (change as { readonly value: { readonly state: Submission } }).value;
    expect(decide({}, state)).toMatchObject({ error: { code: "withdrawn" } });
    expect(applyWithdrawal(state, command, { now })).toMatchObject({ error: { code: "withdrawn" } });
    expect(applyWithdrawal(decided().state, command, { now })).toMatchObject({
      error: { code: "already_decided" },
    });
    expect(submissionSchema.parse(state)).toEqual(state);
  });
});

describe("eraseFromSubmission", () => {
  const { state } = decided(WITH_CHANGES);
  it("takes the reviewer's name and words, and keeps the decision", () => {
    const erased = eraseFromSubmission(state, "ana");
    expect(erased).toMatchObject({
      revision: 3,
      output: state.output,
      decision: { decision: "approved_with_changes", reviewer: "erased", duration_seconds: 42 },
    });
    expect(JSON.stringify(erased)).not.toMatch(/ana|third|cart|edited/);
    expect(eraseFromSubmission(erased, "ana")).toBe(erased);
    expect(eraseFromSubmission(erased, "erased")).toBe(erased);
    expect(submissionSchema.parse(erased)).toEqual(erased);
  });

  it("is the same submission where it names nobody", () => {
    expect(eraseFromSubmission(state, "ben")).toBe(state);
  });
});
