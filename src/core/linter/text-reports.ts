/** The lines that a linter prints: how one begins, with the groups `path` and `line`, and how it ends. The message is between. */
export interface TextReport {
  readonly tool: string;
  readonly start: RegExp;
  /** Has the group `rule` if `start` has not. */
  readonly end?: RegExp;
}

export const TEXT_REPORTS: readonly TextReport[] = [
  // src/a.c:3:7: performance: Function parameter is passed by value. [passedByValue]
  {
    tool: "cppcheck",
    start:
      /^(?<path>[^:]{1,500}):(?<line>\d{1,7}):\d{1,7}: (?:warning|error|style|performance|portability|information): /u,
    end: /\[(?<rule>[A-Za-z]\w{1,100})\]$/u,
  },
  // src/a.cc:3:7: warning: use nullptr [modernize-use-nullptr]
  {
    tool: "clang-tidy",
    start: /^(?<path>[^:]{1,500}):(?<line>\d{1,7}):\d{1,7}: (?:warning|error): /u,
    end: /\[(?<rule>[a-z]\w{0,40}-[\w.-]{1,100})(?:,[\w.,-]{1,500})?\]$/u,
  },
  // a.yml:1:7: [warning] wrong indentation (indentation)
  {
    tool: "yamllint",
    start: /^(?<path>[^:]{1,500}):(?<line>\d{1,7}):\d{1,7}: \[(?:warning|error)\] /u,
    end: /\((?<rule>[a-z-]{2,60})\)$/u,
  },
  // README.md:3:1 error MD034/no-bare-urls Bare URL used
  {
    tool: "markdownlint",
    start:
      /^(?<path>[^:]{1,500}):(?<line>\d{1,7})(?::\d{1,7})? (?:error |warning )?(?<rule>MD\d{3})\/\S{1,200} /u,
  },
  // Dockerfile:1 DL3007 warning: Using latest is prone to errors
  {
    tool: "hadolint",
    start: /^(?<path>[^:]{1,500}):(?<line>\d{1,7}) (?<rule>DL\d{4}) (?:\w{4,7}: )?/u,
  },
  // a.py:1:1: E711 comparison to None
  {
    tool: "flake8",
    start: /^(?<path>[^:]{1,500}):(?<line>\d{1,7}):\d{1,7}: (?<rule>[A-Z]{1,3}\d{3,4}) /u,
  },
  // [WARN] /src/A.java:3:5: Missing a Javadoc comment. [MissingJavadocMethod]
  {
    tool: "checkstyle",
    start: /^\[(?:WARN|ERROR|INFO)\] (?<path>[^:]{1,500}):(?<line>\d{1,7})(?::\d{1,7})?: /u,
    end: /\[(?<rule>[A-Za-z]{2,80})\]$/u,
  },
];
