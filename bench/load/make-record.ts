import type { Feedback } from "../../src/core/feedback/feedback.ts";
import { fromDecision } from "../../src/core/feedback/from-decision.ts";
import { scatter } from "../make.ts";
import { AGENTS } from "./company.ts";

const WRONG = [
  "The handle of the upload stays open when the parser throws",
  "Nothing checks the length before the third column is read",
  "The password of the mail account ends up in the log",
  "The field says timeout but not in which unit",
  "No test covers an order without any items",
  "This loop tries again for ever when the host is gone",
  "The date is shown in the server's zone and not in the reader's",
  "Two requests at once both create the invoice",
];
const FIX = [
  "close it in a finally block and say which file it was",
  "return an empty list there, and test a line of two columns",
  "log the account's name alone",
  "call it timeout_ms, as the other settings do",
  "use the shared retry with its limit of five",
  "take the zone from the profile before formatting it",
  "let the database refuse the second one by a unique key",
];
const TAGS = ["resource_leak", "bounds", "secrets", "naming", "tests", "retries", "time_zone", "races"];

/** What a reviewer writes about piece number `n`: some eight times seven remarks, each about a place of its own. */
export const remark = (n: number): string =>
  `${WRONG[scatter(n, 8_009) % WRONG.length]} in ${place(n)}; ${FIX[scatter(n, 7_001) % FIX.length]}.`;

const place = (n: number): string =>
  `src/${["orders", "billing", "mail", "search"][n % 4]}/step-${n % 977}.ts`;

/** The rule that stands against one of the remarks, in words that no other has. */
export const ruleText = (n: number): string =>
  `In part ${n} of the system, ${FIX[n % FIX.length]}; ${WRONG[(n * 3) % WRONG.length]!.toLowerCase()} otherwise.`;

export const tagsOf = (n: number): readonly string[] => [TAGS[scatter(n, 8_009) % TAGS.length]!];

/** A decision as the company's stream carries it: three of ten are approvals without a word. */
export function makeDecision(name: string, n: number, time: string): Readonly<Record<string, unknown>> {
  const approved = scatter(n, 10) < 3;
  return {
    decision_id: `${name}-${n}`,
    gate_id: "HITL-2",
    epic_id: `epic-${n % 400}`,
    task_id: `task-${n}`,
    decision: approved ? "APPROVED" : scatter(n, 10) === 3 ? "APPROVED_WITH_CHANGES" : "REJECTED",
    reviewer_id: `reviewer-${scatter(n, 1_500)}`,
    timestamp: time,
    review_duration_seconds: 20 + (n % 600),
    agent_output_sha: `4b825dc642cb6eb9a060e54bf8d69288${String(n).padStart(8, "0")}`,
    reviewer_comment: approved ? null : remark(n),
    tags: approved ? [] : tagsOf(n),
    agent: `agent-${scatter(n, AGENTS)}`,
  };
}

export const makeRecord = (n: number, time: string): Feedback =>
  fromDecision(makeDecision("fill", n, time), { now: time }).feedback[0]!;
