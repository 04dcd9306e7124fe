import { maskPrivate } from "../rule-text/secrets.ts";
import { commitPerson } from "./commit-person.ts";
import { type CommitTrailer, MAX_COMMIT_MESSAGE, type PastCommit } from "./past-commit.ts";

type ReadMessage = Pick<PastCommit, "message" | "coAuthors" | "trailers">;

const TRAILER = /^([A-Za-z][\w-]{1,40}):\s+(\S.*)$/;
/** Squashed commits leave these in the middle of a message. */
const SIGNED = /^(?:co-authored|signed-off|reviewed|acked|tested|helped|suggested|reported)-by:/i;
const ADDRESS = /^([^<]{0,200})<([^<>\s]{1,200})>/;
const MAX_TRAILERS = 50;

/** Takes a commit's message and its trailers apart. */
export function readCommitMessage(text: string): ReadMessage {
  const lines = text.slice(0, MAX_COMMIT_MESSAGE).replaceAll("\r\n", "\n").trimEnd().split("\n");
  const isLast = lastParagraph(lines);
  const trailers: CommitTrailer[] = [];
  const coAuthors = [];
  const kept: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, key = "", value = ""] = TRAILER.exec(line.slice(0, 500)) ?? [];
    const isTrailer = key !== "" && (SIGNED.test(line) || (at >= isLast && at > 0));
    if (!isTrailer) {
      kept.push(line);
      continue;
    }
    const [, name, address] = ADDRESS.exec(value) ?? [];
    if (trailers.length + coAuthors.length >= MAX_TRAILERS) continue;
    if (key.toLowerCase() !== "co-authored-by")
      trailers.unshift({ key: key.toLowerCase(), value: maskPrivate(value) });
    else if (address !== undefined) coAuthors.push(commitPerson(name!, address));
  }
  return { message: kept.join("\n").trim(), coAuthors, trailers };
}

/** Where the last paragraph begins, if it consists of trailers. */
function lastParagraph(lines: readonly string[]): number {
  const start = lines.findLastIndex((line) => line.trim() === "") + 1;
  const own = lines.slice(start);
  return start > 0 && own.every((line) => TRAILER.test(line.slice(0, 500)) || /^\s/.test(line))
    ? start
    : lines.length;
}

export const commitSubject = (message: string): string => message.split("\n", 1)[0]!.trim().slice(0, 300);

/** What a commit says that it does about earlier ones. */
export type CommitIntent =
  /** Formats, releases, updates dependencies, moves: corrects nothing. */
  | "mechanical"
  | "revert"
  /** Says which commit it mends. */
  | "fixup"
  /** Answers a review. */
  | "review"
  /** Says that something was forgotten or mistyped. */
  | "slip"
  | "fix"
  /** Makes what is there simpler or better. */
  | "improve"
  /** Adds something. */
  | "add"
  | "other";

