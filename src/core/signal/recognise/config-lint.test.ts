import { describe, expect, it } from "vitest";
import { configLint } from "./config-lint.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([configLint], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("configLint", () => {
  it.each([
    [
      "yamllint",
      "deploy.yml\n  4:81      error    line too long (90 > 80 characters)  (line-length)",
      ["verification_failure strong"],
    ],
    [
      "yamllint, one line each",
      "deploy.yml:4:81: [error] line too long (90 > 80 characters) (line-length)",
      ["verification_failure strong"],
    ],
    ["yamllint warnings", "deploy.yml:1:1: [warning] missing document start (document-start)", []],
    [
      "ansible-lint",
      "tasks/main.yml:4: name[missing]: All tasks should be named.",
      ["verification_failure strong"],
    ],
    ["ansible-lint passes", "Passed: 0 failure(s), 0 warning(s) on 12 files.", ["success proof"]],
    [
      "hadolint",
      "Dockerfile:3 DL3008 warning: Pin versions in apt get install",
      ["verification_failure strong"],
    ],
    [
      "markdownlint",
      "README.md:12:81 MD013/line-length Line length [Expected: 80; Actual: 92]",
      ["verification_failure strong"],
    ],
    ["markdownlint summary", "Summary: 0 error(s)", ["success proof"]],
    ["terraform validate", "│ Error: Unsupported argument", ["verification_failure strong"]],
    ["terraform reference", "│ Error: Reference to undeclared resource", ["verification_failure strong"]],
    ["terraform is content", "Success! The configuration is valid.", ["success proof"]],
    ["terraform apply fails at run time", "│ Error: creating EC2 Instance: UnauthorizedOperation", []],
    ["tflint", "2 issue(s) found:", ["verification_failure proof"]],
    ["helm lint", "1 chart(s) linted, 0 chart(s) failed", ["success proof"]],
    [
      "schema validation",
      "Schema validation failed: /items/0 must be object",
      ["verification_failure proof"],
    ],
    ["check-jsonschema passes", "ok -- validation done", ["success proof"]],
    ["ajv", "order.json invalid", ["verification_failure strong"]],
    [
      "xmllint",
      "pom.xml:12: parser error : Opening and ending tag mismatch",
      ["verification_failure strong"],
    ],
    [
      "nginx -t",
      "nginx: configuration file /etc/nginx/nginx.conf test failed",
      ["verification_failure proof"],
    ],
    ["spectral passes", "No results with a severity of 'error' found!", ["success proof"]],
    ["cspell", "src/cart.ts:12:5 - Unknown word (totl)", ["verification_failure strong"]],
    ["cspell passes", "CSpell: Files checked: 12, Issues found: 0 in 0 files.", ["success proof"]],
    ["codespell", "README.md:12: teh ==> the", ["verification_failure strong"]],
    ["typos", "error: `totl` should be `total`", ["verification_failure strong"]],
    [
      "sqlfluff",
      "L:   3 | P:   1 | LT01 | Expected only single space before 'FROM'.",
      ["verification_failure strong"],
    ],
    ["documentation", "The schema validation failed state is described below.", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});
