import { describe, expect, it } from "vitest";
import { readLinterResults } from "./read-linter-results.ts";

const J = (value: unknown): string => JSON.stringify(value);

const REPORTS: readonly (readonly [tool: string, rule: string, text: string])[] = [
  ["eslint", "no-var", J([{ filePath: "a", messages: [{ ruleId: "no-var", line: 3, message: "m" }] }])],
  [
    "stylelint",
    "color-no-hex",
    J([{ source: "a", warnings: [{ rule: "color-no-hex", line: 3, text: "m" }] }]),
  ],
  [
    "htmlhint",
    "alt-require",
    J([{ file: "a", messages: [{ rule: { id: "alt-require" }, line: 3, message: "m" }] }]),
  ],
  [
    "oxlint",
    "eslint/no-var",
    J({
      diagnostics: [{ code: "eslint(no-var)", filename: "a", message: "m", labels: [{ span: { line: 3 } }] }],
    }),
  ],
  [
    "oxlint",
    "react/rules-of-hooks",
    J({
      diagnostics: [
        { code: "react-hooks(rules-of-hooks)", filename: "a", message: "m", labels: [{ span: { line: 3 } }] },
      ],
    }),
  ],
  [
    "biome",
    "style/noVar",
    J({
      diagnostics: [
        { category: "lint/style/noVar", message: "m", location: { path: "a", start: { line: 3 } } },
      ],
    }),
  ],
  ["ruff", "F401", J([{ code: "F401", filename: "a", location: { row: 3 }, message: "m" }])],
  [
    "pylint",
    "unused-import",
    J([{ symbol: "unused-import", "message-id": "W0611", path: "a", line: 3, message: "m" }]),
  ],
  [
    "pylint",
    "unused-import",
    J({ messages: [{ symbol: "unused-import", messageId: "W0611", path: "a", line: 3, message: "m" }] }),
  ],
  ["bandit", "B101", J({ results: [{ test_id: "B101", filename: "a", line_number: 3, issue_text: "m" }] })],
  ["shellcheck", "SC2086", J({ comments: [{ code: 2086, file: "a", line: 3, message: "m" }] })],
  ["shellcheck", "SC2086", J([{ code: 2086, file: "a", line: 3, message: "m" }])],
  ["hadolint", "DL3007", J([{ code: "DL3007", file: "a", line: 3, message: "m", level: "warning" }])],
  [
    "rubocop",
    "Style/For",
    J({ files: [{ path: "a", offenses: [{ cop_name: "Style/For", location: { line: 3 }, message: "m" }] }] }),
  ],
  [
    "golangci-lint",
    "errcheck",
    J({ Issues: [{ FromLinter: "errcheck", Text: "m", Pos: { Filename: "a", Line: 3 } }] }),
  ],
  ["gosec", "G101", J({ Issues: [{ rule_id: "G101", file: "a", line: "3", details: "m" }] })],
  [
    "revive",
    "exported",
    J([{ RuleName: "exported", Failure: "m", Position: { Start: { Filename: "a", Line: 3 } } }]),
  ],
  ["staticcheck", "S1002", `${J({ code: "S1002", location: { file: "a", line: 3 }, message: "m" })}\n`],
  [
    "clippy",
    "len_zero",
    `${J({ reason: "compiler-artifact" })}\n${J({ reason: "compiler-message", message: { code: { code: "clippy::len_zero" }, message: "m", spans: [{ file_name: "a", line_start: 3 }] } })}\n`,
  ],
  [
    "clippy",
    "rustc::dead_code",
    J({
      reason: "compiler-message",
      message: { code: { code: "dead_code" }, message: "m", spans: [{ file_name: "a", line_start: 3 }] },
    }) + "\n{}",
  ],
  ["phpcs", "PSR12.A.B", J({ files: { a: { messages: [{ source: "PSR12.A.B", line: 3, message: "m" }] } } })],
  [
    "phpmd",
    "ShortVariable",
    J({ files: [{ file: "a", violations: [{ rule: "ShortVariable", beginLine: 3, description: "m" }] }] }),
  ],
  [
    "pmd",
    "SystemPrintln",
    J({
      files: [{ filename: "a", violations: [{ rule: "SystemPrintln", beginline: 3, description: "m" }] }],
    }),
  ],
  [
    "sqlfluff",
    "LT01",
    J([{ filepath: "a", violations: [{ code: "LT01", start_line_no: 3, description: "m" }] }]),
  ],
  ["clang-tidy", "modernize-use-nullptr", "a:3:7: warning: m [modernize-use-nullptr]\n  int *p = 0;"],
  ["cppcheck", "unreadVariable", "a:3:7: style: m [unreadVariable]"],
  ["yamllint", "truthy", "a:3:7: [warning] m (truthy)"],
  ["markdownlint", "MD034", "a:3:7 error MD034/no-bare-urls m"],
  ["flake8", "E711", "a:3:7: E711 m"],
  [
    "checkstyle",
    "MethodName",
    "Starting audit...\n[WARN] a:3:7: Name 'x' must match '^[a-z]$'. m [MethodName]",
  ],
];

