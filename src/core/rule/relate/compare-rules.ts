import { defined } from "../../defined.ts";
import type { Mention, MentionRelation } from "./mention.ts";
import type { RuleReading } from "./read-rule.ts";
import { SETTINGS } from "./lexicon.ts";

const top = (value: string): string => value.split(".")[0]!;

/** Mentions of one topic in two rules. */
export interface MentionPair {
  readonly a: Mention;
  readonly b: Mention;
}

/** A contradictory pair, with the share of the ban that the other rule mentions. */
export interface OpposedPair extends MentionPair {
  readonly covered: number;
}

/** What two rules share and what divides them. */
export interface Comparison {
  /** Settings for which the rules ask for different values. */
  readonly clashes: readonly MentionPair[];
  /** Settings with the same value. */
  readonly agreements: readonly MentionPair[];
  /** What one asks for and the other forbids. */
  readonly opposed: readonly OpposedPair[];
  /** What both ask for, or both forbid. */
  readonly shared: readonly MentionPair[];
  /** The share of the smaller rule that is common. */
  readonly contained: number;
  /** The share of both rules together that is common. */
  readonly union: number;
  /** The weight of what is common. */
  readonly weight: number;
}

type Topics = ReadonlyMap<string, readonly Mention[]>;

/** Derived from one rule and reused for every comparison. */
interface Overview {
  readonly topics: Topics;
  readonly total: number;
}

const OVERVIEWS = new WeakMap<readonly Mention[], Overview>();

function overviewOf(mentions: readonly Mention[]): Overview {
  const known = OVERVIEWS.get(mentions);
  if (known !== undefined) return known;
  const topics = byTopic(mentions);
  const made = { topics, total: total(topics) };
  OVERVIEWS.set(mentions, made);
  return made;
}

/** Further mentions of one topic in a rule are ignored. */
const MAX_PER_TOPIC = 8;

export function compareRules(a: Pick<RuleReading, "mentions">, b: Pick<RuleReading, "mentions">): Comparison {
  const { topics: ofA, total: totalA } = overviewOf(a.mentions);
  const { topics: ofB, total: totalB } = overviewOf(b.mentions);
  // Computed lazily, since few pairs of rules contradict each other.
  let shareInB: ((of: Mention) => number) | undefined;
  let shareInA: ((of: Mention) => number) | undefined;
  const covered = (left: Mention, right: Mention): number => {
    shareInB ??= shares(a.mentions, ofB);
    shareInA ??= shares(b.mentions, ofA);
    const inB = shareInB(left);
    const inA = shareInA(right);
    if (left.sign === right.sign) return Math.min(inA, inB);
    return left.sign === -1 ? inB : inA;
  };
  const clashes: MentionPair[] = [];
  const agreements: MentionPair[] = [];
  const opposed: OpposedPair[] = [];
  const shared: MentionPair[] = [];
  for (const [topic, listA] of ofA) {
    const listB = ofB.get(topic);
    if (listB === undefined) continue;
    const { same, divided } = compareTopic(listA, listB, covered);
    if (same !== undefined) shared.push(same);
    if (same !== undefined && divided === undefined && isOfSetting(same)) agreements.push(same);
    if (divided === undefined) continue;
    if (isOfSetting(divided) && divided.a.sign === divided.b.sign) clashes.push(divided);
    else opposed.push(divided);
  }
  const weight = rounded(shared.reduce((sum, pair) => sum + worthOf(pair) / 2, 0));
  return {
    clashes,
    agreements,
    opposed,
    shared,
    contained: ratio(weight, Math.min(totalA, totalB)),
    union: ratio(weight, totalA + totalB - weight),
    weight,
  };
}

function byTopic(mentions: readonly Mention[]): Topics {
  const topics = new Map<string, Mention[]>();
  for (const each of mentions) {
    const list = topics.get(each.topic);
    if (list === undefined) topics.set(each.topic, [each]);
    else if (list.length < MAX_PER_TOPIC) list.push(each);
  }
  return topics;
}

/** A shared value outweighs different values, but not a ban of what the other asks for. */
function compareTopic(
  listA: readonly Mention[],
  listB: readonly Mention[],
  covered: (a: Mention, b: Mention) => number,
): { same?: MentionPair; divided?: OpposedPair } {
  let same: MentionPair | undefined;
  let banned: OpposedPair | undefined;
  let other: OpposedPair | undefined;
  let agreed = false;
  for (const a of listA) {
    for (const b of listB) {
      const relation = compareMentions(a, b);
      if (relation === "same") {
        agreed ||= a.sign === 1 && b.sign === 1 && a.value !== "yes";
        if (same === undefined || agreementRank({ a, b }) > agreementRank(same)) same = { a, b };
      } else if (relation === "opposed" && a.role === "duty" && b.role === "duty") {
        const pair = { a, b, covered: covered(a, b) };
        if (a.sign === b.sign) other = stronger(other, pair);
        else banned = stronger(banned, pair);
      }
    }
  }
  const settled = same !== undefined && (agreed || bothSigns(listA) || bothSigns(listB));
  const divided = settled ? undefined : (banned ?? other);
  return defined({ same, divided });
}

