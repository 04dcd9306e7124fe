import type { Weight } from "../observation-log.ts";
import type { Act, ActKind } from "./act.ts";
import { type Before, isAboutOthers, isReport, namesNewWork } from "./frames.ts";
import type { Stance } from "./act.ts";
import { findLeftover, findRemark } from "./remarks.ts";
import type { SpelledSentence } from "../../english/spelled-sentences.ts";

/** Who wrote the message, and what came before it. */
export interface Speaker {
  /** The caller said that it is a person's message; otherwise it only looks like one. */
  readonly isSurelyPerson: boolean;
  readonly before?: Before;
}

export interface Decided {
  readonly stance: Stance;
  readonly weight: Weight;
  /** The acts that support it. */
  readonly acts: readonly Act[];
}

/** A long message judges at its start and end; the middle describes. */
const LONG_MESSAGE = 8;
const OPENING = 3;
/** How far into its sentence a "but" still answers the word before it. */
const DIRECTLY = 8;
const CLOSING = 2;

/** What the stance depends on. */
interface StanceFacts {
  readonly of: (...kinds: readonly ActKind[]) => readonly Act[];
  readonly rejections: readonly Act[];
  /** Praise, including weak praise before a fault. */
  readonly praise: readonly Act[];
  readonly approvals: readonly Act[];
  readonly tweaks: readonly Act[];
  readonly complaints: readonly Act[];
  readonly faults: readonly Act[];
  /** Reservations after praise, and those after an approval. */
  readonly gaps: readonly Act[];
  readonly buts: readonly Act[];
  /** What is left to do besides praise. */
  readonly left: readonly Act[];
  readonly asks: boolean;
  /** Only a touch-up is wanted. */
  readonly isSmall: boolean;
  readonly remark: Act | undefined;
}

interface Row {
  readonly stance: Stance;
  readonly weight: Weight | ((facts: StanceFacts) => Weight);
  readonly when: (facts: StanceFacts) => boolean;
  readonly acts: (facts: StanceFacts) => readonly Act[];
}

/**
 * The labelling rules, first match wins: a reproach outweighs praise, praise with anything left is partial, a reported
 * error outweighs the complaint around it, and a bare tweak is weakly partial.
 */
const STANCES: readonly Row[] = [
  {
    stance: "rejects",
    weight: ({ rejections }) => strongest(rejections),
    when: ({ rejections, praise, of }) =>
      rejections.length > 0 &&
      !isGapAfter(praise, rejections) &&
      !isErrorReport(rejections, of("error", "failed_check"), praise),
    acts: ({ rejections }) => rejections,
  },
  {
    stance: "partly_accepts",
    weight: "strong",
    when: ({ praise, left, gaps, of }) =>
      praise.length > 0 &&
      (left.length > 0 ||
        gaps.length > 0 ||
        of("almost").length > 0 ||
        (of("progress").length > 0 && of("request").length > 0)),
    acts: ({ praise, gaps, left }) => [...praise, ...gaps, ...left],
  },
  {
    stance: "other",
    weight: "strong",
    when: ({ praise, asks }) => praise.length > 0 && asks,
    acts: ({ praise }) => praise,
  },
  {
    stance: "accepts",
    weight: "strong",
    when: ({ praise }) => praise.length > 0,
    acts: ({ praise }) => praise,
  },
  {
    // "ok, but make sure …" objects; "yes, add it but keep the tests" is one task.
    stance: "partly_accepts",
    weight: "weak",
    when: ({ buts, faults, tweaks, of }) =>
      buts.length > 0 &&
      of("question").length === 0 &&
      (buts.some((but) => but.from <= DIRECTLY) ||
        of("request").length === 0 ||
        faults.length + tweaks.length > 0),
    acts: ({ buts, faults, tweaks }) => [...buts, ...faults, ...tweaks],
  },
  {
    stance: "reports_failed_check",
    weight: "strong",
    when: ({ of }) => of("failed_check").length > 0,
    acts: ({ of }) => of("failed_check"),
  },
  {
    stance: "reports_error",
    weight: "strong",
    when: ({ of }) => of("error").length > 0,
    acts: ({ of }) => of("error"),
  },
  {
    // "the legend overlaps, move it down" is about looks and says what to do.
    stance: "partly_accepts",
    weight: "weak",
    when: ({ isSmall, tweaks, complaints }) =>
      isSmall &&
      (tweaks.some((act) => act.weight === "proof") || complaints.every((act) => act.weight === "weak")),
    acts: ({ complaints, tweaks }) => [...complaints, ...tweaks],
  },
  {
    stance: "rejects",
    weight: ({ complaints }) => strongest(complaints),
    when: ({ complaints }) => complaints.length > 0,
    acts: ({ complaints }) => complaints,
  },
  {
    stance: "accepts",
    weight: "weak",
    when: ({ approvals, asks }) => approvals.length > 0 && !asks,
    acts: ({ approvals }) => approvals,
  },
  {
    stance: "rejects",
    weight: "weak",
    when: ({ remark }) => remark !== undefined,
    acts: ({ remark }) => (remark === undefined ? [] : [remark]),
  },
  { stance: "other", weight: "weak", when: () => true, acts: () => [] },
];

