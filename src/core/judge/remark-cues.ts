/**
 * What a phrase does in a remark. `ahead` and `behind` tell whether the remark wants (1) or does not want (-1) what
 * stands there; `mood` names what the phrase says about the remark as a whole.
 */
export interface Cue {
  readonly mood?: Mood;
  readonly ahead?: 1 | -1;
  readonly behind?: 1 | -1;
  /** Only as the first words of a clause, where a command stands. */
  readonly first?: true;
  /** Turns the sense of the cue that follows: don't remove. */
  readonly turns?: true;
  /** How many things ahead it speaks of, where not the usual number. */
  readonly reach?: number;
  /** What comes instead stands behind `with`. */
  readonly replaces?: true;
  /** Phrases separated by commas; `|` separates spellings of a word. */
  readonly phrases: string;
}

/** Ways of speaking for or against doing something. */
export type Mood =
  | "spare"
  | "excess"
  | "content"
  | "settled"
  | "meant"
  | "drop"
  | "refuse"
  | "plain"
  | "keep"
  | "doubt"
  | "cost"
  | "lack"
  | "fear"
  | "ask"
  | "undone"
  | "add"
  | "harm"
  | "request"
  | "no"
  | "question"
  | "found first"
  | "found in doubt"
  | "asked first";

export const CUES: readonly Cue[] = [
  {
    mood: "spare",
    ahead: -1,
    phrases:
      "no need for|to|of, not need, don't need, do not need, doesn't need, does not need, needn't, need not, don't have to, doesn't have to, do not have to, no reason for|to, no point in, no use for, not necessary to, isn't necessary to, unnecessary, needless, unneeded, useless, pointless, superfluous, redundant, don't bother, no sense in, nobody needs, no one needs, nobody asked for, do we need, do we really need, do you need, do you really need, does this need, is it necessary to, don't think we need, not sure we need, don't see the need, don't see the point, don't see why we, could do without, can do without, we never need, never needed, no longer need, no benefit in|from, nothing to gain, rid of, without the need for, does|do this|it|that|these|they|we need|have to be, does|do this|it|that|these|they|we need to, does it have to, do we have to, does this have to, do they have to, must this, does it need, overusing, too many, too much, so many, enough with",
  },
  {
    mood: "spare",
    behind: -1,
    phrases:
      "is|are|was|be not|never|hardly needed|necessary|required|wanted|worth, isn't|aren't|wasn't needed|necessary|required|wanted|worth, not needed|necessary|required|wanted, no longer needed, never needed, is unnecessary, are unnecessary, is redundant, are redundant, is superfluous, unnecessary, redundant, superfluous, needless, not worth it, isn't worth it, isn't worth, not worth, unneeded, is optional, can go, could go, should go, must go, has to go, is dead, for nothing, adds nothing, buys us nothing, buys nothing, gains nothing, does nothing, gives us nothing, brings nothing, serves no purpose, no benefit, without benefit, no gain, is useless, are useless, is pointless, are pointless, not helping, doesn't help, won't help, no value, adds no value",
  },
  {
    ahead: -1,
    behind: -1,
    mood: "spare",
    phrases:
      "nobody reads, nobody uses, nobody wants, nobody calls, no one reads, no one uses, no one wants, no one calls, never used, isn't used, aren't used, not used, unused, nothing uses, nothing reads",
  },
  { ahead: -1, reach: 1, phrases: "too, overly" },
  {
    behind: 1,
    ahead: -1,
    phrases:
      "is|are better|cleaner|simpler|easier|nicer|safer|clearer|faster|shorter|cheaper than, is|are more readable than, beats, beat, is preferable to, is|are easier to read|follow|debug|test than",
  },
  { ahead: -1, replaces: true, phrases: "replace, swap, exchange, replacing, please replace, please swap" },
  {
    ahead: 1,
    phrases:
      "wrap|put it|this|them|these|that in|into|inside|behind, wrap in, turn|convert|change|switch|move|extract it|this|them|these into|to, convert to, change to, switch to, can go, could be, could be made, can be made, should become, go for, opt for, we use, we do, we write, we indent with, we prefer, we always, we have, we stick to|with, we go with, our style is, our convention is, we want, we name, we format with, you forgot to, forgot to, forgets to",
  },
  { behind: 1, ahead: -1, phrases: "instead of, rather than, as opposed to, in place of, and not" },
  {
    mood: "excess",
    behind: -1,
    phrases:
      "overkill, is too much, are too much, is noise, are noise, just noise, noise, noisy, clutter, clutters, cluttered, bloat, bloats, boilerplate, ceremony, is silly, is ugly, looks odd, yagni, premature, over engineered, overengineered, over engineering, is churn, is wasteful, is a waste, a waste of, is a lot, mouthful, overhead, is excessive, is paranoid, too verbose, too noisy, too long, too clever, is a smell, harder to read, hard to read, harder to follow, hard to follow, hard to debug, unreadable, hides the, hides what, is distracting, repeats the, repeats what, just repeats, only repeats, duplicates what, is confusing, makes it harder, is worse than, worse than, is dangerous, a nuisance, is annoying, a pain, for no gain, for no reason, get in the way, gets in the way, forbidden, is a lie, too strict, too coarse, too tight, too aggressive, too fine, a chore, is brittle",
  },
  {
    mood: "content",
    behind: 1,
    phrases:
      "is fine, are fine, be fine, is just fine, is perfectly fine, is totally fine, was fine, fine here, is ok, is okay, are ok, are okay, good enough, is enough, are enough, would be enough, is sufficient, suffices, will do, would do, does the job, do the job, does it, is all we need, all we need, all this needs, all you need, all it takes, is acceptable, is what we want, are what we want, what we want, is right here, is the right, is correct here, is right, works fine, works well, is welcome, is allowed, is harmless, reads better, is clearer, is simpler, is easier, is better, is much simpler, are easier, are clearer, are better, is more readable, as is",
  },
  {
    mood: "content",
    phrases:
      "doesn't matter, don't matter, does not matter, nobody cares, no one cares, don't care, doesn't care, do not care, don't mind, can live with, hurts nobody, doesn't hurt, don't hurt, never happens, can't happen, cannot happen, never fails, can't fail, can't be null, cannot be null, never null, is never null, never returns null, can't be none, impossible, rules it out, rules that out, is guaranteed, guarantees, guaranteed, takes care of, by itself, by themselves, for free, for us, does that for, does it for, at most, only ever, only one, one caller, one place, single caller, called once, used once, trivial, tiny, cheap, small enough, short enough, obvious, self explanatory, speaks for itself, clear enough, we know, everybody knows, everyone knows, nothing ever, nobody ever, no one ever, never changes, never change, hasn't changed, won't change, rarely, good enough",
  },
  {
    mood: "settled",
    ahead: -1,
    reach: 1,
    phrases: "already, is already, are already, was already, has already, have already",
  },
  { mood: "settled", phrases: "anyway, either way, in any case" },
  {
    mood: "meant",
    phrases:
      "on purpose, by design, intended, intentional, intentionally, deliberate, deliberately, is meant to, are meant to, meant to be, the whole point, is supposed to, are supposed to, for a reason, legitimate, legitimately, legit, we want, we like, we prefer, we'd rather, i'd rather, we rely on, relies on, rely on, by convention, has to stay, must stay, should stay, can stay, has to be able",
  },
  {
    mood: "drop",
    ahead: -1,
    first: true,
    phrases:
      "drop, remove, delete, skip, lose, kill, ditch, get rid of, take out, take away, take off, take it out, take this out, turn off, switch off, disable, strip, throw away, throw out, throw it away, stop, cut, revert, undo, omit, avoid, unpin, unwrap, relax, loosen, simplify, leave out, leave off, back out, clean out, rip out",
  },
  {
    mood: "drop",
    ahead: -1,
    phrases:
      "can be removed, could be removed, should be removed, can be dropped, can be deleted, could be dropped, should be dropped, i'd drop, i'd remove, i would remove, i would drop, i'd delete, i'd skip, i'd lose, i'd get rid of, let's drop, let's remove, let's skip, please drop, please remove, please delete, please skip, please stop, can we drop, can we remove, could we drop, could we remove, can you remove, could you remove, would remove, would drop, would skip, can you drop, could you drop, get rid of, and drop, and remove, and delete, to drop, to remove, remove, drop, delete",
  },
  {
    mood: "refuse",
    ahead: -1,
    turns: true,
    first: true,
    phrases:
      "don't, dont, do not, never, not a|an|the, not, must not, mustn't, let's not, should not, shouldn't, no more, not every, not everything",
  },
  {
    mood: "refuse",
    ahead: -1,
    turns: true,
    phrases:
      "please don't, please do not, please dont, please no, please never, i wouldn't, i would not, i'd not, we don't, we do not, we never, we dont, we shouldn't, we should not, we must not, must never, should never, must not, mustn't, should not, shouldn't, let's not, let us not, not to, wouldn't, would not, you shouldn't, don't want to, don't want, better not, not allowed to, not supposed to, never by",
  },
  { mood: "plain", first: true, phrases: "just, simply" },
  {
    mood: "plain",
    ahead: 1,
    phrases:
      "just use, just call, just write, just put, just return, just do, just pass, just let, just read, just take, a plain, plain, the plain, simple, a simple, simply, simpler, straight, directly",
  },
  {
    mood: "keep",
    ahead: 1,
    first: true,
    phrases:
      "keep, leave, let, restore, bring back, put back, allow, accept, go back to, revert to, stick to|with, stay with, please keep, please leave, please allow, please let, i'd keep, i'd leave, let's keep, let's leave, permit, support, tolerate, trust",
  },
  {
    mood: "keep",
    ahead: 1,
    phrases: "please keep, please leave, i'd keep, should stay, leave it, leave them, keep it",
  },
  {
    mood: "doubt",
    ahead: -1,
    first: true,
    phrases:
      "why a, why an, why the, why this, why these, why all, why so, why do we, why are we, why is this, why is it, why is the, why are these, why are the, why would we, why should we, why bother, why does, why do, why have, why use, what's the point of, what is the point of, what does this buy, what do we gain, do we want, is this really, isn't this, are these, why",
  },
  {
    mood: "cost",
    behind: -1,
    phrases:
      "costs, slows, kills, doubles, loses, breaks, blocks, makes every|it|the|us|all|this|them|everything, causes, bloats, burned us, hides, swallows, eats, masks, defeats, ruins, pollutes, spams, floods, confuses",
  },
  { mood: "cost", phrases: "slower, slow, too early, for everyone, for everybody, takes minutes" },
  {
    mood: "ask",
    ahead: 1,
    first: true,
    phrases:
      "why not, why isn't this, why isn't it, why aren't these, why don't we, why isn't the, why no, why not just",
  },
  {
    mood: "lack",
    ahead: 1,
    phrases:
      "missing, lacks, lacking, forgot, forgot to, forgotten, forgets to, you forgot, without a|an|any, there's no, there is no, there are no, has no, have no, isn't any, where is, where's, where are, nowhere, no sign of, is there a|any|an, are there any, not a single, nothing that, nothing here, not enough, too few, no such",
  },
  {
    mood: "lack",
    behind: 1,
    phrases:
      "is missing, are missing, missing, missing here, is absent, is lacking, is required, are required, is needed, are needed, is mandatory, is necessary, needed, necessary, required, mandatory, would be nice, would be good, would help, would be great, would be better, would be useful, would be safer, would be clearer, would tell, belongs here, please, pls",
  },
  {
    mood: "fear",
    phrases:
      "what if, what happens, what about, and if, and when, what when, how do we, how does, how do you, how many, how would, how can, how will, how long, who, can be null, may be null, might be null, could be null, can be none, can return null, can return none, may return, might return, can fail, may fail, might fail, could fail, can throw, may throw, can be empty, might be empty, may be empty, someone, somebody, sooner or later, one day, in prod, in production, as soon as, otherwise, or else, are you sure, did you, have you, hm, hmm",
  },
  {
    mood: "harm",
    phrases:
      "crash, crashes, crashed, leak, leaks, leaked, race, injection, vulnerable, vulnerability, blow up, blows up, will fail, wrong, is lost, are lost, gets lost, stale, deadlock, corrupt, corrupted, undefined, nan, npe, exception when, hangs, overflow, silently, forever, never ends, unbounded, bug, broken, fails when, surprised, confusing, not clear, unclear, misleading, inconsistent, duplicate, duplicated, hard coded, hardcoded, magic",
  },
  {
    mood: "ask",
    phrases:
      "can you, could you, would you, can we, could we, should we, shouldn't we, shouldn't this, shouldn't it",
  },
  {
    mood: "undone",
    ahead: 1,
    phrases:
      "isn't, aren't, wasn't, is not, are not, was not, doesn't, does not, didn't, did not, isn't being, is never, are never, never, nobody, no one, nothing, you don't, they don't, it doesn't, hasn't been, not being, is not being, you didn't, nothing ever, gets never",
  },
  {
    mood: "add",
    ahead: 1,
    first: true,
    phrases:
      "add, use, put, wrap, give, include, introduce, provide, insert, make sure, ensure, declare, define, consider, consider adding, consider using, prefer, enable, turn on, set, write, create, have, always, require, enforce, go with, take, switch to, move to, make it, make this, make them, make the, make these, mark it, mark this, mark the, declare it",
  },
  {
    mood: "add",
    ahead: 1,
    phrases:
      "please add, please use, please put, please give, please wrap, please include, please write, please make, please set, should have, should use, should be, must be, must have, must use, has to be, have to be, want to be, needs to be, need to be, ought to be, needs, need a|an, needs a|an|some, we need, we need to, you need to, should, must, has to, have to, ought to, better to, i'd add, i'd use, i'd prefer, i'd make, i'd put, i would use, i would add, would prefer, prefer, how about, what about, could use, deserves, let's add, let's use, can you add, could you add, can we add, could we add, could you use, can you use, can we have, could we have, can we use, add, adding, to add, by adding, in favor of, in favour of",
  },
  { mood: "request", phrases: "pls, plz, nit, nitpick, minor, non blocking, blocking, suggestion, issue" },
];

/** What a mood says of a remark: above 0 it finds something needless, below 0 it asks for something. Fitted. */
export const MOODS: Readonly<Record<Mood, number>> = {
  excess: 0.9,
  no: 0.75,
  drop: 0.7,
  plain: 0.65,
  doubt: 0.55,
  spare: 0.5,
  keep: 0.5,
  refuse: 0.5,
  content: 0.5,
  cost: 0.45,
  meant: 0.4,
  settled: 0.3,
  add: 0.3,
  lack: 0.05,
  harm: 0.05,
  ask: -0.05,
  undone: -0.1,
  request: -0.15,
  fear: -0.3,
  "found first": 0.35,
  "found in doubt": -0.5,
  "asked first": -0.45,
  question: -0.25,
};
/** A remark without any of them rather asks for something. */
export const NO_MOOD = -0.65;
