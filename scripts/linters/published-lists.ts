/** Where a tool publishes its rules: a file for each, or a text that names them. `{rule}` is the rule's name. */
export interface PublishedList {
  readonly repository: string;
  /** A path that exists for each rule. */
  readonly file?: string;
  /** Or files that contain this text. */
  readonly text?: { readonly files: readonly string[]; readonly has: string };
  /** What the rule's name is in the list. */
  readonly named?: (rule: string) => string;
}

/** Tools that cannot be installed from npm, PyPI or Debian. */
export const PUBLISHED_LISTS: Readonly<Record<string, PublishedList>> = {
  checkov: {
    repository: "bridgecrewio/checkov",
    text: {
      files: ["dockerfile", "github_actions", "kubernetes", "terraform"].map(
        (name) => `docs/5.Policy Index/${name}.md`,
      ),
      has: "| {rule} ",
    },
  },
  dart: { repository: "dart-lang/linter", file: "lib/src/rules/{rule}.dart" },
  detekt: {
    repository: "detekt/detekt",
    text: { files: ["detekt-core/src/main/resources/default-detekt-config.yml"], has: "\n  {rule}:\n" },
  },
  "error-prone": { repository: "google/error-prone", file: "docs/bugpattern/{rule}.md" },
  "golangci-lint": { repository: "golangci/golangci-lint", file: "pkg/golinters/{rule}" },
  gosec: {
    repository: "securego/gosec",
    text: { files: ["rules/rulelist.go", "analyzers/analyzerslist.go"], has: '"{rule}"' },
  },
  hadolint: { repository: "hadolint/hadolint", file: "src/Hadolint/Rule/{rule}.hs" },
  "kube-linter": {
    repository: "stackrox/kube-linter",
    text: { files: ["docs/generated/checks.md"], has: "## {rule}\n" },
  },
  revive: { repository: "mgechev/revive", text: { files: ["RULES_DESCRIPTIONS.md"], has: "\n## {rule}\n" } },
  roslyn: {
    repository: "dotnet/docs",
    file: "docs/fundamentals/code-analysis/{rule}.md",
    named: (rule) => `${rule.startsWith("IDE") ? "style" : "quality"}-rules/${rule.toLowerCase()}`,
  },
  sonar: { repository: "SonarSource/rspec", file: "rules/{rule}/metadata.json" },
  sqlfluff: {
    repository: "sqlfluff/sqlfluff",
    text: { files: ["src/sqlfluff/core/default_config.cfg", "CHANGELOG.md"], has: "{rule}" },
  },
  swiftlint: {
    repository: "realm/SwiftLint",
    text: { files: ["Source/SwiftLintBuiltInRules/Rules"], has: 'identifier: "{rule}"' },
  },
  tflint: { repository: "terraform-linters/tflint-ruleset-terraform", file: "docs/rules/{rule}.md" },
  zizmor: { repository: "zizmorcore/zizmor", text: { files: ["docs/audits.md"], has: "\n## `{rule}`\n" } },
};
