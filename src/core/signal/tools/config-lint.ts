import { countsErrors, fails, provesFailure, provesSuccess, type Tool } from "./tool.ts";

const YAMLLINT = { framework: "yamllint", language: "yaml" };

const MARKDOWNLINT = { framework: "markdownlint", language: "markdown" };

const TERRAFORM = { framework: "terraform", language: "terraform" };

const HADOLINT = { framework: "hadolint", language: "dockerfile" };

const ANSIBLE = { framework: "ansible-lint", language: "yaml" };

const ACTIONLINT = { framework: "actionlint", language: "yaml" };

const SQLFLUFF = { framework: "sqlfluff", language: "sql" };

/** Checks of configuration, schemas and prose: yamllint, actionlint, hadolint, markdownlint, Terraform, JSON schemas, spelling. */
export const configLint: Tool = {
  name: "config-lint",
  kind: "check",
  rules: [
    fails(
      YAMLLINT,
      /^\s{2,4}(?<line>\d{1,7}):\d{1,6}\s{2,10}error\s{2,10}(?<message>\S.{0,400}?) {1,4}\((?<type>[\w-]{2,60})\)$/,
      /^(?<file>[^\s:]{1,250}\.ya?ml):(?<line>\d{1,7}):\d{1,6}: \[error\] (?<message>.{1,400}) \((?<type>[\w-]{2,60})\)$/,
    ),
    fails(
      ANSIBLE,
      /^(?<file>[^\s:]{1,250}\.ya?ml):(?<line>\d{1,7})(?::\d{1,6})?: (?<type>[a-z]{2,40}(?:-[a-z]{2,40}){0,4}\[[\w-]{2,60}\]): (?<message>.+)$/,
    ),
    countsErrors(ANSIBLE, /^(?:Failed|Passed): (?<count>\d{1,7}) failure\(s\), \d{1,7} warning\(s\)/),
    fails(
      ACTIONLINT,
      /^(?<file>[^\s:]{1,250}\.ya?ml):(?<line>\d{1,7}):\d{1,6}: (?<message>\S.{0,1000}) \[(?<type>action|credentials|deprecated-commands|env-var|events|expression|glob|id|if-cond|job-needs|matrix|permissions|pyflakes|runner-label|shell-name|shellcheck|syntax-check|workflow-call)\]$/,
    ),
    countsErrors(ACTIONLINT, /^verbose: Found (?<count>\d{1,7}) errors in \d{1,6} files$/),
    fails(
      HADOLINT,
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}) (?<type>(?:DL[134]|SC[123])\d{3}) (?:(?:error|warning|info|style): )?(?<message>.+)$/,
    ),
    fails(
      MARKDOWNLINT,
      /^(?<file>[^\s:]{1,250}\.(?:md|mdx|markdown)):(?<line>\d{1,7})(?::\d{1,6})? (?:error )?(?<type>MD\d{3})\/(?<message>.+)$/,
    ),
    countsErrors(MARKDOWNLINT, /^Summary: (?<count>\d{1,7}) error\(s\)$/),
    fails(
      TERRAFORM,
      /^(?:[│|╷] {0,2})?Error: (?<message>(?:Invalid|Unsupported|Missing|Reference to undeclared|Duplicate|Argument or block|Inconsistent|Incorrect|Unsuitable|Unclosed|Extraneous|Cycle:) ?(?:attribute|argument|block|required|reference|resource|expression|function|type|value|count|for_each|index|template|provider|variable|character|multi|input|output|module|configuration|label|default|definition|conditional|operand|legacy|number|dependency|version|data|local|\w{1,20}_\w{1,60}).*)$/,
    ),
    provesSuccess(TERRAFORM, /^Success! The configuration is valid/),
    countsErrors({ framework: "tflint", language: "terraform" }, /^(?<count>\d{1,7}) issue\(s\) found:/),
    countsErrors("checkov", /^Passed checks: \d{1,7}, Failed checks: (?<count>\d{1,7}), Skipped checks: /),
    countsErrors("helm lint", /^\d{1,6} chart\(s\) linted, (?<count>\d{1,6}) chart\(s\) failed/),
    provesFailure(
      /^(?:Error: |ERROR: |error: )?(?:JSON )?[Ss]chema validation (?:failed|errors? (?:were encountered|found))/,
    ),
    fails(
      { framework: "json", language: "json" },
      /^(?<message>(?:Expecting|Invalid|Extra data|Unterminated|Illegal)\b.{0,120}: line \d{1,7} column \d{1,7} \(char \d{1,9}\))$/,
    ),
    fails("jsonlint", /^(?:Error: )?Parse error on line (?<line>\d{1,7}):$/),
    fails(
      { framework: "kubeconform", language: "yaml" },
      /^(?<file>\S{1,250}\.ya?ml) - (?<message>\w{1,60} \S{0,100} ?is invalid: .+)$/,
    ),
    provesSuccess("check-jsonschema", /^ok -- validation done/),
    fails("ajv", /^(?<file>\S{1,250}\.(?:json|ya?ml)) invalid$/),
    fails(
      { framework: "xmllint", language: "xml" },
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): (?:parser|validity|Schemas validity) error ?: (?<message>.+)$/,
    ),
    provesFailure({ framework: "xmllint", language: "xml" }, /^(?<file>\S{1,250}) fails to validate$/),
    provesSuccess({ framework: "xmllint", language: "xml" }, /^\S{1,250}\.(?:xml|xsd|svg|xhtml) validates$/),
    provesFailure("nginx", /^nginx: configuration file \S{1,250} test failed$/),
    provesSuccess("nginx", /^nginx: configuration file \S{1,250} test is successful$/),
    countsErrors("redocly", /^(?:❌ )?Validation failed with (?<count>\d{1,7}) errors?\b/),
    provesSuccess("spectral", /^No results with a severity of 'error' (?:or higher )?found!$/),
    fails("prisma", /^Error: Prisma schema validation/),
    provesSuccess("prisma", /^The schema at \S{1,250} is valid/),
    fails(
      "cspell",
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6} - (?<message>(?:Unknown|Misspelled|Forbidden) word.*)$/,
    ),
    countsErrors("cspell", /^(?:CSpell: )?Files checked: \d{1,7}, Issues found: (?<count>\d{1,7}) in /),
    fails(
      "codespell",
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): (?<message>[\w'-]{2,60} ==> [\w',| -]{2,120})$/,
    ),
    fails("typos", /^error: (?<message>`[^`]{1,80}` should be `[^`]{1,80}`.*)$/),
    countsErrors("vale", /^[✖✔] (?<count>\d{1,7}) errors?, \d{1,7} warnings? and \d{1,7} suggestions? in /),
    fails(
      SQLFLUFF,
      /^L: {0,6}(?<line>\d{1,7}) \| P: {0,6}\d{1,6} \| {1,3}(?<type>[A-Z]{2}\d{2}|L\d{3}|PRS) \| (?<message>.+)$/,
    ),
    provesFailure(SQLFLUFF, /^== \[(?<file>[^\]]{1,250})\] FAIL$/),
    countsErrors(
      "dependency-cruiser",
      /^\s{0,2}[x✘] \d{1,6} dependency violations \((?<count>\d{1,6}) errors?/,
    ),
    provesSuccess("dependency-cruiser", /^\s{0,2}✔ no dependency violations found/),
  ],
  hits: {
    "verification_failure strong": [
      "deploy.yml\n  4:81      error    line too long (90 > 80 characters)  (line-length)",
      "deploy.yml:4:81: [error] line too long (90 > 80 characters) (line-length)",
      "tasks/main.yml:4: name[missing]: All tasks should be named.",
      '.github/workflows/test.yaml:3:5: unexpected key "branch" for "push" section. expected one of "branches", "tags" [syntax-check]',
      ".github/workflows/ci.yml:12:9: shellcheck reported issue in this script: SC2086:info:1:6: Double quote to prevent globbing and word splitting [shellcheck]",
      "Dockerfile:3 DL3008 warning: Pin versions in apt get install",
      "README.md:12:81 MD013/line-length Line length [Expected: 80; Actual: 92]",
      "│ Error: Unsupported argument",
      "│ Error: Reference to undeclared resource",
      "order.json invalid",
      "pom.xml:12: parser error : Opening and ending tag mismatch",
      "src/cart.ts:12:5 - Unknown word (totl)",
      "README.md:12: teh ==> the",
      "error: `totl` should be `total`",
      "L:   3 | P:   1 | LT01 | Expected only single space before 'FROM'.",
    ],
    "success proof": [
      "Passed: 0 failure(s), 0 warning(s) on 12 files.",
      "verbose: Found 0 errors in 4 files",
      "Summary: 0 error(s)",
      "Success! The configuration is valid.",
      "1 chart(s) linted, 0 chart(s) failed",
      "ok -- validation done",
      "No results with a severity of 'error' found!",
      "CSpell: Files checked: 12, Issues found: 0 in 0 files.",
    ],
    "verification_failure proof": [
      "2 issue(s) found:",
      "verbose: Found 3 errors in 4 files",
      "Schema validation failed: /items/0 must be object",
      "nginx: configuration file /etc/nginx/nginx.conf test failed",
    ],
  },
  misses: [
    "verbose: Found total 3 errors in 15 ms for .github/workflows/ci.yml",
    ".github/workflows/ci.yml:12:9: see the section about hooks [draft]",
    "deploy.yml:1:1: [warning] missing document start (document-start)",
    "│ Error: creating EC2 Instance: UnauthorizedOperation",
    "The schema validation failed state is described below.",
  ],
};
