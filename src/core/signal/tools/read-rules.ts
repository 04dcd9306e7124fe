import type { Says, Weight } from "../observation-log.ts";
import type { SignalFacts } from "../signal.ts";
import { languageOfFile } from "./language-of-file.ts";
import type { Counts, Line, LineReader, Report, LineRule, RuleReader, Tool } from "./tool.ts";

const LONGEST_FACT = 300;

/** A line that opens with a quotation mark is a string in source code, not a test runner's output. */
const QUOTED = /^\s{0,80}[[({]?["'`]/;

/** What build tools, package managers and people put before a tool's own line. */
const ORIGIN =
  /^(?:[│|>] {1,3}|#{0,2}\[(?:exec|javac|kotlinc|groovyc|ERROR|error|ERR)\] {0,8}|npm (?:ERR!|error) |remote: {1,4}|(?:ERROR|Error) in |Error: |@?[\w./-]{1,60}:[a-z][\w:-]{0,30}: |[\w@./-]{1,60} (?:lint|build|check|typecheck|type-check|compile)(?::\w{1,20})?: )/;

/** Reads one text by a tool's rules and by its own reader, if it has one. */
export function createReader(tool: Tool): LineReader {
  const rules = new ToolRules(tool);
  return tool.createReader?.(rules) ?? rules;
}

class ToolRules implements RuleReader {
  private readonly tool: Tool;
  private readonly table: RuleTable;
  private hasFailed = false;
  private section: string | undefined;
  private kept: SignalFacts | undefined;
  private keptFor = 0;

  constructor(tool: Tool) {
    this.tool = tool;
    this.table = tableOf(tool);
  }

  readLine({ text }: Line, report: Report): void {
    this.match(text, report);
  }

  match(line: string, report: Report): boolean {
    const { kind, trims = false } = this.tool;
    const text = trims ? line.trimStart() : line;
    if (this.kept !== undefined) this.keptFor -= 1;
    if (this.keptFor < 0) this.kept = undefined;
    if (kind === "test" && QUOTED.test(text)) return false;
    if (this.matchText(text, report)) return true;
    if (kind !== "check") return false;
    const bare = withoutOrigin(text);
    return bare !== text && this.matchText(bare, report);
  }

  private matchText(text: string, report: Report): boolean {
    if (this.kept === undefined && !this.table.mayMatch(text)) return false;
    for (const rule of this.table.rules) {
      if (!this.applies(rule)) continue;
      const match = rule.pattern.exec(text);
      if (match === null || rule.unless?.(text, match) === true) continue;
      this.apply(rule, match, report);
      return true;
    }
    return false;
  }

  private applies({ within, outside, joins = false }: LineRule): boolean {
    if (joins && this.kept === undefined) return false;
    if (outside !== undefined && outside === this.section) return false;
    return within === undefined || (within === "failed" ? this.hasFailed : within === this.section);
  }

  private apply(rule: LineRule, match: RegExpExecArray, report: Report): void {
    const { tool } = this;
    if (rule.opens !== undefined) this.section = rule.opens;
    if (rule.endsRun === true) this.hasFailed = false;
    if (rule.follow !== undefined) report.follow(rule.follow);
    const groups = factsOf(match.groups, tool.kind === "check");
    const facts = { ...tool.facts, ...rule.facts, ...(rule.joins === true ? this.kept : {}), ...groups };
    this.kept = rule.keep === undefined ? (rule.joins === true ? undefined : this.kept) : facts;
    this.keptFor = rule.keep ?? this.keptFor;
    const verdict = verdictOf(rule, match);
    if (verdict === undefined || verdict.says === "nothing") return;
    const says = verdict.says === "failure" ? failureOf(tool) : verdict.says;
    const isDemoted = tool.kind === "test" && says === "success" && this.hasFailed;
    if (says === "verification_failure" && rule.endsRun !== true) this.hasFailed = true;
    // A run that failed does not succeed by a later line.
    report.see({ says, weight: isDemoted ? "weak" : verdict.weight, facts });
  }
}

interface RuleTable {
  readonly rules: readonly LineRule[];
  /** Most lines match no rule, and one expression for all of them says so faster than each by itself. */
  readonly mayMatch: (text: string) => boolean;
}

const tables = new WeakMap<Tool, RuleTable>();

function tableOf(tool: Tool): RuleTable {
  let table = tables.get(tool);
  if (table === undefined) {
    const rules = tool.rules.flat();
    table = { rules, mayMatch: anyOf(rules.map(({ pattern }) => pattern)) };
    tables.set(tool, table);
  }
  return table;
}

const failureOf = ({ kind }: Tool): Says => (kind === "runtime" ? "runtime_error" : "verification_failure");

type Verdict = { readonly says: LineRule["says"]; readonly weight: Weight };

function verdictOf(rule: LineRule, match: RegExpExecArray): Verdict | undefined {
  if (rule.counts === undefined) return rule;
  if (rule.counts === "exit")
    return Number(match.groups?.["exit"]) === 0 ? { says: "success", weight: "weak" } : rule;
  if (rule.counts !== "errors") return countVerdict(match[0], rule.counts);
  const isClean = /^(?:0+|no|zero)$/i.test(match.groups?.["count"] ?? "");
  return { says: isClean ? "success" : "failure", weight: rule.weight };
}

/** Any failure fails the run, a pass proves it, and skipped tests alone only suggest success. */
export function countVerdict(
  text: string,
  { failed, passed, other }: Counts,
): { readonly says: "verification_failure" | "success"; readonly weight: Weight } | undefined {
  if (sumOf(text, failed) > 0) return { says: "verification_failure", weight: "proof" };
  if (sumOf(text, passed) > 0) return { says: "success", weight: "proof" };
  if (other !== undefined && sumOf(text, other) > 0) return { says: "success", weight: "weak" };
  return undefined;
}

/** The sum of the numbers that a global expression finds. */
export function sumOf(text: string, numbers: RegExp): number {
  let sum = 0;
  for (const match of text.matchAll(numbers)) sum += Number(match[1] ?? match[2] ?? 0);
  return sum;
}

type Groups = Readonly<Record<string, string | undefined>> | undefined;

/** The facts in the named groups of a match; blank ones are left out. */
export function factsOf(groups: Groups, withLanguage = false): SignalFacts {
  const facts: { -readonly [Name in keyof SignalFacts]: SignalFacts[Name] } = {};
  for (const [name, value] of Object.entries(groups ?? {})) {
    const text = factText(value);
    if (text !== undefined) addFact(facts, name, text);
  }
  const language = withLanguage && facts.file !== undefined ? languageOfFile(facts.file) : undefined;
  if (language !== undefined) facts.language = language;
  return facts;
}

function addFact(
  facts: { -readonly [Name in keyof SignalFacts]: SignalFacts[Name] },
  name: string,
  text: string,
): void {
  if (name === "type") facts.error_type = text;
  else if (name === "message") facts.error_message = text;
  else if (name === "test") facts.failing_tests = [text];
  else if (name === "line") addNumber(facts, "line", text);
  else if (name === "exit") addNumber(facts, "exit_code", text);
  else if (name === "file" || name === "expected" || name === "actual") facts[name] = text;
}

function addNumber(
  facts: { -readonly [Name in keyof SignalFacts]: SignalFacts[Name] },
  name: "line" | "exit_code",
  text: string,
): void {
  const number = Number(text);
  if (Number.isSafeInteger(number)) facts[name] = number;
}

/** A value as facts hold it: trimmed, bounded, and left out when blank. */
export function factText(value: string | undefined): string | undefined {
  return value?.trim().slice(0, LONGEST_FACT).trim() || undefined;
}

/** The tool's own line, without what a build tool, a package manager or a person put before it. */
export function withoutOrigin(text: string): string {
  return text.slice(ORIGIN.exec(text)?.[0].length ?? 0);
}

const NAMED_GROUP = /\(\?<(?![=!])\w{1,40}>/g;
const REFERS_BACK = /\\[1-9k]/;

/** Whether any of many expressions is found, asked in one go. */
function anyOf(patterns: readonly RegExp[]): (text: string) => boolean {
  const alone = patterns.filter(({ source }) => REFERS_BACK.test(source));
  const joined = [...new Set(patterns.map(({ flags }) => flags))].flatMap((flags) => {
    const sources = patterns
      .filter((pattern) => pattern.flags === flags && !alone.includes(pattern))
      .map(({ source }) => source.replaceAll(NAMED_GROUP, "(?:"));
    return sources.length === 0 ? [] : [new RegExp(sources.join("|"), flags.replaceAll(/[gy]/g, ""))];
  });
  const all = [...joined, ...alone];
  return (text) => all.some((pattern) => pattern.test(text));
}
