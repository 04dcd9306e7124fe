import { ACT_RULES, type Act, type ActKind, type ActRule } from "./act.ts";
import { isDenied } from "./exempt-faults.ts";
import { isHarmless } from "./exempt-faults.ts";
import type { SpelledClause, SpelledSentence } from "../../english/spelled-sentences.ts";

/** Finds what a person does in each sentence, without what is hypothetical, requested or asked about. */
export function recogniseActs(sentences: readonly SpelledSentence[]): readonly Act[] {
  const ownSentences = introducesQuotation(sentences) ? sentences.slice(0, 1) : sentences;
  const acts: Act[] = [];
  for (const [index, sentence] of ownSentences.entries()) {
    const hits = ACT_RULES.flatMap((rule) => matchRule(rule, sentence, index)).filter(
      (hit, _, all) =>
        (hit.kind !== "request" || isAsked(sentence, hit, all)) &&
        (hit.kind !== "question" ||
          sentence.isQuestion ||
          !/^(?:which|who|whose|any|where|what)(?= |$)/.test(sentence.text.slice(hit.from, hit.to)) ||
          clauseOf(sentence, hit) === sentence.clauses[0]),
    );
    if (COMPLIMENTS_FIND.test(sentence.text)) {
      acts.push(...hits.filter((hit) => !FAULTS.has(hit.kind) && hit.kind !== "gap"));
      continue;
    }
    const no = readNo(sentence, sentences[index + 1], index, isInterjection(sentences[0]!));
    if (no !== undefined) acts.push(no);
    const praise = hits.filter((hit) => isPraise(hit.kind) && isMeant(sentence, hit, hits));
    acts.push(...praise);
    for (const hit of hits) {
      if (isPraise(hit.kind)) continue;
      if (
        FAULTS.has(hit.kind) &&
        praise.some((each) => each.kind === "praise" && each.weight !== "weak" && overlap(each, hit))
      )
        continue;
      if (hit.unscoped || !isScoped(sentence, hit, hits)) acts.push(hit);
    }
  }
  return acts;
}

/** "good catch on the missing index" names a fault that has been fixed. */
const COMPLIMENTS_FIND =
  /^(?:[^ ,]+ ){0,3}?(?:good|nice|great|excellent|awesome) (?:catch|find|spot|point|call|eye)(?: (?:on|about|with|regarding|there|that)(?= )| ,|$)(?!.* but )/;

/** "hm. no, the other one": a word or two before the answer. */
function isInterjection({ text, isQuestion }: SpelledSentence): boolean {
  return !isQuestion && text.length <= LONGEST_INTERJECTION;
}

const LONGEST_INTERJECTION = 30;

/** In "drag and drop works" the verb after "and" asks for nothing; it does after another request. */
function isAsked(sentence: SpelledSentence, hit: Hit, hits: readonly Hit[]): boolean {
  if (clauseOf(sentence, hit)?.joint !== "and") return true;
  return hits.some((each) => each.kind === "request" && each.from < hit.from);
}

const QUOTATION_FOLLOWS =
  /(?<![^ ])(?:feedback|review|comments?|findings?|suggestions?|customer|ticket|email|reviewer|following)(?![^ ])/;

/** "Consider this feedback:" introduces somebody else's text. */
function introducesQuotation([first, ...rest]: readonly SpelledSentence[]): boolean {
  if (first === undefined) return false;
  if (first.text.endsWith(" :") && QUOTATION_FOLLOWS.test(first.text)) return true;
  return (
    first.isQuestion &&
    first.text.length <= SHORT_QUESTION &&
    PUTS_FORWARD.test(first.text) &&
    rest.length > 0 &&
    !rest.some((each) => SPEAKS.test(each.text))
  );
}

const SHORT_QUESTION = 60;
const PUTS_FORWARD =
  /^(?:how about|what about|thoughts|any thoughts|do you agree|valid|is this (?:valid|true|right)|what do you think)/;
const SPEAKS = /(?<![^ ])(?:i|you|my|your|me)(?![^ ])/;

