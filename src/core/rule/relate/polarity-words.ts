/** What a word does to the sense of the words around it. */
export type Turn =
  /** Forbids what follows, to the end of the statement or a new command: never, avoid. */
  | "ban"
  /** Forbids what follows, to the next mark: no, instead of. */
  | "local_ban"
  /** A verb that does away with its object: skip, remove. */
  | "undo"
  /** Forbids what stands before it: is forbidden. */
  | "ban_before"
  /** Starts afresh: but, always. */
  | "affirm"
  /** Compares: what follows is the worse after prefer, as in `x over y`. */
  | "over"
  | "condition"
  | "exception"
  | "reason";

/** Phrases by what they do; `|` separates spellings, commas phrases. */
export const TURNS: Readonly<Record<Turn, string>> = {
  ban: "never, not, don't, dont, do not, does not, doesn't, must not, mustn't, should not, shouldn't, cannot, can't, won't, will not, may not, avoid, refrain from, forbid, prohibit, ban, disallow, stop using, stop adding, stop writing, isn't, aren't, is not, are not, don, discourage, minimize, minimise, nor, neither, under no circumstances, not necessary to, not need to, hardly, reject",
  local_ban:
    "no, without, instead of, rather than, as opposed to, no need to, no need for, in place of, zero, free of, no more, not by, and not, never by",
  undo: "skip, omit, remove, delete, drop, disable, bypass, exclude, eliminate, strip, get rid of, ignore, leave out, turn off, replace, keep out, forget, break, miss, hesitate, lose, violate, neglect, rewrite, compromise, sacrifice, underestimate",
  ban_before:
    "sparingly, is|are deprecated, is|are legacy, overkill, harder, is|are harmful, is|are bad, bad practice, anti pattern, antipattern, not a goal, is not a goal, evil, harmful, out of, nothing, optional, not mandatory, last resort, forbidden, banned, incomplete, unacceptable, rejected, prohibited, disallowed, discouraged, unnecessary, not allowed, not permitted, not needed, not required, not acceptable, not used, not be used, not necessary, aren't allowed, isn't allowed, is not allowed, are not allowed, not be allowed, never be used, never used, never acceptable, never allowed, not welcome, noise, clutter, pointless, a waste, out of scope, is|are not|never used|allowed|permitted|needed|required|acceptable|necessary|welcome|supported|added|committed|written|present|wanted|tolerated, isn't|aren't used|needed|required|acceptable|necessary|welcome|wanted, not tolerated, not be added, not be committed, not be written, not be present, should not be used, must not be used, should never be used, must never be used, off limits, shouldn't be used, a smell, must go, get removed, are deleted, are removed, is not needed, are not needed, needs not",
  affirm:
    "but, always, instead, in favor of, in favour of, incomplete|unfinished without, not complete|done|finished without",
  over: "over, to, than, above",
  condition:
    "when, if, before, after, while, during, whenever, once, until, where, upon, at the start of, at the end of, prior to",
  exception: "unless, except, other than, apart from, except for, except when, only if strictly, aside from",
  reason:
    "because, since, so that, to avoid, to ensure, to prevent, to improve, to keep, to make, to help, to reduce, to maintain, in order to, due to, for readability, for clarity, for consistency, for better, for improved, for maintainability, for easier, as it, as they, as this, this improve, this make, this help, this ensure, which, so, to balance, to maximize, to allow",
};

/** Verbs that start a command of their own, so that a ban before them has ended. */
export const COMMANDS: ReadonlySet<string> = new Set(
  "use prefer always write keep add run make ensure put instead import export create return handle name choose pass call define declare ask stick extract split replace set rely inject throw raise log catch fix update commit push open follow give place move treat check read format indent wrap mark test mock favor favour opt go build return limit document comment load store validate validates rebase squash merge target end start wait propagate let return stay respond answer explain implement leave delete remove".split(
    " ",
  ),
);

/** Verbs after which `over` and `to` name what is worse. */
export const PREFERRING: ReadonlySet<string> = new Set([
  "prefer",
  "favor",
  "favour",
  "choose",
  "preferr",
  "preferred",
  "pick",
]);
