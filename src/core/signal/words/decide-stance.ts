import type { Weight } from "../observation.ts";
import type { Act, ActKind } from "./act.ts";
import type { Stance } from "./message-reading.ts";
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
  const isTask = isBrief(all, sentences);
  const acts = all.filter(
    (act) =>
      (sentences.length <= LONG_MESSAGE ||
        act.sentence < OPENING ||
        act.sentence >= sentences.length - CLOSING) &&
      !(opensWithTask && sentences[act.sentence]!.isItem) &&
      !(isTask && DESCRIBES.has(act.kind) && !isReaction(act, sentences[act.sentence]!)),
  );
  const of = (...kinds: readonly ActKind[]): readonly Act[] => acts.filter((act) => kinds.includes(act.kind));
  const rejections = of("rejection");
  const praise = of("praise", "progress", "almost");
  const approvals = of("approval");
  const tweaks = opensWithTask ? [] : of("tweak");
  const complaints = of("complaint");
  const faults = [...complaints, ...of("error", "failed_check")];
  const gaps = of("gap").filter((gap) => praise.some((each) => isBefore(each, gap)));
  const buts = of("but").filter((but) => approvals.some((each) => isBefore(each, but)));

  if (rejections.length > 0 && !isErrorReport(rejections, of("error", "failed_check"), praise)) {
    return { stance: "rejects", weight: strongest(rejections), acts: rejections };
  }
  if (praise.length > 0) {
    const left = [...faults, ...tweaks];
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
  if (tweaks.length > 0 && complaints.every((act) => act.weight === "weak")) {
    return { stance: "partly_accepts", weight: "weak", acts: [...complaints, ...tweaks] };
  }
  if (complaints.length > 0) return { stance: "rejects", weight: strongest(complaints), acts: complaints };
  if (approvals.length > 0 && of("request", "question").length === 0)
    return { stance: "accepts", weight: "weak", acts: approvals };
  const remark = isSurelyPerson && acts.length === 0 ? findRemark(sentences) : undefined;
  if (remark !== undefined) return { stance: "rejects", weight: "weak", acts: [remark] };
  return { stance: "other", weight: "weak", acts: [] };
}

const REMARK =
  /^(?:and |but |now |also |hm+ |so )*(?:the|it|this|these|those|your|every|half|there)(?: [^ ,]+){0,5}? (?:is|are|[a-z]{2,14}(?<!s|u|i|thi|alway)s)(?: |$)/;
const INFORMS =
  /(?<![^ ])(?:LINK|(?:is|are) (?:at|in|on|called|located|for|named|about|from|a|an|my|our|the|already|done|part|read only)|needs?|wants?|uses|my|our|i|we|us|customers?|users?|clients?|yet|later|tomorrow|today|should|must|will|would|can|could|fine|okay|no|well|ready|done|up|running|complete|finished|good|great)(?![^ ])/;
const MOST_REMARK = 110;

/** A short remark on how something behaves, with nothing asked or approved, is there because it is not liked. */
function findRemark(sentences: readonly Sentence[]): Act | undefined {
  const [first] = sentences;
  if (first === undefined || sentences.length > 2 || first.isQuestion || first.text.length > MOST_REMARK)
    return undefined;
  if (sentences.some((each) => each.isQuestion || INFORMS.test(each.text)) || !REMARK.test(first.text))
    return undefined;
  return { kind: "complaint", weight: "weak", sentence: 0, from: 0, to: first.text.length };
}

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
