import { countsErrors, fails, lineRules, settlesFailure, settlesSuccess } from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const YAMLLINT = { framework: "yamllint", language: "yaml" };
const MARKDOWNLINT = { framework: "markdownlint", language: "markdown" };
const TERRAFORM = { framework: "terraform", language: "terraform" };
const HADOLINT = { framework: "hadolint", language: "dockerfile" };
const ANSIBLE = { framework: "ansible-lint", language: "yaml" };
const CSPELL = { framework: "cspell" };
const SQLFLUFF = { framework: "sqlfluff", language: "sql" };

/** Checks of configuration, schemas and prose: yamllint, hadolint, markdownlint, Terraform, JSON schemas, spelling. */
export const configLint: Recogniser = lineRules(
  "config-lint",
  [
    "error",
    "dl3",
    "dl4",
    "md0",
    "configuration is valid",
    "issue(s) found",
    "failure(s)",
    "linted, ",
    "failed checks",
    "fails to validate",
    " validates",
    "schema validation",
    "validation done",
    "(char ",
    " is invalid: ",
    "validation failed",
    "test is successful",
    "test failed",
    "unknown word",
    "issues found:",
    "==> ",
    "should be `",
    " | l",
    "] fail",
    "dependency violations",
    "is valid",
    ".json invalid",
    ".yml:",
    ".yaml:",
    ".yaml invalid",
    ".yml invalid",
  ],
  {},
  [
    fails(
      /^\s{2,4}(?<line>\d{1,7}):\d{1,6}\s{2,10}error\s{2,10}(?<message>\S.{0,400}?) {1,4}\((?<code>[\w-]{2,60})\)$/,
      YAMLLINT,
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.ya?ml):(?<line>\d{1,7}):\d{1,6}: \[error\] (?<message>.{1,400}) \((?<code>[\w-]{2,60})\)$/,
      YAMLLINT,
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.ya?ml):(?<line>\d{1,7})(?::\d{1,6})?: (?<code>[a-z]{2,40}(?:-[a-z]{2,40}){0,4}\[[\w-]{2,60}\]): (?<message>.+)$/,
      ANSIBLE,
    ),
    countsErrors(/^(?:Failed|Passed): (?<count>\d{1,7}) failure\(s\), \d{1,7} warning\(s\)/, ANSIBLE),
    fails(
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}) (?<code>(?:DL|SC)\d{4}) (?:(?:error|warning|info|style): )?(?<message>.+)$/,
      HADOLINT,
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.(?:md|mdx|markdown)):(?<line>\d{1,7})(?::\d{1,6})? (?:error )?(?<code>MD\d{3})\/(?<message>.+)$/,
      MARKDOWNLINT,
    ),
    countsErrors(/^Summary: (?<count>\d{1,7}) error\(s\)$/, MARKDOWNLINT),
    fails(
      /^(?:[│|╷] {0,2})?Error: (?<message>(?:Invalid|Unsupported|Missing|Reference to undeclared|Duplicate|Argument or block|Inconsistent|Incorrect|Unsuitable|Unclosed|Extraneous|Cycle:) ?(?:attribute|argument|block|required|reference|resource|expression|function|type|value|count|for_each|index|template|provider|variable|character|multi|input|output|module|configuration|label|default|definition|conditional|operand|legacy|number|dependency|version|data|local|\w{1,20}_\w{1,60}).*)$/,
      TERRAFORM,
    ),
    settlesSuccess(/^Success! The configuration is valid/, TERRAFORM),
    countsErrors(/^(?<count>\d{1,7}) issue\(s\) found:/, { framework: "tflint", language: "terraform" }),
    countsErrors(/^Passed checks: \d{1,7}, Failed checks: (?<count>\d{1,7}), Skipped checks: /, {
      framework: "checkov",
    }),
    countsErrors(/^\d{1,6} chart\(s\) linted, (?<count>\d{1,6}) chart\(s\) failed/, {
      framework: "helm lint",
    }),
    settlesFailure(
      /^(?:Error: |ERROR: |error: )?(?:JSON )?[Ss]chema validation (?:failed|errors? (?:were encountered|found))/,
    ),
    fails(
      /^(?<message>(?:Expecting|Invalid|Extra data|Unterminated|Illegal)\b.{0,120}: line \d{1,7} column \d{1,7} \(char \d{1,9}\))$/,
      { framework: "json", language: "json" },
    ),
    fails(/^(?:Error: )?Parse error on line (?<line>\d{1,7}):$/, { framework: "jsonlint" }),
    fails(/^(?<file>\S{1,250}\.ya?ml) - (?<message>\w{1,60} \S{0,100} ?is invalid: .+)$/, {
      framework: "kubeconform",
      language: "yaml",
    }),
    settlesSuccess(/^ok -- validation done/, { framework: "check-jsonschema" }),
    fails(/^(?<file>\S{1,250}\.(?:json|ya?ml)) invalid$/, { framework: "ajv" }),
    fails(
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): (?:parser|validity|Schemas validity) error ?: (?<message>.+)$/,
      { framework: "xmllint", language: "xml" },
    ),
    settlesFailure(/^(?<file>\S{1,250}) fails to validate$/, { framework: "xmllint", language: "xml" }),
    settlesSuccess(/^\S{1,250}\.(?:xml|xsd|svg|xhtml) validates$/, { framework: "xmllint", language: "xml" }),
    settlesFailure(/^nginx: configuration file \S{1,250} test failed$/, { framework: "nginx" }),
    settlesSuccess(/^nginx: configuration file \S{1,250} test is successful$/, { framework: "nginx" }),
    countsErrors(/^(?:❌ )?Validation failed with (?<count>\d{1,7}) errors?\b/, { framework: "redocly" }),
    settlesSuccess(/^No results with a severity of 'error' (?:or higher )?found!$/, {
      framework: "spectral",
    }),
    fails(/^Error: Prisma schema validation/, { framework: "prisma" }),
    settlesSuccess(/^The schema at \S{1,250} is valid/, { framework: "prisma" }),
    fails(
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6} - (?<message>(?:Unknown|Misspelled|Forbidden) word.*)$/,
      CSPELL,
    ),
    countsErrors(/^(?:CSpell: )?Files checked: \d{1,7}, Issues found: (?<count>\d{1,7}) in /, CSPELL),
    fails(/^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): (?<message>[\w'-]{2,60} ==> [\w',| -]{2,120})$/, {
      framework: "codespell",
    }),
    fails(/^error: (?<message>`[^`]{1,80}` should be `[^`]{1,80}`.*)$/, { framework: "typos" }),
    countsErrors(/^[✖✔] (?<count>\d{1,7}) errors?, \d{1,7} warnings? and \d{1,7} suggestions? in /, {
      framework: "vale",
    }),
    fails(
      /^L: {0,6}(?<line>\d{1,7}) \| P: {0,6}\d{1,6} \| {1,3}(?<code>[A-Z]{2}\d{2}|L\d{3}|PRS) \| (?<message>.+)$/,
      SQLFLUFF,
    ),
    settlesFailure(/^== \[(?<file>[^\]]{1,250})\] FAIL$/, SQLFLUFF),
    countsErrors(/^\s{0,2}[x✘] \d{1,6} dependency violations \((?<count>\d{1,6}) errors?/, {
      framework: "dependency-cruiser",
    }),
    settlesSuccess(/^\s{0,2}✔ no dependency violations found/, { framework: "dependency-cruiser" }),
  ],
);
