/**
 * Choices that reviewers make one way or the other: two remarks that are near each other and take the two sides of one
 * of them want the contrary. Each side is a list of words or phrases, in the form that `chosenSides` looks for.
 */
export const CHOICES: Readonly<Record<string, readonly [one: string, other: string]>> = {
  "one commit or several": [
    "squash, one commit, combine, fold",
    "split, separate commit, separate patch, separate pr, own commit",
  ],
  "own function or inline": [
    "extract, pull out, pull this out, own method, own function, helper, factor out, move into",
    "inline, helper hides, called once, needless indirection, one-liner",
  ],
  "exact version or range": [
    "pin the exact, pin it, pin this, exact version, lock the version",
    "allow a range, use a range, a version range, loosen, unpin, pinning causes, pinning in a",
  ],
  "catch or let through": [
    "catch the, catch this, catch it, handle the exception, wrap in try, try catch, swallow it",
    "don't catch, do not catch, bubble, propagate, let it throw, let it fail, let it crash, rethrow",
  ],
  "real or fake in tests": [
    "mock the, mock this, mock it, stub, fake",
    "mock so much, too many mocks, real database, real db, testcontainers, don't mock, do not mock, without mocks",
  ],
  "wildcard or listed imports": [
    "wildcard import, star import is fine, import star, use a wildcard",
    "star imports, no wildcard, list the names, explicit import, import the names, avoid wildcard",
  ],
  "loop or pipeline": [
    "stream, map would, comprehension, reduce would, functional",
    "for loop would, plain loop, simple for, simple loop, loop is easier",
  ],
  "ternary or if": [
    "prefer a ternary, use a ternary, ternary would",
    "if else, plain if, nested ternary, nested conditional",
  ],
  "inferred or written types": [
    "use var, use auto, redundant annotation, infers, inferred, type is evident, type is obvious",
    "spell out the type, explicit type, add type annotations, type annotations, type hints, annotate",
  ],
  "literal or constant": [
    "just write the literal, inline the literal, constant is overkill, literal is fine",
    "name the constant, named constant, extract a constant, magic number",
  ],
  "long or short name": [
    "too generic, more descriptive, descriptive name, meaningful name, cryptic, too short",
    "mouthful, too long, shorten, shorter name, is enough, verbose name",
  ],
  "retry or not": [
    "should retry, add a retry, retry on, with backoff",
    "do not retry, don't retry, no retry, not idempotent, isn't idempotent",
  ],
  "braces or none": [
    "use braces, always braces, add braces, missing braces, curly",
    "no braces, braces are not needed, drop the braces, braces needed for one",
  ],
  "share or copy": [
    "share this, share it, deduplicate, duplicated, copy paste, copied, dry",
    "little copying, rather have, couple the, coupling, duplicate it, duplication is fine",
  ],
  "guard or trust": [
    "please guard, null check, check for null, can be null, could be null, may be null",
    "never null, cannot be null, can't be null, never returns null, unneeded null check, redundant null check, no need to check",
  ],
  "cache or compute": [
    "cache this, cache it, memoize, memoise, computed for each, computed on every",
    "drop the memoization, drop the cache, don't cache, no need to cache, staleness, stale",
  ],
  "optional or null": [
    "return an optional, use optional, optional instead",
    "optional here is overhead, simply return null, just return null, no optional",
  ],
  "comment or none": [
    "add a comment, comment explaining, please comment, document why",
    "comment just repeats, repeats the code, remove the comment, redundant comment, comment is noise, useless comment",
  ],
  "log or silence": [
    "log this, log it, add a log, add logging, should be logged",
    "too noisy, drop this log, log spam, remove the log, remove this log, don't log",
  ],
  "flag or none": [
    "behind a flag, feature flag first, add a flag, toggle it",
    "remove the flag, stale flag, toggle has been, flag has been, get rid of the flag",
  ],
  "lock or none": [
    "hold the lock, take the lock, synchronized is missing, needs a lock, not thread-safe",
    "don't need synchronized, no lock needed, lock is unnecessary, confined to one thread, single-threaded",
  ],
  "index or none": [
    "add an index, missing index, needs an index",
    "need that index, need this index, drop the index, unused index",
  ],
  "assert or none": [
    "should assert, add an assert, assert the",
    "asserts duplicate, remove the assert, redundant assert",
  ],
  "copy or share values": [
    "copy the list, defensive copy before, freeze, make a copy, clone it",
    "no need for the defensive copy, needless copy, unnecessary copy, avoid the copy, already immutable",
  ],
  "early or single return": [
    "return early, early return, guard clause, bail out",
    "single exit, single return, one return",
  ],
  "tabs or spaces": ["use tabs, tabs please", "use spaces, spaces please, no tabs"],
  "trailing comma": [
    "add a trailing comma, trailing comma for",
    "unexpected trailing comma, drop the trailing comma, remove the trailing comma, no trailing comma",
  ],
  "blank line": [
    "add a blank line, missing blank line, blank line before, blank line after, expected 2 blank lines",
    "remove the empty lines, remove the blank, extra blank line, too many blank lines, blank line is not necessary, unnecessary blank line",
  ],
  "this prefix": [
    "prefix is required, use this., qualify with this",
    "no need for this., drop the this., redundant this.",
  ],
  "async or not": [
    "use async, make it async, async await here, should be async",
    "async can go, nothing to await, needn't be async, drop the async, unnecessary async",
  ],
};
