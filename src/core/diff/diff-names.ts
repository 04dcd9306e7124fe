import { readQuotedPath, unquotePath } from "./quoted-path.ts";

/** Enough for any real header, and keeps the search linear for a line made of spaces. */
const MAX_SPLITS = 16;

/**
 * The path that two spellings of one file share once each side's prefix (`a/`, `b/`, `old/`, none) is
 * taken off: their longest common ending that starts a path segment on both sides.
 */
export function sharedPath(left: string, right: string): string | undefined {
  let common = 0;
  let shared = 0;
  const limit = Math.min(left.length, right.length);
  while (common <= limit) {
    if (startsSegment(left, left.length - common) && startsSegment(right, right.length - common))
      shared = common;
    if (left[left.length - common - 1] !== right[right.length - common - 1]) break;
    common += 1;
  }
  return shared === 0 ? undefined : left.slice(left.length - shared);
}

const startsSegment = (path: string, at: number): boolean => at === 0 || path[at - 1] === "/";

/** The one path in `a/x b/x`, where spaces may be part of the name; absent when the sides disagree. */
export function pathOfGitHeader(names: string): string | undefined {
  for (const [left, right] of splits(names)) {
    const shared = sharedPath(left, right);
    if (shared !== undefined) return shared;
  }
  return undefined;
}

function* splits(names: string): Generator<readonly [string, string]> {
  const quoted = readQuotedPath(names);
  if (quoted !== undefined) {
    yield [quoted.path, unquotePath(names.slice(quoted.end + 1))];
    return;
  }
  if (names.endsWith('"')) {
    const at = names.indexOf(' "');
    if (at !== -1) yield [names.slice(0, at), unquotePath(names.slice(at + 1))];
    return;
  }
  // Both sides name the same file, so with prefixes of one length the space in the middle divides them.
  const middle = (names.length - 1) / 2;
  if (names[middle] === " ") yield [names.slice(0, middle), names.slice(middle + 1)];
  let at = names.indexOf(" ");
  for (let tries = 0; at !== -1 && tries < MAX_SPLITS; tries += 1) {
    yield [names.slice(0, at), names.slice(at + 1)];
    at = names.indexOf(" ", at + 1);
  }
}

/** A name after `--- ` or `+++ `: up to a tab, which a timestamp or git's own end mark follows. */
export interface FileLine {
  readonly name: string;
  /** The side does not exist: `/dev/null`, or the epoch that `diff -N` writes. */
  readonly missing: boolean;
}

export function readFileLine(text: string): FileLine {
  const quoted = readQuotedPath(text);
  const tab = text.indexOf("\t", quoted?.end ?? 0);
  const name = quoted?.path ?? (tab === -1 ? text : text.slice(0, tab));
  const stamp = tab === -1 ? "" : text.slice(tab + 1);
  const missing = name === "/dev/null" || /^(?:1970-01-01|1969-12-31) /.test(stamp);
  return { name, missing };
}

/** Takes off the prefix that git writes by default, for a name that has no other side to compare with. */
export const withoutUsualPrefix = (name: string): string =>
  /^[abciow12]\//.test(name) ? name.slice(2) : name;
