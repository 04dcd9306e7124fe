import type { Weight } from "../observation.ts";
import type { Act, ActKind } from "./act.ts";
import { isAboutOthers, namesNewWork } from "./frames.ts";
import type { Stance } from "./message-reading.ts";
import { findLeftover, findRemark } from "./remarks.ts";
import type { Sentence } from "./sentences.ts";

export interface Decided {
  readonly stance: Stance;
  readonly weight: Weight;
  /** The acts that speak for it. */
  readonly acts: readonly Act[];
}

/** A long text opens and closes with what its writer thinks; what lies between describes. */
const LONG_MESSAGE = 8;
const OPENING = 3;
/** How far into its sentence a "but" still answers the word before it. */
const DIRECTLY = 8;
const CLOSING = 2;

/**
 * The labelling rules as one table, first match wins: a reproach outweighs praise, praise with anything
 * left is partial, a reported error outweighs the complaint around it, and a bare tweak is weakly partial.
 */
export function decideStance(
  all: readonly Act[],
  sentences: readonly Sentence[],
  isSurelyPerson: boolean,
): Decided {
  const opensWithTask = isNewTask(all);
  const isTask = isBrief(all, sentences) || namesNewWork(sentences);
  const acts = all.filter(
    (act) =>
      (sentences.length <= LONG_MESSAGE ||
        act.sentence < OPENING ||
        act.sentence >= sentences.length - CLOSING) &&
      !(opensWithTask && sentences[act.sentence]!.isItem) &&
      !(DESCRIBES.has(act.kind) && isAboutOthers(act, sentences)) &&
      !(
        DESCRIBES.has(act.kind) &&
        act.sentence > 0 &&
        CHOICE.test(sentences[0]!.text) &&
        !REACTS.test(sentences[act.sentence]!.text)
      ) &&
      !(isTask && DESCRIBES.has(act.kind) && !isReaction(act, sentences[act.sentence]!)),
  );
  const of = (...kinds: readonly ActKind[]): readonly Act[] => acts.filter((act) => kinds.includes(act.kind));
  const rejections = of("rejection");
  const liking = of("praise", "progress", "almost");
  const hasFault = (each: Act): boolean =>
    of("complaint", "error", "failed_check", "tweak", "gap").some(
      (act) => isBefore(each, act) && !isSameClause(each, act, sentences),
    );
  const praise = liking.filter((each) => each.weight !== "weak" || hasFault(each));
  const approvals = of("approval");
  const tweaks = opensWithTask ? [] : of("tweak");
  const complaints = of("complaint");
  const faults = [...complaints, ...of("error", "failed_check")];
  const asks = of("request", "question").length > 0;
  const gaps = of("gap").filter(
    (gap) =>
      praise.some((each) => isBefore(each, gap)) &&
      (!asks || SETS_APART.test(sentences[gap.sentence]!.text.slice(gap.from, gap.to))),
  );
  const buts = of("but").filter((but) => approvals.some((each) => isBefore(each, but)));

  if (
    rejections.length > 0 &&
    !isGapAfter(praise, rejections) &&
    !isErrorReport(rejections, of("error", "failed_check"), praise)
  ) {
    return { stance: "rejects", weight: strongest(rejections), acts: rejections };
  }
  if (praise.length > 0) {
    const described = faults.length + tweaks.length > 0 ? undefined : findLeftover(acts, praise, sentences);
    const left = [...rejections, ...faults, ...tweaks, ...(described === undefined ? [] : [described])];
    if (
      left.length > 0 ||
      gaps.length > 0 ||
      of("almost").length > 0 ||
      (of("progress").length > 0 && of("request").length > 0)
    ) {
      return { stance: "partly_accepts", weight: "strong", acts: [...praise, ...gaps, ...left] };
    }
    return {
      stance: of("request", "question").length > 0 ? "other" : "accepts",
      weight: "strong",
      acts: praise,
    };
  }
  // "ok, but make sure …" objects; "yes, add it but keep the tests" is one task.
  const objects = buts.some((but) => but.from <= DIRECTLY) || of("request").length === 0;
  if (buts.length > 0 && of("question").length === 0 && (objects || faults.length + tweaks.length > 0)) {
    return { stance: "partly_accepts", weight: "weak", acts: [...buts, ...faults, ...tweaks] };
  }
  const checks = of("failed_check");
  if (checks.length > 0) return { stance: "reports_failed_check", weight: "strong", acts: checks };
  const errors = of("error");
  if (errors.length > 0) return { stance: "reports_error", weight: "strong", acts: errors };
  // "the legend overlaps, move it down" is about looks and says what to do.
  const isSmall =
    sentences.length <= LONG_MESSAGE / 2 &&
    tweaks.some(
      (act) =>
        (act.weight === "strong" || isRemarkOnly(sentences, of("request", "question"))) &&
        !REBUILDS.test(sentences[act.sentence]!.text),
    );
  if (isSmall && complaints.every((act) => act.weight === "weak")) {
    return { stance: "partly_accepts", weight: "weak", acts: [...complaints, ...tweaks] };
  }
  if (complaints.length > 0) return { stance: "rejects", weight: strongest(complaints), acts: complaints };
  if (approvals.length > 0 && of("request", "question").length === 0)
    return { stance: "accepts", weight: "weak", acts: approvals };
  const remark =
    isSurelyPerson &&
    acts.every(
      (act) => act.kind === "gap" || act.kind === "but" || (act.kind === "praise" && act.weight === "weak"),
    )
      ? findRemark(sentences)
      : undefined;
  if (remark !== undefined) return { stance: "rejects", weight: "weak", acts: [remark] };
  return { stance: "other", weight: "weak", acts: [] };
}

/** "Good draft, but you lost the title": praise of the result first, then a reproach that names one thing. */
function isGapAfter(praise: readonly Act[], rejections: readonly Act[]): boolean {
  return rejections.every(
    (rejection) =>
      rejection.weight !== "proof" &&
      praise.some((each) => each.kind !== "progress" && each.weight !== "weak" && isBefore(each, rejection)),
  );
}

function isSameClause(a: Act, b: Act, sentences: readonly Sentence[]): boolean {
  if (a.sentence !== b.sentence) return false;
  const clauses = sentences[a.sentence]!.clauses;
  const at = (column: number): number => clauses.findLastIndex((clause) => clause.from <= column);
  return b.kind !== "gap" && at(a.from) === at(b.from);
}

/** "the title should be centered" and no more: there is a title already. */
function isRemarkOnly(sentences: readonly Sentence[], asks: readonly Act[]): boolean {
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
function isBrief(acts: readonly Act[], sentences: readonly Sentence[]): boolean {
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
function isReaction(act: Act, sentence: Sentence): boolean {
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
