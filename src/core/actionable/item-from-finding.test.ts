import { describe, expect, it } from "vitest";
import { CATEGORIES, SEVERITIES } from "../review/review-fields.ts";
import type { Finding } from "../review/review.ts";
import { ASPECT_OF_CATEGORY, SEVERITY_OF_FINDING, feedbackItemFromFinding } from "./item-from-finding.ts";

const finding: Finding = {
  id: "f1",
  severity: "high",
  category: "performance",
  title: "Query inside the loop",
  file: "src/report.ts",
  line: 40,
  end_line: 52,
  message: "One query runs for each row, so a report of 5,000 rows takes a minute.",
  suggestion: "Load all prices with one query before the loop",
  rule_id: "n-plus-one",
};

describe("an item from a finding", () => {
  it("000.2 carries severity, aspect and place over by one table", () => {
    expect(feedbackItemFromFinding(finding)).toMatchObject({
      ok: true,
      value: {
        path: "src/report.ts",
        item: {
          aspect: "efficiency",
          severity: "major",
          location: { type: "range", reference: "40-52" },
          suggestion: { action: "Load all prices with one query before the loop" },
          evidence: { reference: "n-plus-one" },
        },
      },
    });
  });

  it("knows every severity and category", () => {
    expect(Object.keys(SEVERITY_OF_FINDING)).toEqual([...SEVERITIES]);
    expect(Object.keys(ASPECT_OF_CATEGORY)).toEqual([...CATEGORIES]);
  });

  const { suggestion: _, ...mute } = finding;
  it.each<[why: string, finding: Finding, code: string, violation: string | undefined]>([
    ["no suggestion", mute, "no_suggestion", undefined],
    ["a blank suggestion", { ...finding, suggestion: "  " }, "no_suggestion", undefined],
    [
      "a suggestion too short to act on",
      { ...finding, suggestion: "use a join" },
      "not_actionable",
      "too_short",
    ],
    ["a message too short for a reason", { ...finding, message: "slow" }, "not_actionable", "too_short"],
    [
      "a hedged suggestion",
      { ...finding, suggestion: "Consider loading all prices first" },
      "not_actionable",
      "advisory_wording",
    ],
  ])("000.3 reports %s and pads nothing", (_why, given, code, violation) => {
    const result = feedbackItemFromFinding(given);
    expect(result).toMatchObject({
      ok: false,
      error: { code, finding_id: "f1", violations: violation === undefined ? [] : [{ code: violation }] },
    });
  });
});
