import { kindOfRemark } from "../english/kind-of-remark.ts";
import { fieldOf, textOf } from "../json/json.ts";
import { githubId } from "./github-agent.ts";

/** Infers the author of a pull request from its review threads. */
export interface ReviewThreads {
  /** Adds a comment, or a list of them. */
  readonly add: (remark: unknown) => void;
  /** Whether the author of the pull request wrote it. Call it after all comments were added. */
  readonly isByAuthor: (remark: unknown) => boolean;
}

interface PullRequest {
  /** Logins that started threads. */
  readonly begun: Set<string>;
  /** Replies: who replied to which comment, and whether they report work done. */
  readonly answers: { readonly login: string; readonly to: number; readonly reports: boolean }[];
  /** The author, if the export names one. */
  named?: string;
}

/** Somebody who reviews this many pull requests is a reviewer, even if they only reply. */
const FREQUENT = 3;

/**
 * A list of comments does not say who opened the pull request. Somebody who only replies in threads of others, or
 * replies there that something was done, is taken for its author. If frequent reviewers only reply to somebody who
 * is not one, the person who started those threads is the author.
 */
export function createReviewThreads(): ReviewThreads {
  const pulls = new Map<string, PullRequest>();
  const starters = new Map<number, string>();
  const reviewed = new Map<string, Set<string>>();
  const authors = new Map<string, ReadonlySet<string>>();

  const add = (remark: unknown): void => {
    if (Array.isArray(remark)) return remark.forEach(add);
    const parsed = parseRemark(remark);
    if (parsed === undefined) return;
    authors.clear();
    const pullRequest = pulls.get(parsed.pull) ?? { begun: new Set(), answers: [] };
    pulls.set(parsed.pull, pullRequest);
    const named = loginOf(fieldOf(remark, "pull_request", "user"));
    if (named !== undefined) pullRequest.named = named;
    if (parsed.answers === undefined) {
      if (parsed.id !== undefined) starters.set(parsed.id, parsed.login);
      pullRequest.begun.add(parsed.login);
      reviewed.set(parsed.login, (reviewed.get(parsed.login) ?? new Set()).add(parsed.pull));
      return;
    }
    const reports = reportsWork(textOf(fieldOf(remark, "body")) ?? "");
    pullRequest.answers.push({ login: parsed.login, to: parsed.answers, reports });
  };

  const isFrequent = (login: string): boolean => (reviewed.get(login)?.size ?? 0) >= FREQUENT;

  const authorsOf = (pullRequest: PullRequest): ReadonlySet<string> => {
    if (pullRequest.named !== undefined) return new Set([pullRequest.named]);
    const toOthers = pullRequest.answers.filter(({ login, to }) => starters.get(to) !== login);
    const reporting = toOthers.filter(({ reports }) => reports).map(({ login }) => login);
    if (reporting.length > 0) return new Set(reporting);
    const answering = toOthers.map(({ login }) => login).filter((login) => !pullRequest.begun.has(login));
    const beginning = [...pullRequest.begun];
    const isTurned =
      answering.length > 0 && answering.every(isFrequent) && beginning.every((login) => !isFrequent(login));
    return new Set(isTurned ? beginning : answering);
  };

  return {
    add,
    isByAuthor: (remark) => {
      const parsed = parseRemark(remark);
      const pullRequest = parsed === undefined ? undefined : pulls.get(parsed.pull);
      if (parsed === undefined || pullRequest === undefined) return false;
      const known = authors.get(parsed.pull) ?? authorsOf(pullRequest);
      authors.set(parsed.pull, known);
      return known.has(parsed.login);
    },
  };
}

const reportsWork = (text: string): boolean => kindOfRemark(text, { isReply: true }).kind === "status";

function parseRemark(remark: unknown) {
  const pull = textOf(fieldOf(remark, "pull_request_url"));
  const login = loginOf(fieldOf(remark, "user"));
  if (pull === undefined || login === undefined) return undefined;
  return {
    pull,
    login,
    id: numberOf(fieldOf(remark, "id")),
    answers: numberOf(fieldOf(remark, "in_reply_to_id")),
  };
}

const loginOf = (user: unknown): string | undefined => textOf(fieldOf(user, "login"))?.toLowerCase();

const numberOf = (value: unknown): number | undefined => {
  const number = Number(githubId(value));
  return Number.isSafeInteger(number) ? number : undefined;
};
