import { wordSet } from "../text/word-set.ts";
import { type LocationType, LOCATION_TYPES, type Violation, type Span } from "./actionable-feedback.ts";
import { findAdvisory } from "./advisory-phrases.ts";
import { isAskVerb, isVagueVerb, hasContent, isExact } from "./word-classes.ts";
import { judgeComment } from "./judge-comment.ts";
import { createPhraseTable, type PhraseHit } from "./phrase-table.ts";
import { readText, type ParsedComment, type CommentWord } from "./read-text.ts";

/** What is wrong with a reference for its type, or undefined if it fits. */
function referenceProblem(type: LocationType, reference: string): string | undefined {
  const text = reference.trim();
  if (text === "") return `expected ${EXPECTED[type]}, got an empty text`;
  return FITS[type](text) ? undefined : `expected ${EXPECTED[type]}`;
}

/** How each type of location is written. */
const EXPECTED = {
  line: "a line number such as `42`",
  range: "two line numbers such as `42-48`, the first not above the second",
  function: "a function name such as `parseHeader` or `Cache.get()`",
  section: "a section heading",
  element: "the name of an element",
  path: "a path such as `src/cache.ts` or `spec.template`",
} as const satisfies Record<LocationType, string>;

const FITS = {
  line: (text) => LINE.test(text),
  range: (text) => isRange(text),
  function: (text) => isFunctionName(text),
  section: () => true,
  element: () => true,
  path: (text) => isPath(text),
} as const satisfies Record<LocationType, (text: string) => boolean>;

const LINE = /^[1-9]\d{0,8}$/;
const RANGE = /^([1-9]\d{0,8}) ?[-–] ?([1-9]\d{0,8})$/;

export function isRange(text: string): boolean {
  const match = RANGE.exec(text.trim());
  return match !== null && Number(match[1]) <= Number(match[2]);
}

