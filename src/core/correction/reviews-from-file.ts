import { fieldOf, isJsonObject, parseJson, textOf } from "../json/json.ts";
import { splitValues } from "../json/split-values.ts";
import { pullFromGraphql } from "./graphql-review.ts";
import { pullFromRest } from "./rest-review.ts";
import { type PullPlace, pullPlace } from "./review-remark.ts";
import type { ReviewedPull } from "./reviewed-pull.ts";

/** The reviews in a file that somebody exported from GitHub. */
export interface ReviewFile {
  readonly pulls: readonly ReviewedPull[];
  /** How many remarks, reviews and pull requests were found. 0 for a file that is no export of reviews. */
  readonly entries: number;
  /** How many values were not understood. Nothing is made of them. */
  readonly unreadCount: number;
  /** The first of them. */
  readonly unread: readonly UnreadReview[];
}

export interface UnreadReview {
  /** Such as `[3][1]`. */
  readonly at: string;
  readonly why: string;
}

const MAX_UNREAD_LISTED = 20;
/** Of pages within pages, and of the way to the pull requests in an answer of GraphQL. */
const MAX_DEPTH = 12;
const MAX_ENTRIES = 500_000;
const EXPECTED =
  "expected review comments, reviews, comments or pull requests, as printed by: gh api --paginate repos/OWNER/REPO/pulls/comments";

interface Collected {
  pull?: unknown;
  readonly at: PullPlace;
  readonly lineComments: unknown[];
  readonly reviews: unknown[];
  readonly comments: unknown[];
}

/**
 * Reads what `gh api` prints: lists of review comments, reviews, comments on pull requests and pull requests, as one
 * array, pages, one after the other or line by line, and answers of GraphQL. Throws nothing.
 */
export function reviewsFromFile(text: string): ReviewFile {
  const log = createLog();
  const rest = new Map<string, Collected>();
  const pulls: ReviewedPull[] = [];
  const whole = parseJson(text.replace(/^\uFEFF/, ""));
  const values: Iterable<unknown> = whole === undefined ? parseEach(text) : [whole];
  let index = 0;
  for (const value of values) {
    const at = whole === undefined ? `[${index}]` : "";
    index += 1;
    for (const entry of entriesOf(value, at)) {
      if (!log.takes()) break;
      readEntry(entry, { rest, pulls, log });
    }
  }
  return {
    pulls: [...pulls, ...[...rest.values()].map((one) => pullFromRest({ ...one, commits: [] }, one.at))],
    ...log.read(),
  };
}

interface Entry {
  readonly value: unknown;
  readonly at: string;
}

const NO_JSON = Symbol("not JSON");

function* parseEach(text: string): Generator {
  for (const part of splitValues(text)) yield parseJson(part) ?? (part.trim() === "null" ? null : NO_JSON);
}

function* entriesOf(value: unknown, at: string, depth = 0): Generator<Entry> {
  if (!Array.isArray(value) || depth >= MAX_DEPTH) {
    yield { value, at };
    return;
  }
  for (const [index, one] of value.entries()) yield* entriesOf(one, `${at}[${index}]`, depth + 1);
}

interface Reading {
  readonly rest: Map<string, Collected>;
  readonly pulls: ReviewedPull[];
  readonly log: ReturnType<typeof createLog>;
}

function readEntry({ value, at }: Entry, { rest, pulls, log }: Reading): void {
  if (value === NO_JSON) return log.skip(at, "is not JSON, or was cut off");
  if (!isJsonObject(value)) return log.skip(at, EXPECTED);
  if (textOf(value["message"]) !== undefined && textOf(value["documentation_url"]) !== undefined) {
    return log.skip(at, "is an error response from GitHub; export it again");
  }
  const asked = findPulls(value);
  if (asked.length > 0) {
    for (const node of asked) {
      const pull = pullFromGraphql(node);
      if (pull === undefined) log.skip(at, "is a pull request without an address; ask for url");
      else {
        log.count(pull.threads.length + pull.reviews.length + pull.comments.length + 1);
        pulls.push(pull);
      }
    }
    return;
  }
  // A delivery of a webhook has the pull request beside the remark.
  const event = isJsonObject(value["pull_request"]) ? value["pull_request"] : undefined;
  if (event !== undefined) {
    const why = add(event, rest) ?? add(fieldOf(value, "comment") ?? fieldOf(value, "review") ?? event, rest);
    return why === undefined ? log.count(1) : log.skip(at, why);
  }
  const why = add(value, rest);
  if (why === undefined) log.count(1);
  else log.skip(at, why);
}

/** Adds an object of the REST API to its pull request. Returns why it cannot, if it cannot. */
function add(value: unknown, rest: Map<string, Collected>): string | undefined {
  const has = (name: string): boolean => fieldOf(value, name) !== undefined;
  const isPull = has("head") && has("base") && has("number");
  const isLine = has("pull_request_url") && (has("path") || has("diff_hunk"));
  const isReview = !isLine && has("pull_request_url") && textOf(fieldOf(value, "state")) !== undefined;
  const isComment = has("issue_url") && has("body");
  if (!isPull && !isLine && !isReview && !isComment) return EXPECTED;
  const page = textOf(fieldOf(value, "html_url"));
  if (isComment && page !== undefined && page.includes("/issues/")) {
    return "is a comment on an issue, not on a pull request";
  }
  const place =
    pullPlace(page) ?? pullPlace(fieldOf(value, "pull_request_url") ?? fieldOf(value, "issue_url"));
  if (place === undefined) return "does not say which pull request it is about: html_url is missing";
  if (!isPull && !has("id")) return "has no id";
  const key = `${place.server}/${place.repository}#${place.number}`.toLowerCase();
  const own = rest.get(key) ?? { at: place, lineComments: [], reviews: [], comments: [] };
  rest.set(key, own);
  if (isPull) own.pull = value;
  else (isLine ? own.lineComments : isReview ? own.reviews : own.comments).push(value);
  return undefined;
}

const hasNodes = (value: unknown): boolean =>
  Array.isArray(fieldOf(value, "nodes")) || Array.isArray(fieldOf(value, "edges"));

/** The pull requests in an answer of GraphQL, wherever the query put them. */
function findPulls(value: unknown, depth = 0): readonly unknown[] {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return [];
  if (["reviewThreads", "reviews", "comments"].some((name) => hasNodes(fieldOf(value, name)))) {
    // A thread on its own has comments too.
    const isThread = fieldOf(value, "isResolved") !== undefined || fieldOf(value, "path") !== undefined;
    return [isThread ? { reviewThreads: { nodes: [value] } } : value];
  }
  if (depth === 0 && fieldOf(value, "data") === undefined && !hasNodes(value)) return [];
  return Object.values(value).flatMap((one) => findPulls(one, depth + 1));
}

function createLog() {
  let [entries, unreadCount] = [0, 0];
  const unread: UnreadReview[] = [];
  return {
    takes: (): boolean => entries + unreadCount < MAX_ENTRIES,
    count: (more: number): void => {
      entries += more;
    },
    skip: (at: string, why: string): void => {
      unreadCount += 1;
      if (unread.length < MAX_UNREAD_LISTED) unread.push({ at, why });
    },
    read: (): Omit<ReviewFile, "pulls"> => ({ entries, unreadCount, unread }),
  };
}