interface Hit extends Act {
  readonly unscoped: boolean;
}

function matchRule(rule: ActRule, sentence: SpelledSentence, index: number): readonly Hit[] {
  const hit = (from: number, to: number): Hit => ({
    kind: rule.act,
    weight: rule.weight,
    sentence: index,
    from,
    to,
    unscoped: rule.unscoped,
  });
  if (rule.within === "sentence") {
    const match = rule.pattern.exec(sentence.text);
    return match === null ? [] : [hit(match.index, match.index + match[0].length)];
  }
  return sentence.clauses.flatMap((clause) => {
    const match = rule.pattern.exec(clause.text);
    return match === null ? [] : [hit(clause.from, clause.from + match[0].length)];
  });
}

const FAULTS: ReadonlySet<ActKind> = new Set<ActKind>(["complaint", "error", "failed_check", "rejection"]);
const SCOPED: ReadonlySet<ActKind> = new Set<ActKind>([
  "complaint",
  "error",
  "failed_check",
  "rejection",
  "tweak",
]);

const isPraise = (kind: ActKind): boolean => kind === "praise" || kind === "progress" || kind === "almost";

const overlap = (a: Act, b: Act): boolean => a.from < b.to && b.from < a.to;

const NOT_MEANT =
  /(?:^| )(?:not|never|no|would|should|could|might|make|makes|if|how|what|whether|to be|to|a|an|any|be|until|once|sure|ensure|so that|nothing|get|getting|even|something|want|need|does|do|did|not (?:really|very|that|so|too|much|quite)|which|why|when)$/;
const UNSURE =
  /(?:^| )(?:if|whether|until|once|so that|make sure|ensure|make it|to make|how|should|would|must|verify|check|not think|not sure)(?: |$)/;

const EXCEPTS = /(?<![^ ])(?:except|apart|aside|other than|besides)(?![^ ])/;
const JUDGES =
  /(?<![^ ])(?:works?|worked|working|good|great|fine|perfect|lgtm|looks?|right|correct|done|there|passes|pass|okay|nice|clean|fixed|renders?|loads?|migrated|translated|matches)(?![^ ])/;

/** "not good", "make it better", "would be nice" and "is it good?" praise nothing. */
function isMeant(sentence: SpelledSentence, hit: Hit, hits: readonly Hit[]): boolean {
  const clause = clauseOf(sentence, hit);
  const before = sentence.text.slice(clause?.from ?? 0, hit.from).trimEnd();
  if (NOT_MEANT.test(before) || UNSURE.test(before)) return false;
  if (hit.kind === "almost" && EXCEPTS.test(sentence.text.slice(hit.from, hit.to)))
    return JUDGES.test(sentence.text) && !hits.some((each) => each.kind === "request");
  const phrase = sentence.text.slice(hit.from, hit.to);
  if (
    /(?:^| )(?:not|should|would|must|never)(?: |$)/.test(phrase) &&
    !/can not (?:complain|find)|could not find|do not fail|does not|not (?:bad|quite)/.test(phrase)
  ) {
    return false;
  }
  const asks = hits.find((each) => each.kind === "request" || each.kind === "question");
  if (asks !== undefined && asks.from < hit.from && hit.kind === "praise") return false;
  if (hit.kind === "almost" && asks?.kind === "request" && asks.from === clause?.from && asks.from < hit.from)
    return false;
  if (!sentence.isQuestion) return true;
  return clause !== undefined && clause !== sentence.clauses.at(-1);
}

function clauseOf(sentence: SpelledSentence, hit: Act): SpelledClause | undefined {
  return sentence.clauses.findLast((clause) => clause.from <= hit.from) ?? sentence.clauses[0];
}

const SUPPOSED =
  /(?:^| )(?:if|in case|unless|whether|until|whenever|so that|make sure|ensure|where|once|who|whatever|how|what|imagine|suppose|avoid|prevent|without|complained|complains|reported that|said|wrote|mentioned|should we|instead of)(?: |$)|(?:^| )(?:to|avoid|prevent|might|could|may|without)$/;
