import type { SignalFacts } from "../signal.ts";
import { applyRules, factText, groupFacts, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";

const TYPE = "(?:[A-Z]\\w{0,80}\\.){1,10}[A-Z]\\w{0,100}(?:Exception|Error)";
const UNHANDLED = new RegExp(
  `^Unhandled [Ee]xception[.:] (?<type>${TYPE}|[A-Z]\\w{0,80}Exception)(?: \\(0x[0-9A-Fa-f]{1,16}\\))?(?:: (?<message>.{1,1500}))?$`,
);
const THROWN = new RegExp(
  `^(?:\\s{0,8}(?:---> )?|.{0,60}?[\\s:])(?<type>${TYPE})(?: \\(0x[0-9A-Fa-f]{1,16}\\))?: (?<message>.{1,1500})$`,
);
const FRAME = /^\s{2,16}at [\w.<>`+|[\],]{1,300}\(.{0,400}\)(?: in (.{1,400}):line (\d{1,7}))?$/;
const LONGEST_MESSAGE = 12;

const RULES: readonly LineRule[] = [
  { pattern: /^Unhandled [Ee]xception[.:]/, weight: "proof" },
  { pattern: /^\s{1,8}--- End of (?:inner exception stack trace|stack trace from previous location)/ },
  { pattern: /^(?:Process terminated\.|Fatal error\.) (?<message>.{1,300})$/, weight: "proof" },
  {
    pattern:
      /An unhandled exception (?:has occurred while executing the request|occurred while processing the request)/,
    weight: "proof",
  },
];

/** .NET: an exception named with its namespace is believed once a frame follows it. */
export const dotnetTrace: Recogniser = {
  name: "dotnet-trace",
  triggers: ["exception", "   at ", "--- end of", "process terminated.", "fatal error."],
  createReader: (): LineReader => {
    let pending: SignalFacts | undefined;
    let left = 0;
    return {
      readLine: ({ text }, report) => {
        const frame = FRAME.exec(text);
        if (frame !== null) {
          const file = factText(frame[1]);
          const place = file === undefined ? undefined : { file, line: Number(frame[2]) };
          if (pending !== undefined && (place !== undefined || left <= 1)) {
            report.see({ says: "runtime_error", weight: "proof", facts: { ...pending, ...place } });
            pending = undefined;
            report.follow(0);
          } else if (pending !== undefined) {
            if (left === LONGEST_MESSAGE)
              report.see({ says: "runtime_error", weight: "strong", facts: pending });
            left -= 1;
          } else if (place !== undefined) {
            report.see({ says: "runtime_error", weight: "strong", facts: { language: "csharp", ...place } });
          }
          return;
        }
        const unhandled = UNHANDLED.exec(text);
        const thrown = unhandled ?? THROWN.exec(text);
        if (thrown !== null) {
          pending = { language: "csharp", ...groupFacts(thrown.groups) };
          left = LONGEST_MESSAGE;
          report.follow(LONGEST_MESSAGE);
          if (unhandled !== null) report.see({ says: "runtime_error", weight: "proof", facts: pending });
          return;
        }
        if (applyRules(RULES, text, report, { language: "csharp" })) return;
        if (pending !== undefined) {
          left -= 1;
          if (left <= 0) pending = undefined;
        }
      },
    };
  },
};