export function decideStance(
  all: readonly Act[],
  sentences: readonly SpelledSentence[],
  { isSurelyPerson, before }: Speaker,
): Decided {
  const facts = readStanceFacts(
    all.filter((act) => !isReport(act, sentences, before)),
    sentences,
    isSurelyPerson && before !== "nothing",
  );
  const { stance, weight, acts } = STANCES.find(({ when }) => when(facts))!;
  return { stance, weight: typeof weight === "string" ? weight : weight(facts), acts: acts(facts) };
}

function readStanceFacts(
  all: readonly Act[],
  sentences: readonly SpelledSentence[],
  isSurelyPerson: boolean,
): StanceFacts {
  const opensWithTask = isNewTask(all);
  const acts = judgingActs(all, sentences, opensWithTask);
  const of = (...kinds: readonly ActKind[]): readonly Act[] => acts.filter((act) => kinds.includes(act.kind));
  const rejections = of("rejection");
  const hasFault = (each: Act): boolean =>
    of("complaint", "error", "failed_check", "tweak", "gap").some(
      (act) => isBefore(each, act) && !isSameClause(each, act, sentences),
    );
  const praise = of("praise", "progress", "almost").filter(
    (each) => each.weight !== "weak" || hasFault(each),
  );
  const approvals = of("approval");
  const tweaks = opensWithTask ? [] : of("tweak");
  const complaints = of("complaint");
  const faults = [...complaints, ...of("error", "failed_check")];
  const asks = of("request", "question").length > 0;
  const described =
    praise.length === 0 || faults.length + tweaks.length > 0
      ? undefined
      : findLeftover(acts, praise, sentences);
  const saysNothingElse = acts.every(
    (act) => act.kind === "gap" || act.kind === "but" || (act.kind === "praise" && act.weight === "weak"),
  );
  return {
    of,
    rejections,
    praise,
    approvals,
    tweaks,
    complaints,
    faults,
    gaps: of("gap").filter(
      (gap) =>
        praise.some((each) => isBefore(each, gap)) &&
        (!asks || SETS_APART.test(sentences[gap.sentence]!.text.slice(gap.from, gap.to))),
    ),
    buts: of("but").filter((but) => approvals.some((each) => isBefore(each, but))),
    left: [...rejections, ...faults, ...tweaks, ...(described === undefined ? [] : [described])],
    asks,
    isSmall:
      sentences.length <= LONG_MESSAGE / 2 &&
      tweaks.some(
        (act) =>
          act.weight === "proof" ||
          ((act.weight === "strong" || isRemarkOnly(sentences, of("request", "question"))) &&
            !REBUILDS.test(sentences[act.sentence]!.text)),
      ),
    remark: isSurelyPerson && saysNothingElse ? findRemark(sentences) : undefined,
  };
}

/** Leaves out acts that describe a task or are in the middle of a long message. */
function judgingActs(
  all: readonly Act[],
  sentences: readonly SpelledSentence[],
  opensWithTask: boolean,
): readonly Act[] {
  const isTask = isBrief(all, sentences) || namesNewWork(sentences);
  return all.filter((act) => {
    const sentence = sentences[act.sentence]!;
    const isInside = act.sentence >= OPENING && act.sentence < sentences.length - CLOSING;
    if (sentences.length > LONG_MESSAGE && isInside) return false;
    if (opensWithTask && sentence.isItem) return false;
    if (!DESCRIBES.has(act.kind)) return true;
    if (isAboutOthers(act, sentences) || (isTask && !isReaction(act, sentence))) return false;
    return act.sentence === 0 || !CHOICE.test(sentences[0]!.text) || REACTS.test(sentence.text);
  });
}

/** "Good draft, but you lost the title": praise of the result first, then a reproach that names one thing. */
function isGapAfter(praise: readonly Act[], rejections: readonly Act[]): boolean {
  return rejections.every(
    (rejection) =>
      rejection.weight !== "proof" &&
      praise.some((each) => each.kind !== "progress" && each.weight !== "weak" && isBefore(each, rejection)),
  );
}

