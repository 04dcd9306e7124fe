import { kindOfRemark } from "../english/kind-of-remark.ts";
import { fieldOf, textOf } from "../json/json.ts";
import { githubNumber } from "./github-agent.ts";

/** Who did the work that review comments are about, as far as their threads tell. */
export interface ReviewThreads {
  /** Takes note of a comment, or of a list of them. */
  readonly add: (remark: unknown) => void;
  /** Whether the author of the pull request wrote it; ask when all comments on it are noted. */
  readonly isByAuthor: (remark: unknown) => boolean;
}

interface Part {
  /** Who began threads. */
  readonly begun: Set<string>;
  /** Answers: by whom, to which comment, and whether they say that something was done. */
  readonly answers: { readonly login: string; readonly to: number; readonly reports: boolean }[];
  /** Whom the export names as the author. */
  named?: string;
}

/** Whoever reviews in so many pull requests is a reviewer, also where they only answer. */
const FREQUENT = 3;

/**
 * A listing of comments does not say who opened the pull request. Whoever answers in threads begun by others and
 * begins none, or answers there that something was done, is taken for the author. Where a frequent reviewer only
 * answers somebody who is none, the one who began the threads is.
 */
export function createReviewThreads(): ReviewThreads {
  const pulls = new Map<string, Part>();
  const starters = new Map<number, string>();
  const reviewed = new Map<string, Set<string>>();
  const authors = new Map<string, ReadonlySet<string>>();

  const add = (remark: unknown): void => {
    if (Array.isArray(remark)) return remark.forEach(add);
    const at = placeOf(remark);
    if (at === undefined) return;
    authors.clear();
    const part = pulls.get(at.pull) ?? { begun: new Set(), answers: [] };
    pulls.set(at.pull, part);
    const named = loginOf(fieldOf(fieldOf(remark, "pull_request"), "user"));
    if (named !== undefined) part.named = named;
    if (at.answers === undefined) {
      if (at.id !== undefined) starters.set(at.id, at.login);
      part.begun.add(at.login);
      reviewed.set(at.login, (reviewed.get(at.login) ?? new Set()).add(at.pull));
      return;
    }
    const reports = reportsWork(textOf(fieldOf(remark, "body")) ?? "");
    part.answers.push({ login: at.login, to: at.answers, reports });
  };

  const isFrequent = (login: string): boolean => (reviewed.get(login)?.size ?? 0) >= FREQUENT;

  const authorsOf = (part: Part): ReadonlySet<string> => {
    if (part.named !== undefined) return new Set([part.named]);
    const toOthers = part.answers.filter(({ login, to }) => starters.get(to) !== login);
    const reporting = toOthers.filter(({ reports }) => reports).map(({ login }) => login);
    if (reporting.length > 0) return new Set(reporting);
    const answering = toOthers.map(({ login }) => login).filter((login) => !part.begun.has(login));
    const beginning = [...part.begun];
    const isTurned =
      answering.length > 0 && answering.every(isFrequent) && beginning.every((login) => !isFrequent(login));
    return new Set(isTurned ? beginning : answering);
  };

  return {
    add,
    isByAuthor: (remark) => {
      const at = placeOf(remark);
      const part = at === undefined ? undefined : pulls.get(at.pull);
      if (at === undefined || part === undefined) return false;
      const known = authors.get(at.pull) ?? authorsOf(part);
      authors.set(at.pull, known);
      return known.has(at.login);
    },
  };
}

const reportsWork = (text: string): boolean => kindOfRemark(text, { isReply: true }).kind === "status";

function placeOf(remark: unknown) {
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
  const number = Number(githubNumber(value));
  return Number.isSafeInteger(number) ? number : undefined;
};
