import { applyRules, factText, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";

const PANIC = /^(?:\s{0,4})thread '[^']{0,200}'(?: \(\d{1,9}\))? (?:has )?panicked at (.{1,1500})$/;
const NEW_PLACE = /^([^'",:][^'",:]{0,300}|[A-Z]:[^'",:]{1,300}):(\d{1,7}):\d{1,7}:$/;
const OLD_FORM = /^'(.{0,1200})', (.{1,300}):(\d{1,7}):\d{1,7}$/;

const RULES: readonly LineRule[] = [
  { pattern: /^Error: (?<type>Os) \{ (?<message>code: \d+.{0,300}) \}$/, weight: "proof" },
  { pattern: /^Error: (?<type>[A-Z]\w{0,60})(?:\(| \{ )(?<message>.{1,400})[)}]$/ },
  {
    pattern: /^\s{0,4}thread '[^']{0,200}'(?: \(\d{1,9}\))? has overflowed its stack$/,
    weight: "proof",
    facts: { error_type: "stack overflow" },
  },
  { pattern: /^thread panicked while (?:panicking|processing panic)\. aborting\.$/, weight: "proof" },
  { pattern: /^thread caused non-unwinding panic\. aborting\.$/, weight: "proof" },
  { pattern: /^memory allocation of \d+ bytes failed$/, weight: "proof" },
  { pattern: /^note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\.?$/ },
  { pattern: /^The application panicked \(crashed\)\.$/, weight: "proof" },
];

/** Rust: `panicked at` with its place, in the form of Rust 1.73 and later and in the one before. */
export const rustPanic: Recogniser = {
  name: "rust-panic",
  triggers: [
    "panicked",
    "error: ",
    "overflowed its stack",
    "panick",
    "non-unwinding",
    "memory allocation of",
    "rust_backtrace",
  ],
  createReader: (): LineReader => {
    let place: { readonly file: string; readonly line: number } | undefined;
    return {
      readLine: ({ text }, report) => {
        if (place !== undefined) {
          const message = factText(text);
          report.see({
            says: "runtime_error",
            weight: "proof",
            facts: {
              language: "rust",
              error_type: "panic",
              ...(message === undefined ? {} : { error_message: message }),
              ...place,
            },
          });
          place = undefined;
          return;
        }
        const panic = PANIC.exec(text);
        if (panic === null) {
          applyRules(RULES, text, report, { language: "rust" });
          return;
        }
        const now = NEW_PLACE.exec(panic[1]!);
        const old = OLD_FORM.exec(panic[1]!);
        if (now !== null) {
          place = { file: factText(now[1])!, line: Number(now[2]) };
          report.see({
            says: "runtime_error",
            weight: "proof",
            facts: { language: "rust", error_type: "panic", ...place },
          });
          report.follow(1);
        } else if (old !== null) {
          const message = factText(old[1]);
          report.see({
            says: "runtime_error",
            weight: "proof",
            facts: {
              language: "rust",
              error_type: "panic",
              ...(message === undefined ? {} : { error_message: message }),
              file: factText(old[2])!,
              line: Number(old[3]),
            },
          });
        } else {
          report.see({
            says: "runtime_error",
            weight: "strong",
            facts: { language: "rust", error_type: "panic" },
          });
        }
      },
    };
  },
};
