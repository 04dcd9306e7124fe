import { byCost, describeGroup, type RecurringCorrection } from "../../core/correction/learn-report.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { defined } from "../../core/defined.ts";
import { cosine } from "../../core/judge/judgement.ts";
import { hash64 } from "../../core/hash.ts";
import { isJsonObject, parseJson } from "../../core/json/json.ts";
import type { DraftRemark, DraftResult } from "../../core/rule/draft/draft.ts";
import type { LearnCache } from "../../ports/learn-cache.ts";
import type { draftConvention } from "../rule/draft-convention.ts";
import { comparedText } from "./embed-remarks.ts";
import type { Remark } from "./find-recurring-remarks.ts";

export interface WordGroupsParts {
  readonly draft: (remarks: readonly DraftRemark[]) => Promise<DraftResult>;
  readonly draftConvention: ReturnType<typeof draftConvention>;
  readonly cache?: LearnCache;
}

export interface WordGroupsOptions {
  /** How many groups are worded, most costly first. */
  readonly most: number;
  /** Edits on the same lines, by the position of the group. */
  readonly edits: ReadonlyMap<number, readonly PastCorrection[]>;
  readonly onProgress: (done: number, of: number) => void;
}

interface GroupToWord {
  readonly members: readonly Remark[];
  readonly hasReviews: boolean;
}

/** Longer groups are worded by some of their remarks. */
const MAX_WORDED = 12;
const MAX_WORDED_REVIEWS = 24;
/**
 * Longer remarks of a conversation ask for several things, and a draft would mix them up. A question, such as "why do
 * you need docker for that?", does not say what is wanted, so groups with questions are not worded.
 */
const MAX_WORDED_REMARK = 200;
/** The share of a group that a rule has to fit, if it fits not all of it, and the fewest remarks of that share. */
const CORE = 2 / 3;
const MIN_CORE = 4;
const MIN_TYPICAL_WORDS = 4;
const MAX_TYPICAL_WORDS = 30;
/** Raised when drafts change. */
const CACHE_VERSION = 3;
const CACHE_KEY = "rules";
const MAX_KEPT = 2_000;

/** Words what recurs, in the order of the groups. A draft that was made before is taken from the cache. */
export const wordGroups = (parts: WordGroupsParts) => {
  const { cache } = parts;
  const draft = ({ members, hasReviews }: GroupToWord): Promise<string | null> =>
    hasReviews ? draftFromReviews(parts, members) : draftFromConversations(parts, members);
  return async (
    groups: readonly GroupToWord[],
    { most, edits, onProgress }: WordGroupsOptions,
  ): Promise<readonly RecurringCorrection[]> => {
    const described = groups.map(({ members }, at) =>
      describeGroup({
        rule: null,
        isDrafted: false,
        ...defined({ typical: typicalOf(members) }),
        members: members.map(({ correction }) => correction),
        edits: edits.get(at) ?? [],
      }),
    );
    const kept = parseJson((await cache?.find(CACHE_KEY)) ?? "{}");
    const known = new Map(isJsonObject(kept) ? Object.entries(kept) : []);
    const before = known.size;
    const order = [...groups.keys()].toSorted((a, b) => byCost(described[a]!, described[b]!));
    const chosen = order.slice(0, most);
    const rules = new Map<number, string | null>();
    for (const [done, at] of chosen.entries()) {
      const group = groups[at]!;
      const key = hash64(
        [
          CACHE_VERSION,
          ...group.members.map(({ correction }) => `${correction.id} ${correction.remark}`),
        ].join("\n"),
      );
      const drafted = known.get(key);
      const rule = drafted === null || typeof drafted === "string" ? drafted : await draft(group);
      known.set(key, rule);
      rules.set(at, rule);
      onProgress(done + 1, chosen.length);
    }
    if (known.size > before) {
      await cache?.keep(CACHE_KEY, JSON.stringify(Object.fromEntries([...known].slice(-MAX_KEPT))));
    }
    return described.map((group, at) =>
      rules.has(at) ? { ...group, rule: rules.get(at)!, isDrafted: true } : group,
    );
  };
};

/** The one that is most like the others, among those that are long enough to say something and short enough to read. */
function typicalOf(members: readonly Remark[]): PastCorrection | undefined {
  return byLikeness(members).find(({ correction }) => {
    const { length } = comparedText(correction).split(" ");
    return length >= MIN_TYPICAL_WORDS && length <= MAX_TYPICAL_WORDS;
  })?.correction;
}

async function draftFromConversations(
  { draft }: WordGroupsParts,
  members: readonly Remark[],
): Promise<string | null> {
  const spoken = members.filter(({ correction }) => correction.remark !== "");
  // Larger groups often contain one or two that are about something else.
  const core = byLikeness(spoken).slice(0, Math.ceil(spoken.length * CORE));
  for (const some of core.length >= MIN_CORE ? [spoken, core] : [spoken]) {
    const remarks = some.map(({ correction }) => correction.remark);
    if (remarks.length < 2 || remarks.some((text) => text.length > MAX_WORDED_REMARK || isQuestion(text)))
      continue;
    const drafted = await draft(remarks.slice(0, MAX_WORDED).map((text) => ({ text })));
    if (drafted.ok) return drafted.text;
  }
  return null;
}

const isQuestion = (text: string): boolean => text.trimEnd().endsWith("?");

/** Most like the others first. */
function byLikeness(members: readonly Remark[]): readonly Remark[] {
  const some = members.slice(-MAX_WORDED_REVIEWS);
  const likeness = ({ vector }: Remark): number =>
    some.reduce((sum, other) => sum + cosine(vector, other.vector), 0);
  return members
    .map((member) => ({ member, score: likeness(member) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ member }) => member);
}

async function draftFromReviews(
  { draftConvention: draft }: WordGroupsParts,
  members: readonly Remark[],
): Promise<string | null> {
  const used = members.slice(-MAX_WORDED_REVIEWS);
  const drafted = await draft({
    remarks: used.map(({ correction: { remark, author, path, before, after } }) => ({
      text: remark,
      ...defined({ author, path, before, after }),
    })),
    texts: used.map(({ correction }) => comparedText(correction)),
  });
  return drafted?.draft.text ?? null;
}
