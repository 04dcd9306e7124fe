import { MAX_RULE_TEXT } from "../text/limits.ts";
import { byCodeUnits } from "../text/code-points.ts";
import { RULE_TYPES, type RuleText, type RuleType } from "./rule.ts";
import { sanitiseRuleText } from "./sanitise-rule-text.ts";

/**
 * Estimates how many tokens a text costs, rather too high for English prose and code, where models take about four
 * letters to a token. Each kind of character has a weight in hundredths of a token. It needs no model's vocabulary
 * and is the same everywhere. The sum of the parts is never less than the whole.
 */
export function tokenCost(text: string): number {
  let hundredths = 0;
  for (let at = 0; at < text.length; at += 1) hundredths += weightOf(text.charCodeAt(at));
  return Math.ceil(hundredths / 100);
}

function weightOf(unit: number): number {
  if (unit < 0x80) return isLetterOrSpace(unit) ? LETTER : SIGN;
  if (unit < 0x2e80) return OTHER_ALPHABET;
  return unit >= 0xd800 && unit <= 0xdfff ? HALF_ASTRAL : IDEOGRAPH;
}

const LETTER = 27;
const SIGN = 50;
const OTHER_ALPHABET = 60;
const IDEOGRAPH = 120;
/** A character outside the basic plane is two code units. */
const HALF_ASTRAL = 125;

const isLetterOrSpace = (unit: number): boolean => {
  const lower = unit | 0x20;
  return unit === 0x20 || (lower >= 0x61 && lower <= 0x7a);
};

export const RULES_HEADING = "## Learned Rules (from feedback)";

/** The headings of each type in a prompt, in the order of their sections. */
export const TYPE_TITLES = {
  constraint: "Always hold to these:",
  negative_example: "Do not repeat these mistakes:",
  guideline: "Work this way:",
  positive_example: "Keep doing what was approved:",
} as const satisfies Record<RuleType, string>;

type RuleWords = Pick<RuleText, "type" | "text" | "scope">;

export interface RenderedRule extends RuleWords {
  readonly rule_id: string;
  /** Older rules come first; rules without a time come last. */
  readonly in_force_since?: string | null;
}

export interface RenderOptions {
  /** Replaces `RULES_HEADING`; an empty one omits the heading. */
  readonly heading?: string;
}

/**
 * Renders the rules section of a prompt: grouped by type, oldest first, regardless of the input order, and empty if
 * there are no rules. It ends with a line break.
 */
export function renderRules(rules: readonly RenderedRule[], options: RenderOptions = {}): string {
  const shown = rules.filter((rule) => sanitiseRuleText(rule.text) !== "");
  if (shown.length === 0) return "";
  const heading = sanitiseHeading(options.heading ?? RULES_HEADING);
  const groups = RULE_TYPES.flatMap((type) => {
    const lines = shown
      .filter((rule) => rule.type === type)
      .toSorted(byAge)
      .map(renderRuleLine);
    return lines.length === 0 ? [] : [[TYPE_TITLES[type], "", ...lines].join("\n")];
  });
  return `${[...(heading === "" ? [] : [heading]), ...groups].join("\n\n")}\n`;
}

/** One rule as a list item, with its files if it is limited to some. */
export function renderRuleLine(rule: RuleWords): string {
  const globs = rule.scope.paths.slice(0, MAX_SHOWN_GLOBS).map(sanitiseGlob);
  const more = rule.scope.paths.length > MAX_SHOWN_GLOBS ? ", …" : "";
  const where = globs.length === 0 ? "" : ` (in ${globs.map((glob) => `\`${glob}\``).join(", ")}${more})`;
  return `- ${sanitiseRuleText(rule.text)}${where}`;
}

const MAX_SHOWN_GLOBS = 3;
const MAX_SHOWN_GLOB = 80;

const sanitiseGlob = (glob: string): string =>
  sanitiseRuleText(`/${glob}`, MAX_SHOWN_GLOB).slice(1).replaceAll(/[`<>]/g, "");

function sanitiseHeading(heading: string): string {
  const [, marks = "", words = ""] = /^(#{0,6})(.*)$/s.exec(heading.trimStart()) ?? [];
  const line = sanitiseRuleText(words, MAX_RULE_TEXT);
  return line === "" ? "" : `${marks}${marks === "" ? "" : " "}${line}`;
}

const byAge = (a: RenderedRule, b: RenderedRule): number =>
  byCodeUnits(a.in_force_since ?? LAST, b.in_force_since ?? LAST) || byCodeUnits(a.rule_id, b.rule_id);

const LAST = "9999-12-31T23:59:59.999Z";
