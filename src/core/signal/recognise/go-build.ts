import {
  countsErrors,
  fails,
  ignores,
  lineRules,
  passes,
  settlesFailure,
  settlesSuccess,
} from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const LINT = { framework: "golangci-lint" };
const GORELEASER = { framework: "goreleaser" };

/** The Go compiler, vet and linters. A search hit has no space after the position, and a test's log line no column. */
export const goBuild: Recogniser = lineRules(
  "go-build",
  [
    ".go:",
    "build failed]",
    "setup failed]",
    "import cycle not allowed",
    "typechecking error",
    " issues.",
    " issues:",
    "too many errors",
    "⨯ ",
    "succeeded after ",
    "vulnerabilit",
    "can't load package",
    "no buildable go source",
    "build constraints exclude",
  ],
  { framework: "go", language: "go" },
  [
    fails(
      /^(?:vet: )?(?<file>(?:[A-Za-z]:)?[^\s:'"]{1,250}\.go):(?<line>\d{1,7}):\d{1,6}: (?<code>[A-Z]{1,3}\d{4}): (?<message>\S.{0,600}) \([a-z]{2,30}\)$/,
      LINT,
    ),
    fails(
      /^(?<file>(?:[A-Za-z]:)?[^\s:'"]{1,250}\.go):(?<line>\d{1,7}):\d{1,6}: (?<message>\S.{0,600}) \((?<code>[a-z]{2,30}|[A-Z]{1,3}\d{4})\)$/,
      LINT,
    ),
    ignores(/^[^\s:]{1,250}\.go:\d{1,7}:\d{1,6}: (?:warning|note|info)\b/i),
    fails(
      /^(?:vet: )?(?<file>(?:[A-Za-z]:)?[^\s:'"]{1,250}\.go):(?<line>\d{1,7}):\d{1,6}: (?<message>[^\s*/}{)].*)$/,
    ),
    fails(
      /^(?<file>[^\s:'"]{1,250}\.go):(?<line>\d{1,7}): (?<message>(?:undefined: |imported and not used|"[^"]{1,200}" imported and not used|\S{1,80} declared (?:and|but) not used|cannot use |syntax error: |missing return|not enough arguments|too many arguments|: # ).*)$/,
    ),
    settlesFailure(/^FAIL\s{1,4}(?<message>\S{1,250} \[(?:build|setup) failed\])$/),
    fails(/^\s{0,4}(?:package|imports) \S{1,250}: (?<message>import cycle not allowed.*)$/),
    fails(/^level=error msg="(?<message>.{0,100}typechecking error.{0,400})/, LINT),
    countsErrors(/^(?<count>\d{1,7}) issues[.:]$/, LINT),
    fails(/^too many errors$/),
    fails(
      /^(?:can't load package: )?package \S{1,250}: (?<message>(?:no (?:buildable )?Go (?:source )?files|build constraints exclude all Go files|cannot find package).*)$/,
    ),
    fails(/^\s{0,6}⨯ (?<message>\S.*)$/, GORELEASER),
    passes(/^\s{0,6}• (?:build|release|check)\w{0,10} succeeded after /, GORELEASER),
    settlesFailure(/^Your code is affected by [1-9]\d{0,5} vulnerabilit/, { framework: "govulncheck" }),
    settlesSuccess(/^No vulnerabilities found\.$/, { framework: "govulncheck" }),
  ],
);