const WHEN_SUPPOSED = /^(?:when|whenever|after|before|as soon as|once) (?!i |we |you |my )/;
const OWN_STATEMENT =
  /^(?:i|it|this|that|the|there|still|not|nothing|now|you|my|no|they|these|those|your|we|same|everything)(?: |$)/;
const ASKS_ABOUT_FAULT =
  /^(?:why|any idea|do you know why|what is (?:wrong|this|that|causing|going)|how (?:do|can) (?:i|we) fix|should not|is not|are not|does not|did not|do not|did you|have you|can you fix|where (?:did|has|have)|what happened|how come|what the)/;

const EXPECTED =
  /(?<![^ ])(?:as expected|is expected|are expected|on purpose|intentional|intended|known (?:issue|failure)|ignore (?:it|that|them|those))(?![^ ])/;
const ONLY_A_LITTLE = /(?:^| )(?:bit|little|slightly|tad|somewhat)(?: |$)/;

const NOTHING_WRONG =
  /(?<![^ ])nothing (?:(?:is|was|seems|looks|got) )?(?:broken|wrong|missing|lost|weird|urgent)(?![^ ])|^false alarm(?= |$)/;
/** Repeats what was understood, for confirmation. */
const CONFIRMS =
  /^(?:(?:okay|interesting|ah|right|hm+|just) (?:, )?)*(?:so|just to (?:check|confirm|be sure)|if i understand|to (?:check|confirm|be clear)|does that mean|why (?:do|would|should|does) (?:we|one|people|i|it need|this need))(?= )/;
const ASKS_FOR_ADVICE = /^(?:how|what|which|should|does|do|is|are|why|can we|would it)(?= )/;

/** "the service has no paging, so fetch it all": why something is asked for. */
function givesReason(sentence: SpelledSentence, hit: Hit, hits: readonly Hit[]): boolean {
  return hits.some(
    (each) => each.kind === "request" && each.from > hit.to && clauseOf(sentence, each)?.joint === "so",
  );
}

/** The writer's own mistakes, attempts and worries. */
function isOwnStory({ text }: SpelledClause): boolean {
  return /^(?:i|we)(?: honestly| really| just| often)? (?:was|thought|always|am (?:just|stuck|off)|never (?:got|used|heard|tried)|tried(?: [^ ,]+)? myself|ran)(?= )/.test(
    text,
  );
}

/** "the search is broken, can you look?": only the last clause asks. */
function isStatedFirst({ clauses }: SpelledSentence, clause: SpelledClause): boolean {
  const last = clauses.at(-1)!;
  return clause !== last && /^(?:can|could|would|will) (?:you|we)(?= )/.test(last.text);
}

const NEAR = 5;

/** A condition reaches the words after it, not the main verb that follows a long subject. */
function lastWords(text: string): string {
  return text.split(" ").slice(-NEAR).join(" ");
}

