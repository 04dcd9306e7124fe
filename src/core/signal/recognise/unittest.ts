import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, sumOf, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "unittest", language: "python" } as const;

const RULES: readonly TestRule[] = [
  {
    pattern: /^FAILED \((?=[^()]{0,300}\b(?:failures|errors|unexpected successes)=)[^()]{1,300}\)$/,
    counts: {
      failed: /\b(?:failures|errors|unexpected successes)=(\d{1,7})/gi,
      passed: /\bsuccesses=(\d{1,7})/g,
    },
  },
  { pattern: /^PASSED \([^()]{0,300}\bsuccesses=[1-9][^()]{0,300}\)$/, says: "success", weight: "proof" },
  { pattern: /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (?<test>\w{1,200} \([\w.<> -]{1,300}\))/ },
  {
    pattern:
      /^(?<test>test\w{0,200} \([\w.<> -]{1,300}\))(?:.{0,300}) \.\.\. (?:FAIL|ERROR|unexpected success)$/,
  },
  {
    pattern: /^test\w{0,200} \([\w.<> -]{1,300}\).{0,300} \.\.\. (?:ok|expected failure|skipped\b.{0,300})$/,
    says: "success",
    weight: "weak",
  },
  { pattern: /^(?<test>\S.{0,300}) \.\.\. (?:FAIL|ERROR)$/ },
  { pattern: /^ImportError: (?<message>Failed to import test module: .{1,300})/ },
  { pattern: /^\*\*\*Test Failed\*\*\* [1-9]\d{0,6} failures?\.?/, weight: "proof" },
  { pattern: /^\d{1,7} passed and [1-9]\d{0,6} failed\.$/, weight: "proof" },
  { pattern: /^Failed example:$/ },
  {
    pattern: /^File "(?<file>[^"]{1,300})", line (?<line>\d{1,7}), in (?<test>[\w.]{1,200})$/,
    says: "nothing",
  },
  { pattern: /^\d{1,7} items? had failures:$/ },
  { pattern: /^(?<type>AssertionError): (?<message>(?<actual>.{1,300}?) != (?<expected>.{1,300}))$/ },
  {
    pattern:
      /^(?<type>AssertionError): (?<message>(?:Lists|Tuples|Sequences|Sets|Items in the|.{1,120}(?: is not (?:true|false|None|an instance of)\b| unexpectedly (?:None|found)\b| not found in | not (?:greater|less) than | not raised\b| did not match |Regex didn't match)).{0,600})$/,
  },
];

const RAN = /^Ran (\d{1,7}) tests? in [\d.]{1,12}s$/;
const OK = /^OK(?: \(([^()]{1,200})\))?$/;

/** Python's unittest, Django's runner, doctest and trial; `OK` counts only below a `Ran` line. */
export const unittest: Recogniser = {
  name: "unittest",
  triggers: ["ran ", "failed", "fail", "error", " ... ", "successes", "had failures"],
  createReader: (): LineReader => {
    let ran: number | undefined;
    return {
      readLine: (line, report) => {
        const text = line.text.trimStart();
        const count = RAN.exec(text);
        if (count !== null) {
          ran = Number(count[1]);
          report.follow(4);
          return;
        }
        const ok = ran === undefined ? null : OK.exec(text);
        if (ok !== null) {
          const idle = sumOf(ok[1] ?? "", /\b(?:skipped|expected failures)=(\d{1,7})/g);
          if (ran! > 0) report.see({ says: "success", weight: idle < ran! ? "proof" : "weak", facts: FACTS });
          ran = undefined;
          return;
        }
        if (applyTestRules(RULES, text, report, FACTS)) return;
        if (ran !== undefined && text.startsWith("NO TESTS RAN")) {
          report.see({
            says: "verification_failure",
            weight: "weak",
            facts: { ...FACTS, error_message: "NO TESTS RAN" },
          });
        }
      },
    };
  },
};
