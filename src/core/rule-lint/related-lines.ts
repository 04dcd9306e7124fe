import { ruleTextKey } from "../rule/rule.ts";
import { isInstruction } from "../rule-file/is-instruction.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
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
/** Of equal lines, so many are compared. */
const MAX_EARLIER = 50;
const MAX_FOUND = 2_000;

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
      readonly lines: { readonly line: Line; readonly other: Line }[];
    }
  >();
  for (const line of linesOf(files)) {
    const earlier = byKey.get(line.key) ?? [];
    byKey.set(line.key, earlier);
    const same = earlier.find(({ file, at }) => file === line.file && isSamePlace(at, line.at));
    if (same === undefined && earlier.length < MAX_EARLIER) earlier.push(line);
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
      if (other.file === line.file || found.length >= MAX_FOUND) continue;
      const readers = readersOfBoth(other.file, line.file);
      if (readers.length === 0 || !isSamePlace(other.at, line.at)) continue;
      const pair = `${other.file.path}\0${line.file.path}`;
      const copy = copies.get(pair) ?? { file: line.file, of: other.file, readers, lines: [] };
      copy.lines.push({ line, other });
      copies.set(pair, copy);
      break;
    }
  }
  for (const { of, readers, lines } of copies.values()) {
    const who =
      readers.length === 1
        ? `${readers[0]!} reads`
        : `${readers.slice(0, -1).join(", ")} and ${readers.at(-1)!} read`;
    if (lines.length < COPY)
      for (const { line, other } of lines)
        found.push(
          duplicate(line, `${of.path}:${other.at.line} says the same, and ${who} both. Keep one of them.`),
        );
    else
      found.push(
        duplicate(
          lines[0]!.line,
          `${lines.length} lines of this file are also in ${of.path}, and ${who} both. Keep them in one of the files.`,
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

function* linesOf(files: readonly ReadRuleFile[]): Generator<Line> {
  for (const { file, statements } of files) {
    for (const at of statements) {
      if (
        at.kind !== "item" ||
        at.hasItems ||
        at.text.split(" ", MIN_WORDS).length < MIN_WORDS ||
        at.text.endsWith(":")
      )
        continue;
      if (isInstruction(at.text)) yield { at, file, key: ruleTextKey(at.text) };
    }
  }
}

/** Under the same item, and not in a list whose heading or introduction changes what its lines mean. */
function isSamePlace(a: Statement, b: Statement): boolean {
  if (a.lead !== b.lead || a.parent !== b.parent || isContrast(a) || isContrast(b)) return false;
  const isSameSection = a.headings.join("\n") === b.headings.join("\n");
  // "Behavior:" under two headings introduces two lists, and "these tools" are others.
  return isSameSection || (a.lead === undefined && a.parent === undefined && !POINTS.test(a.text));
}

const POINTS = /\b(?:this|that|these|those|it|its|them|above|below|following|here|both)\b/i;

/** Lists of what not to do, of good and bad examples, or of steps: the same words mean another thing there. */
export const isContrast = ({ headings, lead }: Statement): boolean =>
  /\b(?:don['’]?ts?|do not|never|avoid|bad|wrong|anti-?patterns?|mistakes?|pitfalls?|forbidden|prohibited|not|without|examples?|before|after|old|checklist|steps?|workflow|phase|template)\b|❌|🚫|✗/iu.test(
    `${headings.at(-1) ?? ""} ${lead ?? ""}`,
  );
