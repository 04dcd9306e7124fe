import { checkRuleText, type RuleTextWarningCode } from "../rule-text/check-rule-text.ts";
import {
  DEFAULT_INSERTION_POINT,
  MAX_GLOBS,
  type RuleText,
  ruleTextKey,
  type RuleType,
} from "../rule/rule.ts";
import { codePoints } from "../text/code-points.ts";
import { MAX_REASON, MAX_RULE_TEXT } from "../text/limits.ts";
import { isInstruction } from "./is-instruction.ts";
import type { RuleFile } from "./parse-rule-file.ts";
import { scopeOfFile } from "./scope-of-file.ts";
import { type Statement, statementsOf } from "./statements.ts";

/** A line of a file that can become a rule. */
export interface ImportableRule {
  readonly rule: RuleText;
  /** Every place that says it, in the order of the files. */
  readonly origins: readonly RuleOrigin[];
}

export interface RuleOrigin {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The nearest heading above. */
  readonly heading: string | null;
}

/** Why a line is no rule. */
export const LEFT_REASONS = {
  not_instruction: "no instruction",
  introduces: "introduces a list",
  too_long: `longer than ${MAX_RULE_TEXT} characters, the most that a rule may have: shorten it`,
  example: "in a list of examples",
  unsafe: "hides something, or tries to take over an agent: read it yourself",
  other: "heading, code, table, quote or comment",
  managed: "written by Emend",
} as const;

export type LeftReason = keyof typeof LEFT_REASONS;

export interface ImportableRules {
  readonly rules: readonly ImportableRule[];
  /** How many lines are left in their files, by reason. */
  readonly left: Readonly<Record<LeftReason, number>>;
  /** What of a file's format a rule of Emend cannot say. */
  readonly lost: readonly { readonly file: string; readonly what: string }[];
}

const MAX_RULES = 2_000;

/** The instructions in files, each once, with the files and agents that they are for. */
export function importableRules(files: readonly RuleFile[]): ImportableRules {
  const left: Record<LeftReason, number> = {
    not_instruction: 0,
    introduces: 0,
    too_long: 0,
    example: 0,
    unsafe: 0,
    other: 0,
    managed: 0,
  };
  const found = new Map<string, ImportableRule>();
  const lost: { file: string; what: string }[] = [];
  for (const file of files) {
    const scope = scopeOfFile(file);
    let count = 0;
    for (const statement of statementsOf(file)) {
      const read = toRuleText(statement);
      if ("left" in read) {
        left[read.left] += statement.endLine - statement.line + 1;
        continue;
      }
      count += 1;
      if (found.size >= MAX_RULES) continue;
      const origin = { file: file.path, line: statement.line, heading: statement.headings.at(-1) ?? null };
      const paths = scope.paths.slice(0, MAX_GLOBS).toSorted();
      const key = `${ruleTextKey(read.text)} ${paths.join("\n")}`;
      const known = found.get(key);
      found.set(key, merge(known, { text: read.text, agents: scope.agents, paths, origin }));
    }
    if (count > 0)
      lost.push(...lostIn(file, scope.lost, scope.paths.length).map((what) => ({ file: file.path, what })));
    for (const { kind } of file.lines) {
      if (kind === "managed") left.managed += 1;
      else if (["heading", "code", "table", "quote", "comment"].includes(kind)) left.other += 1;
    }
  }
  return { rules: [...found.values()], left, lost };
}

function lostIn(file: RuleFile, lost: readonly string[], paths: number): readonly string[] {
  const more = paths > MAX_GLOBS ? [`only ${MAX_GLOBS} of its ${paths} globs are kept`] : [];
  const nearest =
    file.format.name === "agents" && file.path.includes("/")
      ? ["where it contradicts a file above, the nearer one wins; between rules of Emend people decide"]
      : [];
  return [...lost, ...more, ...nearest];
}

interface Found {
  readonly text: string;
  readonly agents: readonly string[];
  readonly paths: readonly string[];
  readonly origin: RuleOrigin;
}

/** A line in the files of two agents is one rule for both; in a file for all agents, it is for all. */
function merge(known: ImportableRule | undefined, { text, agents, paths, origin }: Found): ImportableRule {
  const before = known?.rule.scope.agents;
  const all =
    before === undefined
      ? agents
      : before.length === 0 || agents.length === 0
        ? []
        : [...new Set([...before, ...agents])];
  const origins = [...(known?.origins ?? []), origin];
  return {
    origins,
    rule: {
      type: typeOf(text),
      text,
      reason: originText(origins),
      insertion_point: DEFAULT_INSERTION_POINT,
      scope: { agents: all, paths },
    },
  };
}

const typeOf = (text: string): RuleType =>
  /^(?:never|always|do not|don['’]t|must)\b|\b(?:must|never)\b/i.test(text) ? "constraint" : "guideline";

const MAX_ORIGINS = 5;

function originText(origins: readonly RuleOrigin[]): string {
  const shown = origins
    .slice(0, MAX_ORIGINS)
    .map(
      ({ file, line, heading }) =>
        `${file}:${line}${heading === null || heading === "" ? "" : ` (“${heading.slice(0, 80)}”)`}`,
    );
  const more = origins.length - shown.length;
  return `Already written here: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`
    .slice(0, MAX_REASON)
    .toWellFormed();
}

/** Dangers that nobody has to propose. Links and code are shown to the people who approve. */
const UNSAFE: ReadonlySet<RuleTextWarningCode> = new Set([
  "hidden_character",
  "bidi_control",
  "tag_character",
  "mixed_scripts",
  "html_comment",
  "role_marker",
  "overrides_instructions",
  "reveals_prompt",
  "exfiltrates",
  "secret",
]);

const EXAMPLES = /\b(?:examples?|samples?|template|output|before|after|good|bad|wrong|right)\b|✅|❌/iu;
const BANS =
  /\b(?:don['’]?ts?|do not|never|avoid|anti-?patterns?|mistakes?|pitfalls?|forbidden|prohibited|not allowed|out of scope|must not)\b|🚫/iu;

function toRuleText(statement: Statement): { readonly text: string } | { readonly left: LeftReason } {
  const { hasItems, headings, lead, kind } = statement;
  const heading = headings.at(-1) ?? "";
  const said = statement.text.replace(/^(?:•|\p{Extended_Pictographic}\uFE0F?)\s{1,4}/u, "").trim();
  if (checkRuleText(said).some(({ code }) => UNSAFE.has(code))) return { left: "unsafe" };
  if (said.endsWith(":") || (hasItems && !isInstruction(said))) return { left: "introduces" };
  if (EXAMPLES.test(lead ?? "") || EXAMPLES.test(heading)) return { left: "example" };
  const context = lead ?? (BANS.test(heading) && !BANS.test(said) ? `${heading}:` : undefined);
  // Below "Never:", every item is an instruction.
  const isOrder = isInstruction(said) || (context !== undefined && BANS.test(context));
  if (!isOrder || (kind === "paragraph" && sentencesOf(said) > MAX_SENTENCES))
    return { left: "not_instruction" };
  const text = context === undefined ? said : `${context} ${said}`;
  return codePoints(text) > MAX_RULE_TEXT ? { left: "too_long" } : { text };
}

/** A longer paragraph explains. */
const MAX_SENTENCES = 2;

const sentencesOf = (text: string): number => text.split(/[.!?]\s+(?=\p{Lu})/u).length;
