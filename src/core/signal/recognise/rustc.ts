import {
  applyRules,
  countsErrors,
  fails,
  passes,
  settlesFailure,
  settlesSuccess,
} from "./diagnostic-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";

const FACTS = { framework: "cargo", language: "rust" };

const RULES = [
  settlesFailure(/^error: could not compile `[^`]{1,120}`/),
  settlesFailure(/^error: aborting due to (?:\d{1,6} |one )?previous errors?/),
  fails(
    /^error: (?<message>(?:linking with `.{1,100}` failed|failed to run custom build command for|unused_).*)$/,
  ),
  fails(
    /^(?<file>[^\s:]{1,250}\.rs):(?<line>\d{1,7}):\d{1,6}: (?:\d{1,7}:\d{1,6} )?error(?:\[(?<code>E\d{4})\])?: (?<message>.+)$/,
  ),
  fails(/^Diff in (?<file>\S[^:]{0,250}\.rs)(?::(?<line>\d{1,7}):| at line \d{1,7}:)/, {
    framework: "rustfmt",
  }),
  countsErrors(/^error: (?<count>\d{1,6}) vulnerabilit(?:y|ies) found!/, { framework: "cargo audit" }),
  settlesSuccess(/^advisories ok, bans ok, licenses ok, sources ok$/, { framework: "cargo deny" }),
  passes(/^\s{0,8}Finished (?:`[\w-]{1,40}` profile|[\w-]{1,40}) \[[^\]]{3,60}\] target\(s\) in /),
];

const HEADING = /^(?<severity>error|warning)(?:\[(?<code>E\d{4}|[\w:]{2,80})\])?: (?<message>\S.*)$/;
const PLACE = /^ {0,8}--> (?<file>[^\s:][^:]{0,250}\.rs):(?<line>\d{1,7}):\d{1,6}$/;

/** rustc, cargo and clippy: an error's heading is followed by its place; a warning's place says nothing. */
export const rustc: Recogniser = {
  name: "rustc",
  triggers: ["error", "warning", "--> ", "diff in ", "target(s) in ", "advisories ok"],
  createReader: (): LineReader => {
    let error: { readonly code?: string; readonly message: string } | undefined;
    return {
      readLine: ({ text }, report) => {
        const seen = applyRules(RULES, text, FACTS);
        if (seen !== undefined) {
          report.see(seen);
          return;
        }
        const heading = HEADING.exec(text)?.groups;
        if (heading !== undefined) {
          const { code } = heading;
          const message = heading["message"]!.slice(0, 300);
          error =
            heading["severity"] === "error"
              ? { message, ...(code === undefined ? {} : { code }) }
              : undefined;
          if (error !== undefined && /^E\d{4}$/.test(code ?? "")) {
            report.see({
              says: "verification_failure",
              weight: "strong",
              facts: { ...FACTS, error_type: code!, error_message: message },
            });
          }
          return;
        }
        const place = PLACE.exec(text)?.groups;
        if (place === undefined || error === undefined) return;
        report.see({
          says: "verification_failure",
          weight: "strong",
          facts: {
            ...FACTS,
            ...(error.code === undefined ? {} : { error_type: error.code }),
            error_message: error.message,
            file: place["file"]!,
            line: Number(place["line"]),
          },
        });
        error = undefined;
      },
    };
  },
};
