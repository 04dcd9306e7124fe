import { describe, expect, it } from "vitest";
import { aFinding, anAnswer, FILES } from "../../../test/review-answer.ts";
import { type FailReason, judgeReview } from "./judge-review.ts";
import { parseReview } from "./parse-review.ts";
import { SEVERITIES, type Severity } from "./review-fields.ts";

const judge = (raw: unknown, failOn: Severity) =>
  judgeReview(
    parseReview(typeof raw === "string" ? raw : JSON.stringify(raw), { changedFiles: FILES }),
    failOn,
  );
const reasonsOf = (raw: unknown, failOn: Severity): readonly FailReason[] =>
  judge(raw, failOn).failures.map(({ reason }) => reason);

describe("judgeReview", () => {
  it.each<{ why: string; raw: unknown; failOn: Severity; reasons: readonly FailReason[] }>([
    { why: "a clean review passes", raw: anAnswer([]), failOn: "info", reasons: [] },
    {
      why: "a finding as bad",
      raw: anAnswer([aFinding({ severity: "high" })]),
      failOn: "high",
      reasons: ["severe_finding"],
    },
    {
      why: "a finding less bad passes",
      raw: anAnswer([aFinding({ severity: "medium" })]),
      failOn: "high",
      reasons: [],
    },
    {
      why: "no finding that was kept is severe, but one that was dropped is",
      raw: anAnswer([aFinding({ severity: "low" }), aFinding({ id: "F2", line: 0 })]),
      failOn: "high",
      reasons: ["severe_finding_dropped"],
    },
    {
      why: "one that was dropped is less bad",
      raw: anAnswer([aFinding({ severity: "low" }), aFinding({ id: "F2", line: 0 })]),
      failOn: "critical",
      reasons: [],
    },
    {
      why: "everything that can be wrong is told at once",
      raw: anAnswer([
        aFinding(),
        aFinding({ id: "F2", file: "elsewhere.ts" }),
        aFinding({ id: "F3", severity: "urgent" }),
      ]),
      failOn: "high",
      reasons: ["severe_finding", "severe_finding_dropped", "unknown_severity_dropped"],
    },
    {
      why: "findings that were all dropped are not a clean review, however mild",
      raw: anAnswer([aFinding({ severity: "info", line: 0 })]),
      failOn: "critical",
      reasons: ["all_findings_dropped"],
    },
    { why: "no review at all", raw: "I found nothing.", failOn: "critical", reasons: ["rejected"] },
  ])("15.22 $why", ({ raw, failOn, reasons }) => expect(reasonsOf(raw, failOn)).toEqual(reasons));

  it("15.22 names what fails it, a few of many", () => {
    const many = Array.from({ length: 5 }, (_, n) => aFinding({ id: `F${n}`, line: 0 }));
    expect(judge(anAnswer([...many, aFinding({ severity: "low", id: "ok" })]), "high")).toEqual({
      fail_on: "high",
      passes: false,
      failures: [
        {
          reason: "severe_finding_dropped",
          message:
            "5 dropped findings are high or worse: findings[0] F0 (line is 0; lines count from 1); findings[1] F1 (line is 0; lines count from 1); findings[2] F2 (line is 0; lines count from 1); and 2 more",
        },
      ],
    });
  });

  it("15.22 fails on a dropped finding of every severity that a kept one fails on, and no other", () => {
    const kept = aFinding({ id: "ok", severity: "info" });
    for (const failOn of SEVERITIES.filter((severity) => severity !== "info")) {
      for (const severity of SEVERITIES) {
        const whole = judge(anAnswer([aFinding({ severity }), kept]), failOn).passes;
        const dropped = judge(anAnswer([aFinding({ severity, line: 0 }), kept]), failOn).passes;
        expect(dropped, `${severity} at ${failOn}`).toBe(whole);
      }
    }
  });
});
