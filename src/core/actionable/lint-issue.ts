import { findAdvisory } from "./advisory-phrases.ts";
import { createPhraseTable, type PhraseHit } from "./phrase-table.ts";
import { readText, type ReadText } from "./read-text.ts";
import type { Violation } from "./violation.ts";
import { hasContent, isExact } from "./word-classes.ts";
import { type PhraseInPlace, spanOf } from "./span-of.ts";

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

/** Words that say what goes wrong, or what the work does instead of what it ought to do. */
const DEFECT =
  /^(?:no|not|never|none|nothing|without|n't|\w+n't|can't|lack\w*|miss\w*|absent|omit\w*|only|too|instead|rather|but|although|though|despite|while|even|because|so|which|when|whenever|if|unless|otherwise|thus|therefore|hence|until|after|before|every|each|any|twice|again|always|still|already|more|than|causes?|causing|leads?|leading|results?|resulting|creat\w+|mak\w+|allow\w*|let\w*|expos\w+|leak\w*|break\w*|broken|fail\w*|crash\w*|throw\w*|hang\w*|block\w*|los\w+|lost|overflow\w*|overwrit\w+|corrupt\w*|hides?|hidden|mask\w*|swallow\w*|ignor\w+|skip\w*|drop\w*|discard\w*|duplicat\w+|repeat\w*|redundan\w+|unused|un\w{4,}|in(?:correct|consistent|valid|secure|complete|efficient|accurate|accessible)\w*|im(?:possible|precise|plicit)\w*|non-?\w+|mis\w{4,}|wrong\w*|stale|outdated|deprecated|obsolete|hard-?coded|magic|dead|slow\w*|vulnerab\w+|unsafe|race|deadlock\w*|leaky|exceed\w*|violat\w+|contradict\w*|conflict\w*|differ\w*|diverg\w+|disagree\w*|mismatch\w*|stop\w*|return\w*|accept\w*|reject\w*|read\w*|writ\w+|call\w*|us(?:es|ed|ing)|load\w*|send\w*|log\w*|print\w*|cop(?:y|ies|ied)|open\w*|clos\w+|holds?|keeps?|assum\w+|expect\w*|depends?|relies|requir\w+|need\w*|must|should\w*|can|could|cannot|may|might|will|would|does|do|did|has|have|had|runs?|takes?|gives?|gets?|says?|shows?|contains?|mix\w*|grow\w*|times?|becomes?|remains?|stays?|points?|refers?|claims?|mentions?|describes?|prevents?|forces?|happens?|spans?|nest\w*|concatenat\w+|interpolat\w+|evaluat\w+|\w{3,}(?:ises|izes|ates|ifies))$/;

/** Checks that an issue names a specific problem and something that can be observed. */
export function lintIssue(issue: string, path: string, hasEvidence: boolean): readonly Violation[] {
  const read = readText(issue);
  const violations = vagueHits(read).map((hit) => vagueIssue(spanOf(issue, read.words, hit), path));
  if (violations.length > 0 || issue.trim() === "") return violations;
  if (!namesProblem(read)) return [noSpecificProblem(path)];
  return hasEvidence || statesEffect(read) ? [] : [noObservableEffect(path)];
}

/** An issue may speak of what might happen; it may not leave open whether there is a problem. */
function vagueHits({ words }: ReadText): readonly PhraseHit[] {
  const own = VAGUE_ISSUES.all(words);
  const taken = new Set(own.flatMap((hit) => range(hit)));
  const advisory = findAdvisory(words, 0, words.length).filter(
    (hit) =>
      !range(hit).some((position) => taken.has(position)) && !DESCRIBES.has(words[hit.from]?.text ?? ""),
  );
  return [...own, ...advisory].toSorted((a, b) => a.from - b.from);
}

const DESCRIBES: ReadonlySet<string> = new Set(
  "might may could would will should probably possibly if is are not".split(" "),
);

const range = (hit: PhraseHit): readonly number[] =>
  Array.from({ length: hit.to - hit.from }, (_, index) => hit.from + index);

function namesProblem({ words }: ReadText): boolean {
  return hasContent(words, 0, words.length);
}

function statesEffect({ words }: ReadText): boolean {
  return (
    words.some((word) => word.kind === "word" && DEFECT.test(word.text)) || words.filter(isExact).length >= 2
  );
}

const vagueIssue = ({ phrase, span }: PhraseInPlace, path: string): Violation => ({
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
