import { fieldOf, isJsonObject, lineOf, listOf, parseJson, textOf } from "../json/json.ts";
import { JSON_REPORTS, partOf, placesIn, type JsonReport } from "./json-reports.ts";
import type { LinterResult } from "./linter-result.ts";
import { TEXT_REPORTS } from "./text-reports.ts";

/** What a report says, and how much of it was not read. */
export interface LinterReport {
  readonly results: readonly LinterResult[];
  /** Results beyond the limit. */
  readonly leftOut: number;
}

const MAX_LINTER_RESULTS = 50_000;
const MAX_MESSAGE = 1_000;
const MAX_NAME = 200;
const MAX_PATH = 4_096;

/**
 * Reads what a linter wrote: SARIF, the JSON of each tool that `JSON_REPORTS` has, JSON lines, or the lines that it
 * prints. Returns undefined if the text is none of these.
 */
export function readLinterResults(text: string): LinterReport | undefined {
  const value = parseJson(text);
  // One result alone of a tool that writes a line for each.
  if (value !== undefined) return readValue(value) ?? (isJsonObject(value) ? readValue([value]) : undefined);
  const lines = text.split("\n");
  const objects = lines.filter((line) => line.startsWith("{")).map((line) => parseJson(line));
  if (objects.some((one) => one !== undefined)) return readValue(objects.filter(isJsonObject));
  const printed = lines.flatMap(readLine);
  return printed.length === 0 ? undefined : bounded(printed);
}

function readValue(value: unknown): LinterReport | undefined {
  const runs = fieldOf(value, "runs");
  if (Array.isArray(runs)) return bounded(runs.flatMap(readRun));
  let isKnown = false;
  for (const report of JSON_REPORTS) {
    const places = placesIn(value, report.each);
    isKnown ||= places.length === 0 && hasShape(value, report);
    const results = places.flatMap((place) => {
      if (report.only !== undefined && partOf(place, report.only) === undefined) return [];
      const said = partOf(place, report.rule);
      const rule = report.name === undefined ? said : report.name(said);
      return resultOf(
        report.tool,
        rule,
        partOf(place, report.path),
        partOf(place, report.line),
        partOf(place, report.message),
      );
    });
    if (results.length > 0) return bounded(results);
  }
  return isKnown ? { results: [], leftOut: 0 } : undefined;
}

/** Whether a report without a place is one of this tool's. */
function hasShape(value: unknown, { each }: JsonReport): boolean {
  const [first = ""] = each;
  if (first === "[]") return Array.isArray(value) && value.length === 0;
  if (!isJsonObject(value) || !Object.hasOwn(value, first)) return false;
  // golangci-lint writes null for none.
  return value[first] === null || typeof value[first] === "object";
}

function readRun(run: unknown): readonly LinterResult[] {
  const tool = toolName(textOf(fieldOf(run, "tool", "driver", "name")) ?? "");
  const rules = listOf(fieldOf(run, "tool", "driver", "rules"));
  return listOf(fieldOf(run, "results")).flatMap((result) => {
    if (listOf(fieldOf(result, "suppressions")).length > 0) return [];
    const index = fieldOf(result, "ruleIndex");
    const rule =
      fieldOf(result, "ruleId") ??
      fieldOf(result, "rule", "id") ??
      (typeof index === "number" ? fieldOf(rules[index], "id") : undefined);
    const [location] = listOf(fieldOf(result, "locations"));
    const place = fieldOf(location, "physicalLocation");
    return resultOf(
      tool,
      ruleName(tool, rule),
      fieldOf(place, "artifactLocation", "uri"),
      fieldOf(place, "region", "startLine"),
      fieldOf(result, "message", "text"),
    );
  });
}

/** The names that tools have in their SARIF. */
const SARIF_NAMES: Readonly<Record<string, string>> = {
  Biome: "biome",
  Checkstyle: "checkstyle",
  ESLint: "eslint",
  PHPMD: "phpmd",
  PMD: "pmd",
  RuboCop: "rubocop",
  ShellCheck: "shellcheck",
};

const toolName = (name: string): string => SARIF_NAMES[name] ?? name.toLowerCase();

function ruleName(tool: string, rule: unknown): unknown {
  if (typeof rule !== "string") return rule;
  if (tool === "clippy") return rule.replace(/^clippy::/u, "");
  if (tool === "biome") return rule.replace(/^lint\//u, "");
  return tool === "shellcheck" && /^\d{4}$/u.test(rule) ? `SC${rule}` : rule;
}

function readLine(text: string): readonly LinterResult[] {
  if (text.length > MAX_PATH) return [];
  const line = text.trimEnd();
  for (const { tool, start, end } of TEXT_REPORTS) {
    const head = start.exec(line);
    const tail = head === null ? null : end?.exec(line);
    if (head === null || tail === null) continue;
    const rule = tail === undefined ? head.groups?.["rule"] : tail.groups?.["rule"];
    const message = line.slice(head[0].length, tail?.index);
    return resultOf(tool, rule, head.groups?.["path"], Number(head.groups?.["line"]), message);
  }
  return [];
}

function resultOf(
  tool: string,
  rule: unknown,
  path: unknown,
  line: unknown,
  message: unknown,
): readonly LinterResult[] {
  const [named, file] = [textOf(rule), textOf(path)];
  if (named === undefined || file === undefined || named.length > MAX_NAME || file.length > MAX_PATH)
    return [];
  return [
    {
      tool,
      rule: named,
      path: file.replace(/^file:\/\//u, "").replaceAll("\\", "/"),
      // gosec writes lines as text, also as ranges.
      line: lineOf(typeof line === "string" ? Number.parseInt(line, 10) : line) ?? 1,
      message: (textOf(message) ?? "").trim().slice(0, MAX_MESSAGE),
    },
  ];
}

const bounded = (results: readonly LinterResult[]): LinterReport => ({
  results: results.slice(0, MAX_LINTER_RESULTS),
  leftOut: Math.max(0, results.length - MAX_LINTER_RESULTS),
});
