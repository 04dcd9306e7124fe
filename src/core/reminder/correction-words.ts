import { isCommon, topicsIn } from "../english/leaning.ts";
import { stem } from "../english/stem.ts";
import { tokenize } from "../english/tokens.ts";
import emptyWords from "./empty-words.json" with { type: "json" };
import { kindOfRemark, type RemarkKind } from "../english/kind-of-remark.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { isEvidence, isCorrection } from "../feedback/kind-of-feedback.ts";
import { findTakeovers, foldText } from "../rule-text/find-takeovers.ts";
import { maskSecrets } from "../rule-text/secrets.ts";
import { sanitiseRuleText } from "../rule/sanitise-rule-text.ts";
import { MAX_REMINDER_WORDS } from "./reminder.ts";
import failureWords from "./failure-words.json" with { type: "json" };
import { placeFolder } from "../mistake/rank-mistakes.ts";
import { findVersion, type Rule } from "../rule/rule.ts";

/** Words that only express dissatisfaction. */
const EMPTY: ReadonlySet<string> = new Set(emptyWords.flatMap((word) => [word, stem(word)]));

/** The topics of a text: synonyms share a name, and words of dissatisfaction have none. */
export const topicsOf = (text: string): ReadonlySet<string> =>
  new Set(topicsIn(text).filter((topic) => !EMPTY.has(topic)));

/** Whether a text says more than that something is wrong. */
const saysSomething = (text: string): boolean =>
  tokenize(text).some(({ kind, word }) => kind !== "mark" && word.length > 1 && !EMPTY.has(word));

/** The words of a path: `src/api/user-list.test.ts` names api, user, list and test. */
export const pathWords = (path: string): string =>
  path
    .slice(0, 400)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");

const MIN_SHARED = 2;

/** The number of topics that a remark shares with some work; 0 if there are too few. */
export function sharedTopics(remark: ReadonlySet<string>, work: ReadonlySet<string>): number {
  const shared = [...remark].filter((topic) => work.has(topic) && !isCommon(topic)).length;
  return shared >= Math.min(MIN_SHARED, remark.size) ? shared : 0;
}

/** Remarks of these kinds ask for nothing. */
const NOTHING_WANTED: ReadonlySet<RemarkKind> = new Set(["praise", "agreement", "acknowledgement", "status"]);
const MAX_READ = 4_000;

/** A trusted person's words about an agent's work; undefined for outsiders and tools. */
export function feedbackWords(record: Feedback): string | undefined {
  if (record.author.trust !== "person" || !isEvidence(record)) return undefined;
  return (record.comment ?? record.fix ?? record.wrong)?.slice(0, MAX_READ);
}

/**
 * A trusted person's correction, fit for a prompt. Undefined for anything else: outsiders, tools, praise, thanks, a
 * status, a bare "no", and attempts to take over an agent.
 */
export function correctionWords(record: Feedback): string | undefined {
  const text = feedbackWords(record);
  if (text === undefined || !saysSomething(text)) return undefined;
  if (!isCorrection(record) || NOTHING_WANTED.has(kindOfRemark(text).kind)) return undefined;
  if (findTakeovers(foldText(text).text).length > 0) return undefined;
  const words = sanitiseRuleText(maskSecrets(text), MAX_REMINDER_WORDS);
  return words === "" ? undefined : words;
}

const WORDS: ReadonlySet<string> = new Set(failureWords);
const TAGS: ReadonlySet<string> = new Set(["runtime_error", "verification_failure"]);
/** "The build fails because you use npm; use pnpm" asks for more than a build that passes. */
const ASKS = /\b(?:always|never|instead|must|should|use|don['’]t|do not|prefer|avoid|from now on)\b/i;

/** Whether a record only reports a failure, which is settled once that passes. */
export function namesFailure({ source, tags, author, comment, fix }: Feedback): boolean {
  if (source.kind !== "signal") return false;
  if (author.trust === "tool") return tags.some((tag) => TAGS.has(tag));
  return author.trust === "person" && fix === undefined && saysItFails(comment ?? "");
}

/** Whether a text only says that something fails. */
export const saysItFails = (words: string): boolean =>
  words
    .slice(0, 4_000)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => WORDS.has(word)) && !ASKS.test(words.slice(0, 4_000));

/**
 * The corrected file: the recently edited one that is named, or the only one. Of several in one folder it is the
 * last. Undefined if unclear.
 */
export function correctedFile(words: string, touched: readonly string[]): string | undefined {
  const named = touched.filter((file) => words.includes(file) || words.includes(nameOf(file)));
  const among = named.length > 0 ? named : touched;
  const folders = new Set(among.map(placeFolder));
  return folders.size === 1 ? among.at(-1) : undefined;
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

/** Whether a rule in force covers a correction: it is based on it or its cluster, or has the same words. */
export function isCoveredBy(record: Feedback, rule: Rule, cluster: string | undefined): boolean {
  if (cluster !== undefined && rule.cluster_id === cluster) return true;
  const version = findVersion(rule, rule.in_force);
  if (version === undefined) return false;
  if (version.evidence.includes(record.id)) return true;
  const text = record.comment ?? record.fix ?? record.wrong;
  return text !== undefined && bareWords(text) === bareWords(version.text);
}

const bareWords = (text: string): string =>
  text
    .slice(0, 1_000)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