/** Whether a fault is hypothetical, part of a request, or asked about. */
function isScoped(sentence: SpelledSentence, hit: Hit, hits: readonly Hit[]): boolean {
  if (!SCOPED.has(hit.kind)) return false;
  const clause = clauseOf(sentence, hit);
  if (clause === undefined) return false;
  const lead = lastWords(sentence.text.slice(clause.from, hit.from).trimEnd());
  if (hit.kind !== "tweak") {
    if (hit.kind !== "rejection" && isDenied(sentence, hit.from, hit.to)) return true;
    if (hit.kind !== "rejection" && EXPECTED.test(sentence.text)) return true;
    if (hit.kind === "error" && /(?:^| )(?:should|must|would|will)(?: |$)/.test(lead)) return true;
    if (hit.kind === "complaint" && ONLY_A_LITTLE.test(sentence.text.slice(hit.from, hit.to))) return true;
    if (isHarmless(sentence, clause, hit)) return true;
    if (hit.kind === "complaint" && isOwnStory(clause)) return true;
    if (NOTHING_WRONG.test(sentence.text)) return true;
    if (
      sentence.isQuestion &&
      CONFIRMS.test(sentence.text) &&
      !/(?<![^ ])(?:you|your)(?![^ ])/.test(sentence.text)
    )
      return true;
    if (hit.kind === "complaint" && givesReason(sentence, hit, hits)) return true;
    if (clause.joint === "so" && hits.some((each) => each.kind === "request" && each.from < clause.from))
      return true;
    if (SUPPOSED.test(lead) || WHEN_SUPPOSED.test(clause.text)) return true;
    if (
      (sentence.isQuestion && !isStatedFirst(sentence, clause)) ||
      hits.some((each) => each.kind === "question" && each.from === clause.from)
    ) {
      if (!ASKS_ABOUT_FAULT.test(clause.text) && !OWN_STATEMENT.test(clause.text)) return true;
    }
  }
  if (hit.kind === "tweak" && sentence.isQuestion && ASKS_FOR_ADVICE.test(sentence.text)) return true;
  if (hit.kind === "tweak") return /(?:^| )(?:if|whether|in case|where)(?: |$)/.test(lead);
  const asks = hits.findLast((each) => each.kind === "request" && each.from <= hit.from);
  if (asks === undefined) return false;
  return (
    asks.from === clause.from ||
    (clause.text.startsWith("not ") && !/(?<![^ ])i want(?![^ ])/.test(sentence.text)) ||
    !OWN_STATEMENT.test(clause.text)
  );
}

const NO =
  /^(?:(?:okay|well|oh|man|dude|um+|uh+|hm+|ugh|sorry|actually|but|wait|please|and|hey) (?:, )?)*(?:no|nein|non)(?= |$)(?: (?:no|man|dude|bro|sir)(?= |$))*/;
const NOT_AN_ANSWER =
  /^(?:wait|problem|problems|worries|need|rush|idea|preference|doubt|thanks|thank|more|longer|issue|issues|change|changes|complaint|complaints|error|errors|difference|data|matter|one|other|further|way to|response|results?|effect|luck|such|[^ ,]+ (?:is|are|was|were|shows?) )/;
const CHOOSES =
  /^(?:on |to (?:the|CODE|NAME)|for |let us (?:go with|do|keep|stick|stay|leave|use option|wait|skip|not)|we can|we will|we do not have|we are|i will|i have|i do not (?:think|have|know)|it is (?:fine|okay|good|a)|that is (?:fine|okay|all|it|good|correct)|thank|(?:, )?not (?:now|yet|really|at the moment|today|for now|necessary|needed)|just (?:the|a|for|on) |only (?:the|a|for|on)|go (?:ahead|with)|keep (?:it|going)|both|neither|option|you (?:can|may|decide|choose)|there is no|there are no|nothing)/;
const SAYS_SOMETHING =
  /(?:^| )(?:is|are|was|were|does|do|did|should|must|needs?|use|it|that|this|you|i|we|wrong|still|stop|keep|make|leave|put|not|add|remove|change|revert|undo|try|have|has|can|will|why|without|instead|tell|give|show|go|IMAGE|the(?! (?:first|second|third|last|latter|former|other|one)))(?: |$)/;

/** A "no" that rejects the work, rather than answering a question or choosing an option. */
function readNo(
  sentence: SpelledSentence,
  next: SpelledSentence | undefined,
  index: number,
  followsInterjection = true,
): Act | undefined {
  if (index > 1 || (index === 1 && !followsInterjection)) return undefined;
  const no = NO.exec(sentence.text);
  if (no === null) return undefined;
  const rest = sentence.text.slice(no[0].length).replace(/^[ ,:()-]+/, "");
  if (NOT_AN_ANSWER.test(rest)) return undefined;
  const remainder = rest === "" ? (next?.text ?? "") : rest;
  if (CHOOSES.test(remainder) || !SAYS_SOMETHING.test(remainder)) return undefined;
  return { kind: "rejection", weight: "strong", sentence: index, from: 0, to: sentence.text.length };
}
