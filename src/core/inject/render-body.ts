import { byCodeUnits } from "../text/code-points.ts";
import { globForms, MAX_FORMS } from "../rule/glob.ts";
import type { ActiveRule } from "../rule/select-rules.ts";
import { renderRules, RULES_HEADING } from "../rule/render-rules.ts";
import { RULES_TRUST } from "../rule/trust-words.ts";

/** Characters that all formats and glob libraries interpret as `matchesGlob` does, without quoting. */
const PLAIN = /^[\p{L}\p{N}_./*?@+~-]{1,256}$/u;

/**
 * A rule's globs for other tools: from the root, without braces, sorted. Undefined if one cannot be expressed, such
 * as a name with brackets or a comma; the rule then states it in words.
 */
export function portableGlobs(paths: readonly string[]): readonly string[] | undefined {
  const found = new Set<string>();
  for (const path of paths) {
    const forms = globForms(path);
    if (forms === undefined) return undefined;
    for (const glob of forms) {
      if (!isPortable(glob) || found.size >= MAX_FORMS) return undefined;
      found.add(glob);
    }
  }
  return found.size === 0 ? undefined : [...found].toSorted(byCodeUnits);
}

/** `**` within a path segment means different things to different tools. */
const isPortable = (glob: string): boolean =>
  PLAIN.test(glob) &&
  glob
    .split("/")
    .every((part) => part !== "" && part !== ".." && part !== "." && (part === "**" || !part.includes("**")));

/** A word character before the `@` makes it an email address, which is not loaded. */
const guardMentions = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}_.+-])@\S*/gu, (mention) => `\`${mention}\``);

const SOURCE = `${RULES_TRUST} \`emend inject\` keeps them here.`;

/** The body of a rule file; empty without rules. */
export function renderBody(rules: readonly ActiveRule[]): string {
  const groups = renderRules(rules, { heading: "" });
  if (groups === "") return "";
  return [RULES_HEADING, "", SOURCE, "", ...groups.trimEnd().split("\n").map(guardReferences)].join("\n");
}

/** The rules without their paths, for files that only apply to those paths. */
export const withoutPaths = (rules: readonly ActiveRule[]): readonly ActiveRule[] =>
  rules.map((rule) => ({ ...rule, scope: { ...rule.scope, paths: [] } }));

/**
 * Escapes a line so that it is not interpreted as a command. Coding agents load the file after an `@` and run the
 * command in "!`…`", whoever wrote the rule. An `@` in a code span is not loaded, and a space after the exclamation
 * mark disables the other.
 */
export function guardReferences(line: string): string {
  const pieces = line.split("`");
  // Every second piece is in a code span.
  const spanned = pieces.map((piece, at) => (at % 2 === 0 ? guardMentions(piece) : piece)).join("`");
  const isPaired = pieces.length % 2 === 1 && !spanned.includes("``");
  // Unbalanced code spans are removed.
  return (isPaired ? spanned : guardMentions(pieces.join(""))).replaceAll("!`", "! `");
}