function isSameClause(a: Act, b: Act, sentences: readonly SpelledSentence[]): boolean {
  if (a.sentence !== b.sentence) return false;
  const clauses = sentences[a.sentence]!.clauses;
  const at = (column: number): number => clauses.findLastIndex((clause) => clause.from <= column);
  return b.kind !== "gap" && at(a.from) === at(b.from);
}

/** "the title should be centered" and no more: there is a title already. */
function isRemarkOnly(sentences: readonly SpelledSentence[], asks: readonly Act[]): boolean {
  const words = sentences.reduce((sum, each) => sum + each.text.split(" ").length, 0);
  return asks.length === 0 && sentences.length <= 2 && words <= SHORT;
}

const SHORT = 16;

/** What joins a reservation, as against words that new work has as well. */
const SETS_APART =
  /^(?:but|except|however|although|though|apart|aside|other than|only|one (?:thing|issue|problem|small|last|minor|tweak|change|nit)|small|minor|nit|just (?:need|one|fix|change|missing)|not quite|still|missing|remain|left|snag|what is)/;

/** Picks one of what was offered; what follows gives the reason. */
const CHOICE =
  /^(?:(?:okay|yes|hm+|so|i would say|let us do|go with|i pick|i choose) (?:, )?)*(?:option [^ ]+|(?:the )?(?:first|second|third|last|former|latter)(?: one| option| approach| version)?|[ab]|both|neither|plan [ab])(?: please)?$/;

/** Moves code about, which is a task and not a touch-up. */
const REBUILDS =
  /(?<![^ ])(?:out of|into|whole|project|codebase|repo|module|files?|class|function|database|company name)(?![^ ])/;

/** An error reported before or together with the reproach is the news; one mentioned later is not. */
function isErrorReport(rejections: readonly Act[], errors: readonly Act[], praise: readonly Act[]): boolean {
  const first = Math.min(...rejections.map((act) => act.sentence));
  return praise.length === 0 && errors.some((error) => error.sentence <= first);
}

/** What follows a request for something new describes it; "it should have a title" changes nothing there. */
function isNewTask(acts: readonly Act[]): boolean {
  const first = acts.filter((act) => act.sentence === 0);
  return first.some((act) => act.kind === "request") && first.every((act) => NO_JUDGEMENT.has(act.kind));
}

/** Several sentences that ask for something, none of which begins by judging: what they describe is the task. */
function isBrief(acts: readonly Act[], sentences: readonly SpelledSentence[]): boolean {
  if (sentences.length < 2 || !acts.some((act) => act.kind === "request" || act.kind === "question"))
    return false;
  const opening = sentences.findIndex((each) => each.text.split(" ").length > 2);
  const first = acts.filter((act) => act.sentence <= opening);
  if (isNewTask(acts)) return true;
  return sentences.length > 2 && first.every((act) => NO_JUDGEMENT.has(act.kind));
}

const DESCRIBES: ReadonlySet<ActKind> = new Set<ActKind>(["complaint", "error", "failed_check", "rejection"]);
const REACTS =
  /(?<![^ ])(?:still|again|anymore|no longer|not work|not working|nothing happen\w*|i (?:am )?(?:still |now |just |only )*(?:get|got|getting|see|seeing|asked|told|said|meant|wanted)|wtf|your (?:last|change|changes|fix|code)|revert|undo)(?![^ ])|^(?:no|wrong|why did you|you)(?= )(?! (?:are working|are a|should|can|must|need|will|may|have to))/;

const PROHIBITS = /^(?:and |but |also |please )*(?:do not|never)(?= )/;

/** Speaks of what happened, not of what shall be. */
function isReaction(act: Act, sentence: SpelledSentence): boolean {
  if (act.kind === "rejection" && !PROHIBITS.test(sentence.text)) return true;
  return act.weight === "proof" || REACTS.test(sentence.text);
}

const NO_JUDGEMENT: ReadonlySet<ActKind> = new Set<ActKind>([
  "request",
  "question",
  "approval",
  "gap",
  "but",
]);

function isBefore(a: Act, b: Act): boolean {
  return a.sentence < b.sentence || (a.sentence === b.sentence && a.from < b.from);
}

function strongest(acts: readonly Act[]): Weight {
  for (const weight of ["proof", "strong"] as const)
    if (acts.some((act) => act.weight === weight)) return weight;
  return "weak";
}
