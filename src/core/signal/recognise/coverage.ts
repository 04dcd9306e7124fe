import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** Coverage below the threshold a project asks for, which fails a run of passing tests. */
export const coverage: Recogniser = testRules(
  "coverage",
  ["coverage", "minimum", "threshold"],
  [
    {
      pattern:
        /^(?:ERROR: |FAIL )?(?<message>(?:Coverage failure: total of (?<actual>[\d.]{1,8}) is less than fail-under=(?<expected>[\d.]{1,8}))%?.{0,60})$/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:ERROR: |FAIL )?(?<message>Required test coverage of (?<expected>[\d.]{1,8}%) not reached\. Total coverage: (?<actual>[\d.]{1,8}%))/,
      weight: "proof",
    },
    { pattern: /^Required test coverage of [\d.]{1,8}% reached\./, says: "success", weight: "weak" },
    {
      pattern:
        /^(?:ERROR: |\s{1,4})?(?<message>Coverage for (?:lines|functions|branches|statements) \((?<actual>[\d.]{1,8}%)\) does not meet (?:\S{1,200} |global )?threshold \((?<expected>[\d.]{1,8}%)\).{0,120})$/,
      weight: "proof",
    },
    {
      pattern:
        /^Jest: .{0,200}coverage threshold for \w{1,20} \((?<expected>[\d.]{1,8}%)\) not met: (?<actual>[\d.]{1,8}%)/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:Line|Branch) coverage \((?<actual>[\d.]{1,8}%)\) is below the expected minimum coverage \((?<expected>[\d.]{1,8}%)\)/,
      weight: "proof",
    },
    {
      pattern:
        /^\[(?:ERROR|WARNING)\] Rule violated for .{1,200}: .{1,60} covered ratio is (?<actual>[\d.]{1,8}), but expected minimum is (?<expected>[\d.]{1,8})/,
      weight: "proof",
    },
    {
      pattern:
        /(?:^|: )(?:error : )?The (?:minimum|total) (?:line|branch|method) coverage is below the specified (?<expected>[\d.]{1,8})/,
      weight: "proof",
    },
    { pattern: /^(?<message>Coverage (?:failure|check failed|too low)\b.{0,200})$/ },
  ],
  {},
);