function isFunctionName(text: string): boolean {
  if (text.length > 500) return false;
  const name = text.replace(/\([^()]*\)$/, "").replace(/<[^<>]*>/g, "");
  return name.split(/::|->|[.#/]/).every((part) => NAME.test(part)) && name !== "";
}

const NAME = /^(?:operator\s?\S{1,3}|[~@$_\p{L}][\p{L}\p{N}_$?!-]*)$/u;

function isPath(text: string): boolean {
  if (text.length > 4096 || /[\u0000-\u001f]/.test(text)) return false;
  return !/\s/.test(text) || /[\\/]|\.\w{1,8}$/.test(text);
}

const VAGUE_ISSUES = createPhraseTable([
  "could|can|should|might|must be a? lot|bit|much? better|improved|cleaner|nicer|clearer|simpler|optimized|optimised",
  "needs|need some|more|a? improvement|improvements|work|cleanup|refactoring|attention|polish|love",
  "consider|considering changing",
  "might|may want to",
  "should probably",
  "is|are|looks|look|feels|seems|seem a? bit|little|very|really|quite|rather|too|pretty? ugly|messy|hacky|weird|bad|meh|sloppy|awful|terrible|poor|strange",
  "not very|so|that|really|particularly? good|great|ideal|nice|clean|pretty|optimal|elegant|beautiful",
  "leaves something to be? desired?",
  "room for improvement",
  "i don't? like|dislike|love",
]);

/** Words that say what goes wrong, or what the work does instead of what it should do. */
const DEFECT =
  /^(?:no|not|never|none|nothing|without|n't|\w+n't|can't|lack\w*|miss\w*|absent|omit\w*|only|too|instead|rather|but|although|though|despite|while|even|because|so|which|when|whenever|if|unless|otherwise|thus|therefore|hence|until|after|before|every|each|any|twice|again|always|still|already|more|than|causes?|causing|leads?|leading|results?|resulting|creat\w+|mak\w+|allow\w*|let\w*|expos\w+|leak\w*|break\w*|broken|fail\w*|crash\w*|throw\w*|hang\w*|block\w*|los\w+|lost|overflow\w*|overwrit\w+|corrupt\w*|hides?|hidden|mask\w*|swallow\w*|ignor\w+|skip\w*|drop\w*|discard\w*|duplicat\w+|repeat\w*|redundan\w+|unused|un\w{4,}|in(?:correct|consistent|valid|secure|complete|efficient|accurate|accessible)\w*|im(?:possible|precise|plicit)\w*|non-?\w+|mis\w{4,}|wrong\w*|stale|outdated|deprecated|obsolete|hard-?coded|magic|dead|slow\w*|vulnerab\w+|unsafe|race|deadlock\w*|leaky|exceed\w*|violat\w+|contradict\w*|conflict\w*|differ\w*|diverg\w+|disagree\w*|mismatch\w*|stop\w*|return\w*|accept\w*|reject\w*|read\w*|writ\w+|call\w*|us(?:es|ed|ing)|load\w*|send\w*|log\w*|print\w*|cop(?:y|ies|ied)|open\w*|clos\w+|holds?|keeps?|assum\w+|expect\w*|depends?|relies|requir\w+|need\w*|must|should\w*|can|could|cannot|may|might|will|would|does|do|did|has|have|had|runs?|takes?|gives?|gets?|says?|shows?|contains?|mix\w*|grow\w*|times?|becomes?|remains?|stays?|points?|refers?|claims?|mentions?|describes?|prevents?|forces?|happens?|spans?|nest\w*|concatenat\w+|interpolat\w+|evaluat\w+|\w{3,}(?:ises|izes|ates|ifies))$/;

const DESCRIBES = wordSet("might may could would will should probably possibly if is are not");

const range = (hit: PhraseHit): readonly number[] =>
  Array.from({ length: hit.to - hit.from }, (_, index) => hit.from + index);

const vagueIssue = ({ phrase, span }: LocatedPhrase, path: string): Violation => ({
  code: "vague_issue",
  severity: "error",
  path,
  phrase,
  span,
  message: `${path} is vague: "${phrase}" does not say what is wrong`,
  hint: "name the thing, what it does now, and what happens as a result",
});

const noSpecificProblem = (path: string): Violation => ({
  code: "no_specific_problem",
  severity: "error",
  path,
  message: `${path} names no specific problem`,
  hint: "say which part of the work does what wrong",
});

const noObservableEffect = (path: string): Violation => ({
  code: "no_observable_effect",
  severity: "error",
  path,
  message: `${path} says neither what the work does wrong nor what happens as a result`,
  hint: "add what can be observed: what fails, is missing, is wrong, or what it leads to",
});

/** An action must not contain these, even where a comment might only describe. */
const ALWAYS_ADVISORY = createPhraseTable(["you might", "think about", "maybe", "perhaps"]);

const advisoryWording = ({ phrase, span }: LocatedPhrase, path: string): Violation => ({
  code: "advisory_wording",
  severity: "error",
  path,
  phrase,
  span,
  message: `${path} is advisory: "${phrase}" leaves open whether to do it`,
  hint: 'write the change as an instruction: "Replace x with y", "Add z before w"',
});

const NOT_VERBS =
  /^(?:the|a|an|this|that|these|those|it|its|there|here|i|we|you|they|he|she|is|are|was|were|be|has|have|do|does|can|could|should|would|will|may|might|what|why|how|when|where|which|who|if|because|since|as|in|on|at|of|for|with|without|from|to|by|and|or|but|so|not|no|some|any|all|every|each|my|our|your|their|code|better|good|more|less|very|\w+(?:ed|ing|ly|tion|ness|ment))$/;

const EMPTY_RATIONALE = createPhraseTable([
  "because i|we said|say|want|like|prefer so|it?",
  "just because",
  "it|this|that is|would|will|looks|be be? just|simply|much|so|a? better|nicer|good|cleaner|best",
]);

/** Checks what the schema cannot: wording, reference, and the strict profile. */
export function lintItemWording(value: unknown, prefix: string, strict: boolean): readonly Violation[] {
  if (!isRecord(value)) return [];
  const at = (field: string): string => (prefix === "" ? field : `${prefix}.${field}`);
  const violations: Violation[] = [];
  if (strict && value["score"] === undefined) violations.push(missingScore(at("score")));
  const { issue, location, suggestion } = value;
  if (typeof issue === "string")
    violations.push(...lintIssue(issue, at("issue"), hasEvidence(value["evidence"])));
  if (isRecord(location)) violations.push(...lintReference(location, at("location.reference")));
  if (isRecord(suggestion)) {
    const { action, rationale } = suggestion;
    if (typeof action === "string") violations.push(...lintAction(action, at("suggestion.action")));
    if (typeof rationale === "string")
      violations.push(...lintRationale(rationale, at("suggestion.rationale")));
  }
  return violations;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const missingScore = (path: string): Violation => ({
  code: "missing_score",
  severity: "error",
  path,
  message: `${path} is missing; the strict profile asks for a score in every item`,
  hint: "add a score from 0 (poor) to 1 (excellent) for this aspect",
});

const hasEvidence = (evidence: unknown): boolean =>
  isRecord(evidence) &&
  [evidence["test_result"], evidence["metric"]].some((text) => typeof text === "string" && text !== "");

function lintReference(location: Readonly<Record<string, unknown>>, path: string): readonly Violation[] {
  const { type, reference } = location;
  if (typeof reference !== "string" || !isLocationType(type)) return [];
  const problem = referenceProblem(type, reference);
  if (problem === undefined) return [];
  return [
    {
      code: "reference_mismatch",
      severity: "error",
      path,
      message: `${path} does not fit type "${type}": ${problem}`,
      phrase: reference,
      span: { start: 0, end: reference.length },
      hint: "correct the reference, or choose the type that fits it",
    },
  ];
}

const isLocationType = (value: unknown): value is LocationType =>
  (LOCATION_TYPES as readonly unknown[]).includes(value);

/** Checks that an action is an instruction that states a change, without advisory wording. */
function lintAction(action: string, path: string): readonly Violation[] {
  const read = readText(action);
  const hits = advisoryHits(read);
  if (hits.length > 0) return hits.map((hit) => advisoryWording(spanOf(action, read.words, hit), path));
  if (action.trim() === "" || isInstruction(action, read)) return [];
  return [
    {
      code: "no_concrete_action",
      severity: "error",
      path,
      message: `${path} does not say which change to make`,
      hint: 'begin with a verb and name what changes into what: "Rename x to y", "Return early when …"',
    },
  ];
}

function advisoryHits({ words }: ParsedComment): readonly PhraseHit[] {
  const found = findAdvisory(words, 0, words.length);
  const starts = new Set(found.map((hit) => hit.from));
  const always = ALWAYS_ADVISORY.all(words).filter((hit) => !starts.has(hit.from));
  return [...found, ...always].toSorted((a, b) => a.from - b.from);
}

/** Verbs are an open class, so an unknown first word counts as one if enough follows. */
function isInstruction(action: string, { words }: ParsedComment): boolean {
  const judged = judgeComment(action);
  if (judged.actionable) return true;
  if (judged.reason !== "diagnosis_only") return false;
  const first = words[0];
  if (first === undefined || first.kind !== "word" || NOT_VERBS.test(first.text)) return false;
  if (isVagueVerb(first.text) || isAskVerb(first.text)) return false;
  return words.length >= 4 && hasContent(words, 1, words.length);
}

/** Checks that a rationale says what will improve. */
function lintRationale(rationale: string, path: string): readonly Violation[] {
  const { words } = readText(rationale);
  if (rationale.trim() === "") return [];
  const spoken = words.filter((word) => word.kind !== "mark");
  const empty = EMPTY_RATIONALE.first(words);
  const rest = empty === undefined ? spoken.length : spoken.length - (empty.to - empty.from);
  if (hasContent(words, 0, words.length) && (empty === undefined || rest >= 5)) return [];
  return [
    {
      code: "no_expected_outcome",
      severity: "error",
      path,
      message: `${path} does not say what the change will improve`,
      hint: "name the outcome: what is prevented, made possible, faster or easier to check",
    },
  ];
}

/** Checks that an issue names a specific problem and something that can be observed. */
function lintIssue(issue: string, path: string, isProven: boolean): readonly Violation[] {
  const read = readText(issue);
  const violations = vagueHits(read).map((hit) => vagueIssue(spanOf(issue, read.words, hit), path));
  if (violations.length > 0 || issue.trim() === "") return violations;
  if (!namesProblem(read)) return [noSpecificProblem(path)];
  return isProven || statesEffect(read) ? [] : [noObservableEffect(path)];
}

/** An issue may describe what might happen, but must not leave open whether there is a problem. */
function vagueHits({ words }: ParsedComment): readonly PhraseHit[] {
  const own = VAGUE_ISSUES.all(words);
  const taken = new Set(own.flatMap((hit) => range(hit)));
  const advisory = findAdvisory(words, 0, words.length).filter(
    (hit) =>
      !range(hit).some((position) => taken.has(position)) && !DESCRIBES.has(words[hit.from]?.text ?? ""),
  );
  return [...own, ...advisory].toSorted((a, b) => a.from - b.from);
}

function namesProblem({ words }: ParsedComment): boolean {
  return hasContent(words, 0, words.length);
}

function statesEffect({ words }: ParsedComment): boolean {
  return (
    words.some((word) => word.kind === "word" && DEFECT.test(word.text)) || words.filter(isExact).length >= 2
  );
}

interface LocatedPhrase {
  readonly phrase: string;
  readonly span: Span;
}

/** The text between two word positions, with its offsets. */
function spanOf(
  text: string,
  words: readonly CommentWord[],
  hit: { readonly from: number; readonly to: number },
): LocatedPhrase {
  const start = words[hit.from]?.start ?? 0;
  const end = words[hit.to - 1]?.end ?? start;
  return { phrase: text.slice(start, end), span: { start, end } };
}
