import type { PeopleWork } from "./github-event.ts";
import { BUILT_IN_PACKS } from "../gate/built-in-packs.ts";
import { createGateCatalogue, type GateCatalogue } from "../gate/gate.ts";
import { isJsonObject, fieldOf, lineOf, textOf, type JsonObject } from "../json/json.ts";
import { reviewerWords } from "../gate/asks-for-change.ts";
import type { Signer } from "../gate/rejection.ts";
import { buildFeedback, statedTime, targetLines } from "./build-feedback.ts";
import {
  type FeedbackContext,
  createReadingLog,
  type FeedbackReading,
  type ReadingLog,
} from "./feedback-reading.ts";
import {
  type Outcome,
  type Trust,
  type FeedbackTarget,
  type Correction,
  MAX_DIFF,
  MAX_SUMMARY,
} from "./feedback.ts";
import { githubAuthor, isOwnLogin, githubId, githubServer } from "./github-agent.ts";
import { githubRejection } from "./github-rejection.ts";
import { rejectionFields } from "./from-rejection.ts";
import { parseDiff } from "../diff/parse-diff.ts";
import { splitFences } from "../markdown/split-fences.ts";
import { clipText } from "../text/bounded-text.ts";
import { summariseDiff } from "./summarise-diff.ts";

export interface GithubContext extends FeedbackContext {
  /** If set, only rejection blocks signed with its key are accepted. */
  readonly signer?: Signer;
  /** Looks up the tags of a rejection block; the built-in packs by default. */
  readonly catalogue?: GateCatalogue;
  /** Agents by login, label, branch or co-author's address. */
  readonly agents?: Readonly<Record<string, string>>;
  /** Reviews of people's own work are left out by default. */
  readonly peopleWork?: PeopleWork;
  /** Whether the author of the pull request wrote a comment or review. */
  readonly isByAuthor?: (remark: unknown) => boolean;
}

/** A dismissed review was withdrawn, and a comment decides nothing. */
const OUTCOME_OF_STATE: ReadonlyMap<string, Outcome | null> = new Map([
  ["APPROVED", "approved"],
  ["CHANGES_REQUESTED", "rejected"],
  ["COMMENTED", null],
  ["DISMISSED", null],
]);

const BUILT_IN_CATALOGUE = createGateCatalogue(BUILT_IN_PACKS);

/**
 * Makes one record for each review comment, review or comment that GitHub's API lists for a pull request: one
 * object, a list, or a list of pages. A review's line comments are separate records without an outcome. A comment
 * with an accepted rejection block becomes that rejection, under the comment's event id.
 */
export function fromGithubComment(input: unknown, context: GithubContext): FeedbackReading {
  const log = createReadingLog();
  if (!Array.isArray(input)) {
    readRemark(input, "", context, log);
    return log.read();
  }
  for (const [index, entry] of input.entries()) {
    const page: readonly unknown[] | undefined = Array.isArray(entry) ? entry : undefined;
    if (page === undefined) readRemark(entry, `[${index}]`, context, log);
    else for (const [at, remark] of page.entries()) readRemark(remark, `[${index}][${at}]`, context, log);
  }
  return log.read();
}

function readRemark(remark: unknown, path: string, context: GithubContext, log: ReadingLog): void {
  if (!isJsonObject(remark)) {
    return log.skip("not_an_object", path, "expected a comment or review of GitHub's API as an object");
  }
  const number = githubId(remark["id"]);
  if (number === undefined) return log.skip("missing_field", path, "expected its GitHub id");
  const kind = kindOf(remark);
  const state = textOf(remark["state"])?.toUpperCase() ?? "";
  if (kind === "review" && state === "PENDING") {
    return log.skip("not_submitted", path, "is a review that has not been submitted yet");
  }
  if (kind === "review" && !OUTCOME_OF_STATE.has(state)) {
    return log.skip(
      "invalid_value",
      path,
      `expected one of the states ${[...OUTCOME_OF_STATE.keys()].join(", ")}`,
    );
  }
  const author = githubAuthor(remark);
  if (isOwnLogin(author.id.slice("github:".length), context)) {
    return log.skip("own_words", path, "was written by the agent itself");
  }
  const trust = context.author?.trust === "outsider" ? "outsider" : author.trust;
  const outcome = kind === "review" ? outcomeOf(state, trust) : null;
  const body = textOf(remark["body"]);
  if (body === undefined && outcome === null) {
    return log.skip("nothing_said", path, "has no text and decides nothing");
  }
  const catalogue = context.catalogue ?? BUILT_IN_CATALOGUE;
  const { rejection, refused } = githubRejection({
    body,
    trust,
    state: kind === "review" ? state : "",
    signer: context.signer,
    catalogue,
  });
  if (refused !== undefined) log.change(refused.reason, path, refused.message);
  const record = buildFeedback(
    {
      outcome,
      ...(rejection === undefined ? {} : rejectionFields(rejection, catalogue, reviewerWords(body))),
      source: {
        kind: rejection === undefined ? "github_comment" : "rejection",
        ref: `${kind}/${number}`,
        reply_to: replyOf(remark),
        tool: rejection?.source ?? undefined,
      },
      eventKind: "github_comment",
      eventKey: `${githubServer(remark)}${kind}/${number}`,
      author,
      time: statedTime(remark["submitted_at"] ?? remark["created_at"], `${path}.created_at`, log),
      run: context.run ?? attemptOf(remark),
      task: context.task ?? pullRequestOf(remark),
      target: githubTarget(remark),
      comment: body,
      correction: body === undefined ? {} : (correctionOf(remark, body) ?? {}),
      original: remark,
      by_author: isAuthors(remark, context) ? true : undefined,
    },
    context,
  );
  log.add(record, path);
}

