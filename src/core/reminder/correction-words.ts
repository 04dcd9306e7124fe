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

/** Words that only say that something is not right. */
const EMPTY: ReadonlySet<string> = new Set(emptyWords.flatMap((word) => [word, stem(word)]));

/** What a text is about, by the names of things: synonyms have one name, and words of discontent have none. */
export const topicsOf = (text: string): ReadonlySet<string> =>
  new Set(topicsIn(text).filter((topic) => !EMPTY.has(topic)));

/** Whether a text names anything besides that something is not right. */
const saysSomething = (text: string): boolean =>
  tokenize(text).some(({ kind, word }) => kind !== "mark" && word.length > 1 && !EMPTY.has(word));

/** The words of a path: `src/api/user-list.test.ts` names api, user, list and test. */
export const pathWords = (path: string): string =>
  path
    .slice(0, 400)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");

const MIN_SHARED = 2;

/** How much of a remark a piece of work is about; 0 where they share too little to be of one kind. */
export function sharedTopics(remark: ReadonlySet<string>, work: ReadonlySet<string>): number {
  const shared = [...remark].filter((topic) => work.has(topic) && !isCommon(topic)).length;
  return shared >= Math.min(MIN_SHARED, remark.size) ? shared : 0;
}

/** Who refuses work with such words says with the refusal alone what they want. */
const NOTHING_WANTED: ReadonlySet<RemarkKind> = new Set(["praise", "agreement", "acknowledgement", "status"]);
/** What is read of a remark. */
const MAX_READ = 4_000;

/** The words of a trusted person about an agent's work, as they said them; nothing for an outsider's or a tool's. */
export function feedbackWords(record: Feedback): string | undefined {
  if (record.author.trust !== "person" || !isEvidence(record)) return undefined;
  return (record.comment ?? record.fix ?? record.wrong)?.slice(0, MAX_READ);
}

/**
 * The words of a trusted person's correction as a prompt may hold them. Nothing for everything else: an outsider's or a
 * tool's words, praise, thanks, a status, a bare "no", and words that try to turn an agent.
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

/** Whether a record tells of a failure and of nothing else: once that passes, it is settled. */
export function namesFailure({ source, tags, author, comment, fix }: Feedback): boolean {
  if (source.kind !== "signal") return false;
  if (author.trust === "tool") return tags.some((tag) => TAGS.has(tag));
  return author.trust === "person" && fix === undefined && saysItFails(comment ?? "");
}

/** Whether somebody's words only say that something fails. */
export const saysItFails = (words: string): boolean =>
  words
    .slice(0, 4_000)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => WORDS.has(word)) && !ASKS.test(words.slice(0, 4_000));

/**
 * The file that somebody corrects: the one of those just edited that they name, or the only one. Of several in one folder
 * it is the last, since all of them are near it. Nothing where it cannot be told.
 */
export function correctedFile(words: string, touched: readonly string[]): string | undefined {
  const named = touched.filter((file) => words.includes(file) || words.includes(nameOf(file)));
  const among = named.length > 0 ? named : touched;
  const folders = new Set(among.map(placeFolder));
  return folders.size === 1 ? among.at(-1) : undefined;
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

/** Whether a rule in force says what a correction asked for: it came from it, from its cluster, or has its very words. */
export function isCoveredBy(record: Feedback, rule: Rule, cluster: string | undefined): boolean {
  if (cluster !== undefined && rule.cluster_id === cluster) return true;
  const version = findVersion(rule, rule.in_force);
  if (version === undefined) return false;
  if (version.evidence.includes(record.id)) return true;
  const said = record.comment ?? record.fix ?? record.wrong;
  return said !== undefined && bareWords(said) === bareWords(version.text);
}

const bareWords = (text: string): string =>
  text
    .slice(0, 1_000)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
