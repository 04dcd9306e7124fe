import { CRITERION_PATTERNS, OPPOSED_WORDS, VAGUE_WORDS } from "./criterion-patterns.ts";
import { readPromptLines, type PromptLine } from "./prompt-lines.ts";
import { PROMPT_RUBRIC, type Criterion, type CriterionId } from "./prompt-rubric.ts";

/** A stretch of the prompt, in UTF-16 offsets. */
export interface PromptSpan {
  readonly start: number;
  readonly end: number;
}

export interface CriterionScore extends Criterion {
  readonly earned: number;
  /** What earned it; for clarity, what lost it. */
  readonly evidence: PromptSpan | null;
}

export interface PromptScore {
  /** The points earned, between 0 and 10. */
  readonly score: number;
  readonly criteria: readonly CriterionScore[];
}

/** Judges a prompt by the rubric; the same prompt always scores the same. */
export function scorePrompt(prompt: string): PromptScore {
  const found = new Map<CriterionId, PromptSpan>();
  const seen = new Set<string>();
  const opposed: (PromptSpan | undefined)[] = [undefined, undefined];
  let vague: PromptSpan | undefined;
  for (const line of readPromptLines(prompt).lines) {
    // A line that repeats an earlier one adds nothing, so padding cannot earn points.
    if (seen.has(line.text)) continue;
    seen.add(line.text);
    if (line.fenced) {
      if (!found.has("evidence")) found.set("evidence", { start: line.start, end: line.end });
      continue;
    }
    const ownWords = maskQuotations(line.text);
    findPresent(line, ownWords, found);
    vague ??= spanOf(VAGUE_WORDS, ownWords, line);
    for (const [side, pattern] of OPPOSED_WORDS.entries()) opposed[side] ??= spanOf(pattern, ownWords, line);
  }
  const unclear = vague ?? (opposed[0] === undefined ? undefined : opposed[1]);
  const criteria = PROMPT_RUBRIC.map((criterion) => {
    if (criterion.id !== "clarity")
      return judged(criterion, found.has(criterion.id), found.get(criterion.id));
    return judged(criterion, found.has("task") && unclear === undefined, unclear);
  });
  return { score: criteria.reduce((sum, { earned }) => sum + earned, 0), criteria };
}

function judged(criterion: Criterion, met: boolean, evidence: PromptSpan | undefined): CriterionScore {
  return { ...criterion, earned: met ? criterion.points : 0, evidence: evidence ?? null };
}

function findPresent(line: PromptLine, ownWords: string, found: Map<CriterionId, PromptSpan>): void {
  for (const [id, patterns] of PATTERN_ENTRIES) {
    if (found.has(id)) continue;
    for (const { looksAt, pattern } of patterns) {
      const span = spanOf(pattern, looksAt === "written" ? line.text : ownWords, line);
      if (span === undefined) continue;
      found.set(id, span);
      break;
    }
  }
}

const PATTERN_ENTRIES = Object.entries(CRITERION_PATTERNS) as readonly (readonly [
  keyof typeof CRITERION_PATTERNS,
  (typeof CRITERION_PATTERNS)[keyof typeof CRITERION_PATTERNS],
])[];

function spanOf(pattern: RegExp, text: string, line: PromptLine): PromptSpan | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  return { start: line.start + match.index, end: line.start + match.index + match[0].length };
}

/** Blanks out what is quoted or a path, keeping every offset. */
const maskQuotations = (text: string): string =>
  text.replace(QUOTATION, (quoted) => " ".repeat(quoted.length));

const QUOTATION =
  /`[^`]{1,400}`|“[^“”]{1,400}”|"[^"]{1,400}"|(?<![\w./-])[\w-]{1,60}(?:[./][\w-]{1,60}){1,20}/g;
