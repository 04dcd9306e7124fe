import { relateRules } from "../rule/relate/relate-rules.ts";
import { ruleTextKey } from "../rule/rule.ts";
import { isInstruction } from "../rule-file/is-instruction.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { scopeOfFile } from "../rule-file/scope-of-file.ts";
import type { Statement } from "../rule-file/statements.ts";
import { lintFinding, type LintFinding, type LintFix } from "./lint-finding.ts";
import { removalOf } from "./removal-of.ts";
import { readersOfBoth } from "./read-together.ts";

export interface ReadRuleFile {
  readonly file: RuleFile;
  readonly statements: readonly Statement[];
}

interface Line {
  readonly at: Statement;
  readonly file: RuleFile;
  readonly key: string;
}

const MIN_WORDS = 4;
/** A file that repeats so many lines of another is a copy of it, which is one finding. */
const COPY = 5;

/** Instructions that an agent reads twice. */
export function findDuplicates(files: readonly ReadRuleFile[]): readonly LintFinding[] {
  const found: LintFinding[] = [];
  const byKey = new Map<string, Line[]>();
  const copies = new Map<
    string,
    {
      readonly file: RuleFile;
      readonly of: RuleFile;
      readonly readers: readonly string[];
      readonly lines: Line[];
    }
  >();
  for (const line of linesOf(files)) {
    const earlier = byKey.get(line.key) ?? [];
    byKey.set(line.key, [...earlier, line]);
    const same = earlier.find(({ file, at }) => file === line.file && isSamePlace(at, line.at));
    if (same !== undefined) {
      found.push(
        duplicate(
          line,
          `Line ${same.at.line} says the same. Keep one of them.`,
          removalOf(line.file, line.at, `line ${same.at.line} says the same`),
        ),
      );
      continue;
    }
    for (const other of earlier) {
      if (other.file === line.file) continue;
      const readers = readersOfBoth(other.file, line.file);
      if (readers.length === 0 || !isSamePlace(other.at, line.at)) continue;
      const pair = `${other.file.path}\0${line.file.path}`;
      const copy = copies.get(pair) ?? { file: line.file, of: other.file, readers, lines: [] };
      copy.lines.push(line);
      copies.set(pair, copy);
      break;
    }
  }
  for (const { of, readers, lines } of copies.values()) {
    const who = readers.join(" and ");
    if (lines.length < COPY)
      for (const line of lines)
        found.push(duplicate(line, `${of.path} says the same, and ${who} reads both. Keep one of them.`));
    else
      found.push(
        duplicate(
          lines[0]!,
          `${lines.length} lines of this file are also in ${of.path}, and ${who} reads both. Keep them in one of the files.`,
        ),
      );
  }
  return found;
}

const duplicate = ({ at }: Line, message: string, fix?: LintFix): LintFinding =>
  lintFinding(
    "duplicate",
    { file: at.file, line: at.line, endLine: at.endLine },
    { message, subject: at.text.slice(0, 200), fix },
  );

function* linesOf(files: readonly ReadRuleFile[], least = MIN_WORDS): Generator<Line> {
  for (const { file, statements } of files) {
    for (const at of statements) {
      if (at.hasItems || at.text.split(" ", least).length < least || /:$/.test(at.text)) continue;
      if (isInstruction(at.text)) yield { at, file, key: ruleTextKey(at.text) };
    }
  }
}

/** Under the same item, and not in a list whose heading changes what its lines mean. */
const isSamePlace = (a: Statement, b: Statement): boolean =>
  a.lead === b.lead && a.parent === b.parent && !isContrast(a) && !isContrast(b);

/** Lists of what not to do, of good and bad examples, or of steps: the same words mean another thing there. */
const isContrast = ({ headings, lead }: Statement): boolean =>
  /\b(?:don['’]?ts?|do not|never|avoid|bad|wrong|anti-?patterns?|mistakes?|pitfalls?|forbidden|prohibited|not|without|examples?|before|after|old|checklist|steps?|workflow|phase|template)\b|❌|🚫|✗/iu.test(
    `${headings.at(-1) ?? ""} ${lead ?? ""}`,
  );

const MAX_PAIRS = 20_000;
const LEAST_SURE = 0.8;
const MAX_CLASHING = 110;

/** Short orders without a condition, an exception or a comparison: only of such it is certain that both hold at once. */
const isPlainOrder = ({ at }: Line): boolean =>
  at.text.length <= MAX_CLASHING &&
  at.lead === undefined &&
  at.parent === undefined &&
  !isContrast(at) &&
  !CONDITIONAL.test(at.text);

const CONDITIONAL =
  /[;(]|\b(?:if|unless|except|when|whenever|where|while|but|instead|rather|than|until|before|after|once|just|default|already|needed|necessary|possible|required|unlike|directly|inside|outside|within|between|either|may|might|can|could|consider|e\.g\.|like|such as|removed?)\b/i;

/** Pairs of instructions that contradict each other. */
export function findConflicts(files: readonly ReadRuleFile[]): readonly LintFinding[] {
  const found: LintFinding[] = [];
  const lines = [...linesOf(files, 2)].filter(isPlainOrder);
  let pairs = 0;
  for (const [index, line] of lines.entries()) {
    for (const other of lines.slice(0, index)) {
      if (pairs >= MAX_PAIRS) return found;
      pairs += 1;
      const clash = conflictOf(other, line);
      if (clash !== undefined) found.push(clash);
    }
  }
  return found;
}

function conflictOf(a: Line, b: Line): LintFinding | undefined {
  const isSameFile = a.file === b.file;
  if (!isSameFile && readersOfBoth(a.file, b.file).length === 0) return undefined;
  const [one, other] = [scopeText(a), scopeText(b)];
  const { relation, score, opposed, reasons } = relateRules(
    { text: a.at.text, scope: one },
    { text: b.at.text, scope: other },
  );
  if (relation !== "conflict" || score < LEAST_SURE || opposed.length === 0) return undefined;
  const where = isSameFile ? `line ${a.at.line}` : `${a.file.path}:${a.at.line}`;
  return lintFinding(
    "conflict",
    { file: b.at.file, line: b.at.line, endLine: b.at.endLine },
    {
      message: `It contradicts ${where}, ${JSON.stringify(a.at.text.slice(0, 120))}: ${reasons[0] ?? ""}. Decide for one of them.`,
      subject: `${a.at.text.slice(0, 100)} / ${b.at.text.slice(0, 100)}`,
    },
  );
}

/** Headings say what a line is about as globs do. */
function scopeText({ file, at }: Line): string | undefined {
  const { paths } = scopeOfFile(file);
  const all = [...paths, ...at.headings.slice(-2)];
  return all.length === 0 ? undefined : all.join(", ");
}