/** People who run an agent also review its work, so only their replies to others are an author's. */
const isAuthors = (remark: JsonObject, { agent, isByAuthor }: GithubContext): boolean =>
  (agent === undefined || replyOf(remark) !== undefined) && isByAuthor?.(remark) === true;

/** GitHub ignores an outsider's verdict, and so do patterns. */
const outcomeOf = (state: string, trust: Trust): Outcome | null =>
  trust === "outsider" ? null : (OUTCOME_OF_STATE.get(state) ?? null);

function kindOf(remark: JsonObject): "review" | "review_comment" | "comment" {
  if (textOf(remark["path"]) !== undefined || remark["diff_hunk"] !== undefined) return "review_comment";
  return typeof remark["state"] === "string" ? "review" : "comment";
}

function replyOf(remark: JsonObject): string | undefined {
  const number = githubId(remark["in_reply_to_id"]);
  return number === undefined ? undefined : `review_comment/${number}`;
}

/** The reviewed commit. A line comment's current commit moves with the branch; its original one does not. */
const attemptOf = (remark: JsonObject): string | undefined =>
  textOf(remark["original_commit_id"]) ?? textOf(remark["commit_id"]);

const correctionOf = (remark: JsonObject, body: string) =>
  suggestedCorrection(body, {
    path: textOf(remark["path"]),
    line: lineOf(remark["original_line"]) ?? lineOf(remark["line"]),
    startLine: lineOf(remark["original_start_line"]) ?? lineOf(remark["start_line"]),
    hunk: remark["side"] === "LEFT" ? undefined : textOf(remark["diff_hunk"]),
  });

/** `owner/name#12`, from whichever URL the object has. */
function pullRequestOf(remark: JsonObject): string | undefined {
  for (const key of ["pull_request_url", "issue_url", "html_url"]) {
    const [, owner, name, number] =
      /\/([\w.-]{1,100})\/([\w.-]{1,100})\/(?:pulls?|issues)\/(\d{1,12})(?![\w/])/.exec(
        (textOf(fieldOf(remark, key)) ?? "").slice(0, 500),
      ) ?? [];
    if (number !== undefined) return `${owner}/${name}#${number}`;
  }
  return undefined;
}

/**
 * The location of a review comment. An outdated comment only has its original lines, and an old export has none, so
 * that the hunk, which ends on the commented line, has to tell.
 */
function githubTarget(remark: JsonObject): FeedbackTarget | undefined {
  const path = textOf(remark["path"]);
  if (path === undefined) return undefined;
  if (remark["subject_type"] === "file") return { path };
  const current = lineOf(remark["line"]);
  const line = current ?? lineOf(remark["original_line"]);
  if (line === undefined) return { path, ...lastLineOf(textOf(remark["diff_hunk"])) };
  const start = lineOf(current === undefined ? remark["original_start_line"] : remark["start_line"]);
  return { path, ...targetLines(start ?? line, line, remark["side"] === "LEFT" ? "old" : undefined) };
}

function lastLineOf(hunk: string | undefined): FeedbackTarget {
  const { oldStarts = [], newStart = 0, lines = [] } = parseDiff(hunk ?? "")[0]?.hunks[0] ?? {};
  const last = lines.at(-1);
  if (last === undefined) return {};
  const isOld = last[0] === "-";
  const before = lines.filter((line) => line[0] !== (isOld ? "+" : "-")).length - 1;
  return targetLines(
    lineOf((isOld ? oldStarts[0]! : newStart) + before),
    undefined,
    isOld ? "old" : undefined,
  );
}

interface SuggestionLocation {
  readonly path: string | undefined;
  /** The commented lines, numbered as in the hunk. */
  readonly line: number | undefined;
  readonly startLine: number | undefined;
  /** The diff up to the commented line. */
  readonly hunk: string | undefined;
}

/**
 * The change in a comment's first suggestion block: a diff if the hunk still shows the lines to replace, otherwise
 * only a summary of the new lines.
 */
function suggestedCorrection(body: string, location: SuggestionLocation): Correction | undefined {
  const lines = firstSuggestion(body);
  if (lines === undefined) return undefined;
  const diff = toDiff(lines, location);
  if (diff !== undefined && diff.length <= MAX_DIFF) return { diff, summary: summariseDiff(diff) };
  const words = lines.map((line) => line.trim()).filter((line) => line !== "");
  return {
    summary: clipText(words.length === 0 ? "take the lines out" : `+ ${words.join(" | ")}`, MAX_SUMMARY),
  };
}

/** The new lines of the first suggestion block. Ignores a fence without an end, because it may have been cut off. */
export function firstSuggestion(body: string): readonly string[] | undefined {
  if (!body.includes("suggestion")) return undefined;
  return splitFences(body).find(
    (part) => part.kind === "code" && part.closed && /^suggestion\b/.test(part.info),
  )?.lines;
}

function toDiff(lines: readonly string[], location: SuggestionLocation): string | undefined {
  const { path, line, hunk } = location;
  if (path === undefined || line === undefined || hunk === undefined) return undefined;
  const start = Math.min(location.startLine ?? line, line);
  const old = lastNewLines(hunk, line - start + 1);
  if (old === undefined) return undefined;
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${start},${old.length} +${start},${lines.length} @@`,
    ...old.map((text) => `-${text}`),
    ...lines.map((text) => `+${text}`),
    "",
  ].join("\n");
}

function lastNewLines(hunk: string, count: number): readonly string[] | undefined {
  const lines = parseDiff(hunk)[0]?.hunks[0]?.lines ?? [];
  const shown = lines.filter((line) => line[0] !== "-");
  return shown.length < count ? undefined : shown.slice(-count).map((line) => line.slice(1));
}
