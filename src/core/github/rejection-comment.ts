import { escapeJson } from "../gate/rejection-block.ts";
import { parseRejection } from "../gate/parse-rejection.ts";
import { hash64 } from "../hash.ts";
import { toUtcTimestamp } from "../time/time.ts";
import { codeSpan } from "./quote-prose.ts";

/** GitHub's limit. */
export const MAX_COMMENT_LENGTH = 65_536;
const MAX_ATTEMPTS = 20;
const MAX_TAGS = 20;
const MAX_TAG = 100;

/** An existing comment on the pull request. */
export interface ExistingComment {
  readonly id: number;
  readonly body: string;
}

/** A rejection that a later one replaced. */
interface Attempt {
  readonly issues: readonly string[];
  readonly ts: string | null;
}

/** The oldest comment with this mark. */
export function findRejectionComment(
  own: readonly ExistingComment[],
  mark: string,
): ExistingComment | undefined {
  return own
    .filter(({ body }) => body.includes(openingOf(mark)) && body.includes("<!-- REJECTION:"))
    .reduce<ExistingComment | undefined>(
      (oldest, comment) => (oldest === undefined || comment.id < oldest.id ? comment : oldest),
      undefined,
    );
}

/**
 * Renders a rejection with its mark and earlier attempts; undefined if nothing changed. A new time alone is no
 * change: a check that runs again on the same work has not rejected it again.
 */
export function renderRejectionComment(
  body: string,
  mark: string,
  existing: ExistingComment | undefined,
): string | undefined {
  const content = contentHash(body);
  const known = existing === undefined ? undefined : readMark(existing.body, mark);
  if (known?.content === content) return undefined;
  const attempts = [...(known?.attempts ?? []), ...attemptOf(existing)].slice(-MAX_ATTEMPTS);
  for (let from = 0; from <= attempts.length; from += 1) {
    const kept = attempts.slice(from);
    const comment = [body.trimEnd(), ...renderAttempts(kept), markLine(mark, content, kept)].join("\n\n");
    if (comment.length <= MAX_COMMENT_LENGTH || from === attempts.length) return comment;
  }
  return undefined;
}

/** The content of a rejection, ignoring its time. */
function contentHash(body: string): string {
  const read = parseRejection(body);
  const words = body
    .replaceAll("\r\n", "\n")
    .replaceAll(/<!-- REJECTION:[^\n]*/g, "")
    .trim();
  const { issues, source } = read.ok ? read.value : { issues: [], source: null };
  return hash64(JSON.stringify([issues, source, body.includes('"sig":'), words]));
}

const openingOf = (mark: string): string => `<!-- emend:rejection ${hash64(mark)} `;

const markLine = (mark: string, content: string, attempts: readonly Attempt[]): string =>
  `${openingOf(mark)}${content} ${escapeJson(JSON.stringify(attempts))} -->`;

function readMark(
  body: string,
  mark: string,
): { readonly content: string; readonly attempts: readonly Attempt[] } | undefined {
  const start = body.lastIndexOf(openingOf(mark));
  if (start === -1) return undefined;
  const rest = body.slice(start + openingOf(mark).length);
  const [content = ""] = rest.split(" ", 1);
  const end = rest.indexOf(" -->");
  return { content, attempts: end === -1 ? [] : readAttempts(rest.slice(content.length + 1, end)) };
}

/** The comment may have been edited, so it is parsed as text from outside. */
function readAttempts(text: string): readonly Attempt[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  return value.slice(-MAX_ATTEMPTS).flatMap((entry: unknown): readonly Attempt[] => {
    if (typeof entry !== "object" || entry === null) return [];
    const { issues, ts } = entry as { issues?: unknown; ts?: unknown };
    if (!Array.isArray(issues)) return [];
    const tags = issues.filter((tag) => typeof tag === "string" && tag.trim() !== "");
    return [{ issues: shorten(tags), ts: typeof ts === "string" ? (toUtcTimestamp(ts) ?? null) : null }];
  });
}

function attemptOf(existing: ExistingComment | undefined): readonly Attempt[] {
  const read = existing === undefined ? undefined : parseRejection(existing.body);
  return read?.ok === true ? [{ issues: shorten(read.value.issues), ts: read.value.ts }] : [];
}

const shorten = (tags: readonly string[]): readonly string[] =>
  tags.slice(0, MAX_TAGS).map((tag) => tag.slice(0, MAX_TAG));

function renderAttempts(attempts: readonly Attempt[]): readonly string[] {
  if (attempts.length === 0) return [];
  const lines = attempts.map(({ issues, ts }) => `- ${ts ?? "earlier"}: ${issues.map(codeSpan).join(", ")}`);
  const what = attempts.length === 1 ? "1 earlier rejection" : `${attempts.length} earlier rejections`;
  return [`<details><summary>${what}</summary>\n\n${lines.join("\n")}\n\n</details>`];
}
