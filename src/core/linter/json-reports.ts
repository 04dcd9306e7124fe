import { listOf, isJsonObject } from "../json/json.ts";

/** Where a value is: `"line"`, `"pos.line"`, or in an outer object: `"^file"`, `"^^name"`. */
type Where = string;

/** The JSON that a linter writes: a path to the places that it reports, and where each has its parts. */
export interface JsonReport {
  readonly tool: string;
  /** `[]` is each item of a list, `{}` each value of an object, whose key is `@`; the rest are names. */
  readonly each: readonly string[];
  readonly rule: Where;
  readonly path: Where;
  readonly line: Where;
  readonly message: Where;
  /** Writes the rule as the tool's documentation does, or says that this is no such report. */
  readonly name?: (rule: unknown) => string | undefined;
  /** What only this tool's report has. */
  readonly only?: Where;
}

/** Plugins that oxlint's report and its configuration call by different names. */
const OXLINT_PLUGINS: ReadonlyMap<string, string> = new Map([
  ["next", "nextjs"],
  ["react-hooks", "react"],
]);

/** `eslint(no-var)` → `eslint/no-var`. */
function oxlintRule(code: unknown): string | undefined {
  const match =
    typeof code === "string" ? /^(?:eslint-plugin-)?([\w-]{1,60})\(([\w/-]{1,100})\)$/u.exec(code) : null;
  return match === null ? undefined : `${OXLINT_PLUGINS.get(match[1]!) ?? match[1]!}/${match[2]!}`;
}

const startsWith =
  (start: string) =>
  (rule: unknown): string | undefined =>
    typeof rule === "string" && rule.startsWith(start) ? rule.slice(start.length) : undefined;

/** The first form that a place has all parts of is taken, so the forms with the most parts come first. */
export const JSON_REPORTS: readonly JsonReport[] = [
  {
    tool: "eslint",
    each: ["[]", "messages", "[]"],
    rule: "ruleId",
    path: "^^filePath",
    line: "line",
    message: "message",
  },
  {
    tool: "stylelint",
    each: ["[]", "warnings", "[]"],
    rule: "rule",
    path: "^^source",
    line: "line",
    message: "text",
  },
  {
    tool: "htmlhint",
    each: ["[]", "messages", "[]"],
    rule: "rule.id",
    path: "^^file",
    line: "line",
    message: "message",
  },
  {
    tool: "oxlint",
    each: ["diagnostics", "[]"],
    rule: "code",
    path: "filename",
    line: "labels.0.span.line",
    message: "message",
    name: oxlintRule,
  },
  {
    tool: "biome",
    each: ["diagnostics", "[]"],
    rule: "category",
    path: "location.path",
    line: "location.start.line",
    message: "message",
    name: startsWith("lint/"),
  },
  {
    tool: "ruff",
    each: ["[]"],
    rule: "code",
    path: "filename",
    line: "location.row",
    message: "message",
  },
  {
    tool: "pylint",
    each: ["[]"],
    rule: "symbol",
    path: "path",
    line: "line",
    message: "message",
    only: "message-id",
  },
  {
    tool: "pylint",
    each: ["messages", "[]"],
    rule: "symbol",
    path: "path",
    line: "line",
    message: "message",
    only: "messageId",
  },
  {
    tool: "bandit",
    each: ["results", "[]"],
    rule: "test_id",
    path: "filename",
    line: "line_number",
    message: "issue_text",
  },
  {
    tool: "shellcheck",
    each: ["comments", "[]"],
    rule: "code",
    path: "file",
    line: "line",
    message: "message",
    name: (code) => (typeof code === "number" ? `SC${code}` : undefined),
  },
  {
    tool: "shellcheck",
    each: ["[]"],
    rule: "code",
    path: "file",
    line: "line",
    message: "message",
    name: (code) => (typeof code === "number" ? `SC${code}` : undefined),
  },
  {
    tool: "hadolint",
    each: ["[]"],
    rule: "code",
    path: "file",
    line: "line",
    message: "message",
    only: "level",
  },
  {
    tool: "rubocop",
    each: ["files", "[]", "offenses", "[]"],
    rule: "cop_name",
    path: "^^path",
    line: "location.line",
    message: "message",
  },
  {
    tool: "golangci-lint",
    each: ["Issues", "[]"],
    rule: "FromLinter",
    path: "Pos.Filename",
    line: "Pos.Line",
    message: "Text",
  },
  {
    tool: "gosec",
    each: ["Issues", "[]"],
    rule: "rule_id",
    path: "file",
    line: "line",
    message: "details",
  },
  {
    tool: "revive",
    each: ["[]"],
    rule: "RuleName",
    path: "Position.Start.Filename",
    line: "Position.Start.Line",
    message: "Failure",
  },
  {
    tool: "staticcheck",
    each: ["[]"],
    rule: "code",
    path: "location.file",
    line: "location.line",
    message: "message",
  },
  {
    tool: "clippy",
    each: ["[]"],
    rule: "message.code.code",
    path: "message.spans.0.file_name",
    line: "message.spans.0.line_start",
    message: "message.message",
    only: "reason",
    name: (code) => {
      if (typeof code !== "string") return undefined;
      return code.startsWith("clippy::") ? code.slice("clippy::".length) : `rustc::${code}`;
    },
  },
  {
    tool: "phpcs",
    each: ["files", "{}", "messages", "[]"],
    rule: "source",
    path: "^^@",
    line: "line",
    message: "message",
  },
  {
    tool: "phpmd",
    each: ["files", "[]", "violations", "[]"],
    rule: "rule",
    path: "^^file",
    line: "beginLine",
    message: "description",
  },
  {
    tool: "pmd",
    each: ["files", "[]", "violations", "[]"],
    rule: "rule",
    path: "^^filename",
    line: "beginline",
    message: "description",
  },
  {
    tool: "spectral",
    each: ["[]"],
    rule: "code",
    path: "source",
    line: "range.start.line",
    message: "message",
  },
  {
    tool: "sqlfluff",
    each: ["[]", "violations", "[]"],
    rule: "code",
    path: "^^filepath",
    line: "start_line_no",
    message: "description",
  },
];

/** A value with what it is in: outermost first. */
interface Found {
  readonly value: unknown;
  readonly around: readonly unknown[];
  readonly key: string;
}

/** Every place at a path. */
export function placesIn(value: unknown, each: readonly string[]): readonly Found[] {
  let found: readonly Found[] = [{ value, around: [], key: "" }];
  for (const step of each) {
    found = found.flatMap(({ value: one, around, key }) => {
      const outer = [...around, isJsonObject(one) && key !== "" ? { ...one, "@": key } : one];
      if (step === "[]") return listOf(one).map((item) => ({ value: item, around: outer, key: "" }));
      if (!isJsonObject(one)) return [];
      if (step === "{}")
        return Object.entries(one).map(([name, item]) => ({ value: item, around: outer, key: name }));
      return Object.hasOwn(one, step) ? [{ value: one[step], around: outer, key: "" }] : [];
    });
  }
  return found;
}

export function partOf({ value, around }: Found, where: Where): unknown {
  const outwards = where.length - where.replace(/^\^+/u, "").length;
  let part = outwards === 0 ? value : around.at(-outwards);
  for (const name of where.slice(outwards).split(".")) {
    if (Array.isArray(part)) part = (part as readonly unknown[])[Number(name)];
    else part = isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }
  return part;
}
