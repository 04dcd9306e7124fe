import { readersOfBoth } from "./read-together.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import type { Statement } from "../rule-file/statements.ts";
import { lintFinding, type LintFinding } from "./lint-finding.ts";
import { isContrast, type ReadRuleFile } from "./related-lines.ts";
import { areasOf, stylesOfLine } from "./style-of-line.ts";

interface Demand {
  readonly file: RuleFile;
  readonly at: Statement;
  /** What it is about; two demands about the same with other values contradict each other. */
  readonly about: string;
  readonly value: string;
}

/**
 * Pairs of lines of which only one can be followed: other values for one setting, or the same words once asked for and once
 * forbidden. Contradictions in meaning are not looked for: nine in ten pairs that seemed to be some were none.
 */
export function findConflicts(files: readonly ReadRuleFile[]): readonly LintFinding[] {
  const found: LintFinding[] = [];
  const known = new Map<string, Demand[]>();
  for (const demand of demandsOf(files)) {
    const earlier = known.get(demand.about) ?? [];
    known.set(demand.about, earlier);
    if (earlier.length < MAX_EARLIER) earlier.push(demand);
    const other = earlier.find(
      ({ value, file }) =>
        value !== demand.value && (file === demand.file || readersOfBoth(file, demand.file).length > 0),
    );
    if (other === undefined) continue;
    const { file, at } = demand;
    const where = other.file === file ? `line ${other.at.line}` : `${other.file.path}:${other.at.line}`;
    const message = `It contradicts ${where}: ${JSON.stringify(other.at.text.slice(0, 120))}. Decide for one of them.`;
    const subject = `${other.at.text.slice(0, 100)} / ${at.text.slice(0, 100)}`;
    found.push(
      lintFinding("conflict", { file: file.path, line: at.line, endLine: at.endLine }, { message, subject }),
    );
  }
  return found;
}

function* demandsOf(files: readonly ReadRuleFile[]): Generator<Demand> {
  for (const { file, statements } of files)
    for (const at of statements) {
      if (at.hasItems || at.lead !== undefined || at.parent !== undefined || isContrast(at)) continue;
      const place = areasOf(at).join(" ");
      for (const { topic, value } of stylesOfLine(at)) yield { file, at, about: `${topic} ${place}`, value };
      yield* polarOf(file, at);
    }
}

const MIN_WORDS = 3;
/** Of demands about the same, so many are compared. */
const MAX_EARLIER = 50;

/** "Always …" and "Never …" with the same words after it. */
function* polarOf(file: RuleFile, at: Statement): Generator<Demand> {
  const [, polarity = "", rest = ""] = /^(always|never|do not|don['’]t)\s+(.{5,300})$/i.exec(at.text) ?? [];
  const words = rest.toLowerCase().match(/[\p{L}\p{N}_`/.-]+/gu) ?? [];
  if (words.length >= MIN_WORDS)
    yield {
      file,
      at,
      about: `words ${words.join(" ").replace(/\.$/, "")}`,
      value: /^always$/i.test(polarity) ? "yes" : "no",
    };
}
