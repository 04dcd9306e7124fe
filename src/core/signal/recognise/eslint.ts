import {
  applyRules,
  countsErrors,
  fails,
  ignores,
  passes,
  settlesFailure,
  settlesSuccess,
  withoutOrigin,
} from "./diagnostic-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";

const ESLINT = { framework: "eslint" };
const STYLELINT = { framework: "stylelint", language: "css" };
const PRETTIER = { framework: "prettier" };
const BIOME = { framework: "biome" };
const OXLINT = { framework: "oxlint" };

/** A finding under its file's name: position, severity, message, and the rule in the last column. */
const STYLISH = /^\s{1,8}(?<line>\d{1,7}):\d{1,6}\s{1,10}(?<severity>error|[✖×])\s{1,10}(?<rest>\S.*)$/;
const XO = /^\s{1,6}(?<severity>[✖×])\s{1,8}(?<line>\d{1,7}):\d{1,6}\s{1,10}(?<rest>\S.*)$/;
/** yamllint prints the same columns with the rule in parentheses. */
const RULE_IN_PARENTHESES = /\([\w-]{1,60}\)$/;

const RULES = [
  countsErrors(
    /^\s{0,4}[✖×✗xX✔]?\s{0,3}\d{1,7} problems? \((?<count>\d{1,7}) errors?, \d{1,7} warnings?/,
    ESLINT,
  ),
  settlesFailure(/^\s{0,2}ESLint found too many warnings \(maximum: \d{1,6}\)/, ESLINT),
  fails(/^(?<file>\S[^:]{0,250}): line (?<line>\d{1,7}), col \d{1,6}, Error - (?<message>.+)$/, ESLINT),
  ignores(/^\S[^:]{0,250}: line \d{1,7}, col \d{1,6}, (?:Warning|Info) - /),
  fails(/^(?<file>\S[^:]{0,250}): line (?<line>\d{1,7}), col \d{1,6}, (?<message>[A-Z'"].+)$/, {
    framework: "jshint",
  }),
  fails(
    /^(?<file>(?:[A-Za-z]:)?[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?<message>.{1,400}) \[[Ee]rror(?:\/(?<code>[^\]]{1,80}))?\]$/,
    ESLINT,
  ),
  fails(
    /^\s{0,2}ERROR: (?<file>[^\s:[]{1,250})(?::|\[)(?<line>\d{1,7})(?::|, ?)\d{1,6}\]?(?: -|:) (?<message>\S.*)$/,
    { framework: "tslint", language: "typescript" },
  ),
  fails(/^standard: Use JavaScript Standard Style/, { framework: "standard", language: "javascript" }),
  settlesFailure(/^(?:\[warn\] )?Code style issues (?:were )?found in /, PRETTIER),
  settlesSuccess(/^All matched files use (?:Prettier code style|the correct format)/, PRETTIER),
  fails(/^\[error\] (?<file>[^\s:]{1,250}): SyntaxError: (?<message>.+)$/, PRETTIER),
  settlesFailure(/^Format issues found in above \d{1,6} files/, { framework: "oxfmt" }),
  countsErrors(/^Found (?<count>\d{1,7}) not formatted files?\./, { framework: "dprint" }),
  countsErrors(/^Found \d{1,7} warnings? and (?<count>\d{1,7}) errors?\./, OXLINT),
  fails(/^\s{2}[x×✖] (?<code>[\w@/-]{1,40}\([\w/-]{1,80}\)): (?<message>.+)$/, OXLINT),
  passes(/^(?:Checked|Formatted) \d{1,7} files? in .{1,20}\. No fixes applied/, BIOME),
  settlesFailure(/^(?:lint|check|ci|format) ━{5,}$/, BIOME),
  fails(/^(?:error|deno-lint)\[(?<code>[a-z][a-z-]{2,60})\]: (?<message>.+)$/, { framework: "deno lint" }),
  countsErrors(/^Found (?<count>\d{1,7}) problems?$/, { framework: "deno lint" }),
  fails(/^Unused (?:files|dependencies|devDependencies|exports|exported types|types) \(\d{1,6}\)$/, {
    framework: "knip",
  }),
];

const BIOME_HEADER =
  /^(?<file>[^\s:]{1,250})(?::(?<line>\d{1,7}):\d{1,6})? (?<code>(?:lint|assist|parse|format|organizeImports|check|suppressions)(?:\/[\w/]{1,80})?) {1,3}(?:FIXABLE {1,3})?━{3,}/;
const BIOME_ERROR = /^\s{1,4}[×✖] (?<message>.+)$/;

/** Linters and formatters of the web: ESLint, stylelint, Prettier, Biome, oxlint, TSLint, JSHint, standard, xo. */
export const eslint: Recogniser = {
  name: "eslint",
  triggers: [
    "error",
    "✖",
    "×",
    "problem",
    "warning",
    ", col ",
    "standard: ",
    "[warn] ",
    "prettier",
    "correct format",
    "format issues",
    "not formatted",
    "━━━",
    "no fixes applied",
    "unused ",
    "  x ",
  ],
  createReader: (): LineReader => {
    let header: Readonly<Record<string, string | undefined>> | undefined;
    return {
      readLine: ({ text }, report) => {
        const found = STYLISH.exec(text) ?? XO.exec(text) ?? STYLISH.exec(withoutOrigin(text));
        if (found !== null) {
          const { line, severity, rest } = found.groups!;
          if (RULE_IN_PARENTHESES.test(rest!)) return;
          const { message, code } = splitColumns(rest!);
          report.see({
            says: "verification_failure",
            weight: "strong",
            facts: {
              ...(severity === "error" ? ESLINT : STYLELINT),
              line: Number(line),
              error_message: message,
              ...(code === undefined ? {} : { error_type: code }),
            },
          });
          return;
        }
        const opened = BIOME_HEADER.exec(text);
        if (opened !== null) {
          header = opened.groups;
          report.follow(3);
          return;
        }
        const message = header === undefined ? undefined : BIOME_ERROR.exec(text)?.groups?.["message"];
        if (header !== undefined && message !== undefined) {
          const { file, line, code } = header;
          header = undefined;
          report.see({
            says: "verification_failure",
            weight: "strong",
            facts: {
              ...BIOME,
              error_message: message.slice(0, 300),
              ...(file === undefined ? {} : { file }),
              ...(line === undefined ? {} : { line: Number(line) }),
              ...(code === undefined ? {} : { error_type: code }),
            },
          });
          return;
        }
        const seen = applyRules(RULES, text);
        if (seen !== undefined) report.see(seen);
      },
    };
  },
};

/** The columns are two spaces or more apart, and the last one, when it is a single word, is the rule. */
function splitColumns(rest: string): { readonly message: string; readonly code?: string } {
  const at = rest.lastIndexOf("  ");
  const code = at < 0 ? "" : rest.slice(at).trim();
  return /^[@\w/-]{2,100}$/.test(code)
    ? { message: rest.slice(0, at).trim().slice(0, 300), code }
    : { message: rest.trim().slice(0, 300) };
}