const sarif = (tool: string, result: unknown): string =>
  J({
    version: "2.1.0",
    runs: [{ tool: { driver: { name: tool, rules: [{ id: "R1" }] } }, results: [result] }],
  });
const at = { physicalLocation: { artifactLocation: { uri: "a" }, region: { startLine: 3 } } };

describe("reports of linters", () => {
  it.each(REPORTS)("of %s name the rule %s", (tool, rule, text) => {
    expect(readLinterResults(text)?.results).toMatchObject([{ tool, rule, path: "a" }]);
  });

  it("keep line and message", () => {
    for (const [tool, , text] of REPORTS) {
      const [result] = readLinterResults(text)!.results;
      expect([tool, result!.line]).toEqual([tool, 3]);
      expect([tool, result!.message.endsWith("m")]).toEqual([tool, true]);
    }
  });

  it("are read from SARIF, without what was suppressed", () => {
    const result = { ruleIndex: 0, message: { text: "m" }, locations: [at] };
    expect(readLinterResults(sarif("ESLint", result))?.results).toEqual([
      { tool: "eslint", rule: "R1", path: "a", line: 3, message: "m" },
    ]);
    const clippy = { ruleId: "clippy::len_zero", message: { text: "m" }, locations: [at] };
    expect(readLinterResults(sarif("clippy", clippy))?.results).toMatchObject([{ rule: "len_zero" }]);
    expect(readLinterResults(sarif("ESLint", { ...result, suppressions: [{ kind: "inSource" }] }))).toEqual({
      results: [],
      leftOut: 0,
    });
  });

  it("that found nothing are no mistake, and anything else is none of ours", () => {
    for (const text of ["[]", '{"diagnostics":[]}', '{"files":[]}', '{"Issues":null}', "{}"])
      expect([text, readLinterResults(text)?.results ?? null]).toEqual([
        text,
        ["{}"].includes(text) ? null : [],
      ]);
    for (const text of ["", "all good", "7", '{"version":1}', "{broken\n{"])
      expect([text, readLinterResults(text)]).toEqual([text, undefined]);
  });

  it("that are hostile have bounded answers", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect(() => readLinterResults(deep)).not.toThrow();
    const proto = '[{"filePath":"a","messages":[{"ruleId":"constructor","line":-5,"message":{}}]}]';
    expect(readLinterResults(proto)?.results).toEqual([
      { tool: "eslint", rule: "constructor", path: "a", line: 1, message: "" },
    ]);
    const many = `a:1:1: E711 m\n`.repeat(50_010);
    expect(readLinterResults(many)).toMatchObject({ leftOut: 10 });
    expect(readLinterResults(`${":".repeat(4_000)}\n`.repeat(1_000))).toBeUndefined();
  });
});