const REAPPLY = /^(?:re-?(?:apply|land|introduce)\b|revert(?:ed)?:?\s+"?revert\b)/i;
const REVERT = /^(?:revert(?:s|ed)?\b|undo\b|back(?:s|ed)? out\b)|^This reverts commit\b/im;
const MECHANICAL =
  /^(?:style|format(?:ting|ted)?|lint(?:ing|er)?|prettier|reformat|release|version|publish|bump|upgrade|merge|sync|codemod|regenerate|autofix|run\s+\S{1,30}\s*$|v?\d+\.\d+)|^(?:chore|build|ci|fix)\((?:deps|deps-dev|release|dependencies)\)|^chore:\s+(?:release|bump|update dep|format|lint)|\b(?:apply|run|fix|ran)\s+(?:automatic\s+)?(?:format(?:ting|ter)?|lint(?:ing|er)?|prettier|black|ruff|isort|gofmt|eslint|biome|rustfmt|clippy)\b|\b(?:flake8|eslint|pylint|mypy|clippy|golangci-lint|lint(?:er|ing)?)\s+(?:errors?|warnings?|issues?|failures?|problems?|fix(?:es)?)\b|\bline lengths?\b|\bunused (?:imports?|variables?|vars?)\b|^(?:linting|black|isort|ruff|cargo fmt|gofmt|fmt)\b/i;
const REVIEW =
  /\b(?:address(?:es|ed|ing)?|appl(?:y|ied|ying)|incorporat(?:e|es|ed|ing)|respond(?:s|ed)? to|act(?:ed)? on|handle|implement(?:s|ed)?)\s(?:[^.\n]{0,40}\s)?(?:(?:code[- ]?|pr |peer |copilot |coderabbit )?review\b|reviewers?\b|(?:pr |cr |review )?(?:feedback|suggestions?|nits?|comments)\b)|^(?:\w+(?:\([\w-]{1,30}\))?:\s+)?(?:(?:pr|cr|code|code review|review)\s+(?:feedback|comments|nits|fixes|suggestions)|nits?|review)\s*(?:$|\(#|:)/i;
const SLIP =
  /\b(?:oops|whoops|forgot(?:ten)?\s+to|my bad|silly (?:mistake|typo|me)|stupid (?:mistake|typo)|i missed|missed (?:a|one|this) (?:spot|place|line|file)|typos? (?:from|in (?:the )?(?:previous|last|prior)))\b/i;
const FIX_ADDING =
  /^fix(?:\([^()]{1,60}\))?!?:\s*(?:add|support|implement|introduce|allow|enable)s?\b(?!.{0,40}\bmissing\b)/i;
const FIX = /^(?:(?:hot|bug)?fix(?:es|ed|ing)?|correct(?:s|ed)?|repair(?:s|ed)?)\b/i;
const ADD =
  /^(?:feat|feature|add(?:s|ed)?|implement(?:s|ed)?|introduce(?:s|d)?|support|new|initial|create[sd]?|enable|allow|extend)\b/i;
const IMPROVE =
  /^(?:refactor|simplif\w{1,5}|clean(?:ed)?[ -]?up|cleanup|tidy|remove[sd]?|drop(?:s|ped)?|delete[sd]?|rename[sd]?|reword|wording|improve[sd]?|tweak(?:s|ed)?|polish|use[sd]?|prefer|avoid|do(?: no|n')t|stop|replace[sd]?|rewrite|rework|make|reduce|adjust|better|perf)\b/i;
const CONVENTIONAL = /^(\w{2,12})(?:\([^()]{1,60}\))?!?:\s*/;
/** Types that say nothing about what is done, so that the words after them decide. */
const OPEN_TYPES = new Set([
  "chore",
  "docs",
  "doc",
  "test",
  "tests",
  "copy",
  "misc",
  "minor",
  "cleanup",
  "ui",
  "ci",
  "build",
]);

export function commitIntent({ message, trailers }: Pick<PastCommit, "message" | "trailers">): CommitIntent {
  const subject = commitSubject(message);
  if (REAPPLY.test(subject)) return "mechanical";
  if (REVERT.test(message.slice(0, 1_000)) && revertTargets(message) !== undefined) return "revert";
  const type = CONVENTIONAL.exec(subject)?.[1]?.toLowerCase();
  if (MECHANICAL.test(subject)) return "mechanical";
  if (fixupSubject(subject) !== undefined || namedTargets(message, trailers).length > 0) return "fixup";
  const isAdding = ADD.test(type ?? "") || (type === undefined && ADD.test(subject));
  if (!isAdding && REVIEW.test(subject)) return "review";
  if (SLIP.test(subject)) return "slip";
  const words = type === undefined || OPEN_TYPES.has(type) ? subject.replace(CONVENTIONAL, "") : subject;
  if (FIX_ADDING.test(subject)) return "add";
  if (FIX.test(words)) return "fix";
  if (ADD.test(words)) return "add";
  return IMPROVE.test(words) ? "improve" : "other";
}

interface RevertTargets {
  readonly shas: readonly string[];
  readonly subject?: string;
}

/** The commits that a message says it reverts. */
export function revertTargets(message: string): RevertTargets | undefined {
  const shas = [...message.matchAll(/\breverts?\s+commits?\s+([0-9a-f]{7,64})\b/gi)].map(([, sha]) => sha!);
  const subject = /^Revert(?:s|ed)?:?\s+["“](.{3,300})["”]/i.exec(commitSubject(message))?.[1];
  const conventional = /^revert(?:\([^()]{1,60}\))?!?:\s+(\w.{5,300})/i.exec(commitSubject(message))?.[1];
  const named = subject ?? conventional;
  if (shas.length === 0 && named === undefined) return undefined;
  return { shas, ...(named === undefined ? {} : { subject: named }) };
}

/** The subject that `fixup!` names, without further prefixes. */
export const fixupSubject = (subject: string): string | undefined =>
  /^(?:(?:fixup|squash|amend)!\s+){1,9}(\S.*)/.exec(subject)?.[1];

const NAMED =
  /\b(?:fix(?:es|ed|up)?(?:\s+(?:for|up))?|follow[- ]?up\s+(?:to|on|for)|(?:introduced|broken|missed|regressed|added)\s+(?:in|by|with)|regression\s+(?:in|from|of)|typos?\s+(?:in|from)|amends?)\s+(?:commit\s+)?([0-9a-f]{7,40})\b/gi;

/** The hashes of commits that a message or a trailer says it fixes. */
export function namedTargets(message: string, trailers: readonly CommitTrailer[]): readonly string[] {
  const fixes = trailers
    .filter(({ key }) => key === "fixes")
    .map(({ value }) => /^[0-9a-f]{7,40}\b/i.exec(value)?.[0]);
  const named = [...message.slice(0, 4_000).matchAll(NAMED)].map(([, sha]) => sha);
  return [...fixes, ...named].filter((sha) => sha !== undefined).map((sha) => sha.toLowerCase());
}

const MAX_REMARK = 1_000;
/** Words with which a message says nothing about the change. */
const EMPTY_WORDS =
  /\b(?:wip|fix(?:es|ed|up)?|oops|typos?|update[sd]?|changes?|changed|tests?|build|ci|lint|again|more|minor|small|stuff|misc|cleanup|tweaks?|tmp|temp|final|ok|done|works?|working|progress|save|commit|review|feedback|comments?|nits?|address(?:ed|es)?|apply|applied|suggestions?|code|from|pr|the|a|an|to|of|and|for|in|on|some|merge|branch|main|master|chore|feat|docs?|refactor|style|squash|amend)\b/gi;
const BOILERPLATE =
  /^(?:This reverts commits? |Reverts? [\w.-]+\/[\w.-]+#|Revert(?:s|ed)?:? ["“]|🤖|\W{0,3}Generated (?:with|by) |Made-with:|\(cherry picked from|#\s|-{3,}$|\* Apply suggestions|Co-Authored-by)/i;

/** What a commit says about the change, without trailers and secrets. Empty if it says nothing. */
export function commitRemark(message: string): string {
  const lines = message.split("\n").filter((line) => !BOILERPLATE.test(line.trim()));
  // A squashed commit lists the messages of its commits.
  const listed = lines.findIndex((line, at) => at > 0 && /^\s*[*-]\s/.test(line));
  const own = listed === -1 ? lines : lines.slice(0, listed);
  const text = own
    .join("\n")
    .replace(/^(?:(?:fixup|squash|amend)!\s+)+/, "")
    .replace(/\s*\(#\d{1,9}\)/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const bare = text.replace(/\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b|#\d{1,9}|\b[0-9a-f]{7,40}\b|https?:\/\/\S+/g, "");
  const words = bare.replace(EMPTY_WORDS, " ").match(/\p{L}{2,}/gu) ?? [];
  return words.length < 2 ? "" : maskPrivate(text.slice(0, MAX_REMARK));
}
