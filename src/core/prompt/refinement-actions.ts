import type { SignalType } from "../signal/signal.ts";
import type { GapName } from "./quote-fact.ts";

export const ACTION_TYPES = [
  "add_context",
  "add_constraint",
  "request_approach",
  "add_test_context",
  "specify_behavior",
  "request_validation",
  "request_clarification",
  "narrow_scope",
  "offer_alternatives",
  "focus_on_gap",
  "add_targeted_constraint",
  "request_incremental_fix",
] as const;

export type ActionType = (typeof ACTION_TYPES)[number];

/** One way to improve a prompt after one kind of failure. */
export interface RefinementAction {
  readonly type: ActionType;
  readonly description: string;
  /** The sentence to add; a gap in braces is filled from the feedback, or else the action is omitted. */
  readonly template: string;
  readonly gap: GapName | null;
  /** 1 is first. */
  readonly priority: 1 | 2 | 3;
}

export interface RefinementPlan {
  /** The heading of its sentences. */
  readonly heading: string;
  /** In order of application. */
  readonly actions: readonly RefinementAction[];
}

/** Actions for each kind of failure, most important first. */
export const REFINEMENT_PLANS: Readonly<Record<SignalType, RefinementPlan>> = {
  runtime_error: {
    heading: "## Error to resolve",
    actions: [
      {
        type: "add_context",
        description: "put the error into the prompt",
        template: "Given the error {error_message}, find its cause and remove it.",
        gap: "error_message",
        priority: 1,
      },
      {
        type: "add_constraint",
        description: "name the language and framework the work has to fit",
        template: "Ensure compatibility with {detected_framework}.",
        gap: "detected_framework",
        priority: 2,
      },
      {
        type: "request_approach",
        description: "ask for small steps, each of them checked",
        template: "Approach this step by step, validating each change before making the next.",
        gap: null,
        priority: 3,
      },
    ],
  },
  verification_failure: {
    heading: "## Checks to pass",
    actions: [
      {
        type: "add_test_context",
        description: "name the tests or checks that have to pass",
        template: "Ensure the solution passes {test_description}.",
        gap: "test_description",
        priority: 1,
      },
      {
        type: "specify_behavior",
        description: "say what is expected",
        template: "Expected behavior: {expected_behavior}.",
        gap: "expected_behavior",
        priority: 2,
      },
      {
        type: "request_validation",
        description: "ask for proof that the fix works",
        template: "Include validation that confirms the fix works, and run it before finishing.",
        gap: null,
        priority: 3,
      },
    ],
  },
  user_rejection: {
    heading: "## What is wanted",
    actions: [
      {
        type: "request_clarification",
        description: "say what was meant, in the words of the person who refused the last answer",
        template: "To clarify the goal: {clarification_prompt}.",
        gap: "clarification_prompt",
        priority: 1,
      },
      {
        type: "narrow_scope",
        description: "keep to the part of the task that the feedback names",
        template: "Focus specifically on {narrowed_scope}.",
        gap: "narrowed_scope",
        priority: 2,
      },
      {
        type: "offer_alternatives",
        description: "pass on the approaches that the feedback proposes",
        template: "Alternative approaches to consider: {alternatives}.",
        gap: "alternatives",
        priority: 3,
      },
    ],
  },
  partial_success: {
    heading: "## What is left to change",
    actions: [
      {
        type: "focus_on_gap",
        description: "name what is still missing or wrong",
        template: "Specifically, address {gap_description}.",
        gap: "gap_description",
        priority: 1,
      },
      {
        type: "add_targeted_constraint",
        description: "pass on the condition that the feedback sets",
        template: "Additional constraint: {constraint}.",
        gap: "constraint",
        priority: 2,
      },
      {
        type: "request_incremental_fix",
        description: "ask for a small change that keeps what works",
        template: "Make minimal changes to address {issue}, and leave what already works as it is.",
        gap: "issue",
        priority: 3,
      },
    ],
  },
};
