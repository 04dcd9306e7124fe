import type { LineReader, Recogniser } from "./recogniser.ts";

const SUMMARY = /^=* ?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s/;
const FAILED_TEST = /^(?:FAILED|ERROR) (\S+::\S+|\S+\.py\b)(?: - (.*))?$/;
const COLLECTION = /^(?:ERROR collecting|E {3}(?:ImportError|ModuleNotFoundError|SyntaxError))/;

/** pytest: the summary line settles it; FAILED lines name the tests. */
export const pytest: Recogniser = {
  name: "pytest",
  triggers: ["passed", "failed", "error", " in "],
  createReader: (): LineReader => ({
    readLine: ({ text }, report) => {
      const summary = SUMMARY.exec(text);
      if (summary !== null) {
        const counts = summary[1]!;
        const failed = /\b[1-9]\d* (?:failed|errors?)\b/.test(counts);
        const passed = /\b[1-9]\d* passed\b/.test(counts);
        if (failed || passed) {
          report.see({ says: failed ? "verification_failure" : "success", weight: "proof", facts: { framework: "pytest", language: "python" } });
        }
        return;
      }
      const test = FAILED_TEST.exec(text);
      if (test !== null) {
        report.see({
          says: "verification_failure",
          weight: "strong",
          facts: {
            framework: "pytest",
            language: "python",
            failing_tests: [test[1]!],
            ...(test[2] === undefined ? {} : { error_message: test[2] }),
          },
        });
      } else if (COLLECTION.test(text)) {
        report.see({ says: "verification_failure", weight: "strong", facts: { framework: "pytest", language: "python" } });
      }
    },
  }),
};
