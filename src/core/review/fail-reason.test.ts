import { describe, expect, it } from "vitest";
import { aFinding, anAnswer } from "../../../test/review-answer.ts";
import { failReason } from "./fail-reason.ts";
import { parseReview } from "./parse-review.ts";
import type { Severity } from "./review-fields.ts";

describe("failReason", () => {
  it.each<{ why: string; raw: unknown; failOn?: Severity; reason: string | undefined }>([
    { why: "nothing was asked of it", raw: anAnswer([aFinding({ line: 0 })]), reason: undefined },
    { why: "a clean review passes", raw: anAnswer([]), failOn: "info", reason: undefined },
    {
      why: "a finding as bad",
      raw: anAnswer([aFinding({ severity: "high" })]),
      failOn: "high",
      reason: "severe_finding",
    },
    {
      why: "a finding less bad",
      raw: anAnswer([aFinding({ severity: "medium" })]),
      failOn: "high",
      reason: undefined,
    },
    {
      why: "findings that all fell are not a clean review",
      raw: anAnswer([aFinding({ line: 0 }), aFinding({ id: "F2", severity: "urgent" })]),
      failOn: "critical",
      reason: "all_findings_dropped",
    },
    {
      why: "what was kept is judged, though something fell",
      raw: anAnswer([aFinding({ severity: "low" }), aFinding({ id: "F2", line: 0 })]),
      failOn: "high",
      reason: undefined,
    },
    { why: "no review at all, asked or not", raw: "I found nothing.", reason: "rejected" },
  ])("$why", ({ raw, failOn, reason }) =>
    expect(failReason(parseReview(typeof raw === "string" ? raw : JSON.stringify(raw)), failOn)).toBe(reason),
  );
});