/** Ranks agreeing pairs: settings first, then by weight. */
const agreementRank = (pair: MentionPair): number => worthOf(pair) + (isOfSetting(pair) ? 100 : 0);

/** The weightier of two pairs, regardless of the order of the rules. */
function stronger(known: OpposedPair | undefined, next: OpposedPair): OpposedPair {
  if (known === undefined) return next;
  const gain = lesserWeight(next) - lesserWeight(known) || next.covered - known.covered;
  return gain > 0 ? next : known;
}

export const isOfSetting = ({ a, b }: MentionPair): boolean => a.kind === "setting" && b.kind === "setting";

export const lesserWeight = ({ a, b }: MentionPair): number => Math.min(a.weight, b.weight);

function bothSigns(list: readonly Mention[]): boolean {
  return list.some(
    ({ value, sign }) => sign === 1 && list.some((each) => each.value === value && each.sign === -1),
  );
}

/** The weight of what a statement asks for besides its ban. */
const BESIDE_BAN = 0.5;

/**
 * For each mention, the share of its statement that the other rule mentions: a narrow ban leaves the rest allowed.
 * In a setting's statement only words with the same sign count.
 */
function shares(mentions: readonly Mention[], other: Topics): (of: Mention) => number {
  const sums = new Map<string, { all: number; known: number }>();
  const add = (key: string, counted: number, isKnown: boolean): void => {
    const sum = sums.get(key) ?? { all: 0, known: 0 };
    sums.set(key, { all: sum.all + counted, known: sum.known + (isKnown ? counted : 0) });
  };
  for (const each of mentions) {
    if (each.role === "reason") continue;
    const isKnown = other.has(each.topic);
    add(`${each.statement} ${each.sign} own`, worth(each), isKnown);
    add(`${each.statement} ${each.sign} all`, worth(each), isKnown);
    add(`${each.statement} ${-each.sign} all`, Math.min(1, worth(each)) * BESIDE_BAN, isKnown);
  }
  return ({ statement, sign, kind }) => {
    const sum = sums.get(`${statement} ${sign} ${kind === "setting" ? "own" : "all"}`);
    return sum === undefined ? 0 : ratio(rounded(sum.known), sum.all);
  };
}

const ROLE_WORTH: Readonly<Record<Mention["role"], number>> = { duty: 1, condition: 0.5, reason: 0.15 };

const worth = ({ weight, role }: Mention): number => weight * ROLE_WORTH[role];

const worthOf = ({ a, b }: MentionPair): number => worth(a) + worth(b);

function total(topics: Topics): number {
  let sum = 0;
  for (const list of topics.values()) sum += Math.max(...list.map(worth));
  return rounded(sum);
}

/** Rounds, so that sums do not depend on the order of their terms and comparing is symmetric. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

const ratio = (part: number, whole: number): number => (whole <= 0 ? 0 : rounded(Math.min(1, part / whole)));

/** Compares two mentions of one topic. Mentions with different targets are independent. */
function compareMentions(a: Mention, b: Mention): MentionRelation {
  const isApart =
    a.targets.size > 0 && b.targets.size > 0 && ![...a.targets].some((target) => b.targets.has(target));
  return isApart ? "apart" : compareValues(a, b);
}

function compareValues(a: Mention, b: Mention): MentionRelation {
  if (a.value === b.value) return a.sign === b.sign || (a.hedged && b.hedged) ? "same" : "opposed";
  const setting = SETTINGS.get(a.topic);
  const general = a.value.startsWith(`${b.value}.`) ? b : b.value.startsWith(`${a.value}.`) ? a : undefined;
  if (general !== undefined) {
    if (a.sign === b.sign) return "same";
    return general.sign === -1 ? "opposed" : "apart";
  }
  if (a.sign === 1 && b.sign === 1) return setting?.together === true ? "apart" : "opposed";
  if (setting?.either !== true) return "apart";
  if (a.sign === b.sign) return "opposed";
  return top(a.value) === top(b.value) ? "apart" : "same";
}
