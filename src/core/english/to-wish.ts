import { wordSet } from "../text/word-set.ts";
import { defined } from "../defined.ts";
import { splitPhrase } from "./conditions.ts";
import { isOnlyPronouns, toPhrase, trimFillers } from "./phrase.ts";
import type { RawWish, Wish, WishAct, WishPhrase } from "./wish.ts";
import { isPart, undoneVerb, type Word } from "./tagged-words.ts";

const POINTERS = wordSet("it them this that these those");
const OPPOSITE_ACT: Readonly<Record<WishAct, WishAct>> = {
  do: "avoid",
  avoid: "do",
  replace: "replace",
  restore: "restore",
  ask: "ask",
};
/** Verbs that always have an object, even if it is not stated. */
const OBJECT_IMPLIED = wordSet("remove delete drop kill revert extract inline split rename fix");
const REMOVES = wordSet("remove delete drop strip lose erase kill nuke discard");

/** Turns a raw wish into a wish. `topic` is what "it" refers to. */
export function toWish(
  raw: RawWish,
  topic: readonly Word[],
  isTopicWanted: boolean,
  text: string,
): { readonly wish: Wish; readonly topic: readonly Word[] } | undefined {
  const { act, what, verb } = resolveNegation(raw);
  const own = verb ?? (raw.isThing === true ? undefined : leadingVerb(what));
  const parts = splitPhrase(what, own);
  // In "make it async, it blocks", the thing that blocks is also what is wanted.
  if (raw.act === "avoid" && raw.force === "statement" && isTopicWanted && isOnlyPronouns(parts.core))
    return undefined;
  const core = resolvePronoun(parts.core, verb === undefined && own !== undefined, topic);
  const isOnly = parts.isOnly || raw.isOnly === true || raw.first.word === "only";
  const insteadOf =
    raw.insteadOf === undefined
      ? undefined
      : splitPhrase(
          raw.insteadOf,
          raw.isOtherThing === true
            ? undefined
            : leadingVerb(raw.insteadOf) === undefined
              ? undefined
              : "keep",
        );
  const phrase = (words: readonly Word[] | undefined): WishPhrase | undefined => {
    const kept = words === undefined ? [] : trimFillers(words);
    return kept.length === 0 || isOnlyPronouns(kept) ? undefined : toPhrase(kept, text, { isThing: true });
  };
  const when = phrase(parts.when ?? insteadOf?.when);
  const where = phrase(raw.where ?? parts.where ?? insteadOf?.where);
  const subject = phrase(raw.subject);
  const without = parts.without === undefined ? undefined : toPhrase(parts.without, text);
  const other =
    insteadOf === undefined
      ? undefined
      : toPhrase(insteadOf.core, text, { isThing: raw.isOtherThing === true });
  const phraseWhat = toPhrase(core, text, {
    ...defined({ verb }),
    ...(raw.isThing === true ? { isThing: true } : {}),
  });
  // "that is dangerous", and nothing that "that" could refer to.
  if (phraseWhat.thing === "" && phraseWhat.verb === undefined && act !== "restore" && other === undefined)
    return undefined;
  const wish: Wish = {
    act,
    what: phraseWhat,
    ...defined({ insteadOf: other, subject, when, where, without }),
    isOnly,
    force: raw.force,
    isStanding: raw.isStanding || isOnly,
    start: raw.first.start,
    end: Math.max(raw.first.end, raw.last.end),
  };
  const thing = own !== undefined && verb === undefined ? core.slice(1) : core;
  return { wish, topic: isOnlyPronouns(thing) ? topic : thing };
}

function leadingVerb(words: readonly Word[]): string | undefined {
  const first = trimFillers(words)[0];
  return first?.kind === "word" && (first.form === "base" || first.form === "ing") ? first.base : undefined;
}

/** Resolves negations inside the words: "don't remove X" means keep X, "never leave X unchecked" means check X. */
function resolveNegation(raw: RawWish): {
  readonly act: WishAct;
  readonly what: readonly Word[];
  readonly verb?: string;
} {
  const plain = { act: raw.act, what: raw.what, ...defined({ verb: raw.verb }) };
  if (raw.isThing === true || raw.verb !== undefined) return plain;
  const at = raw.what.findIndex(({ part }) => part !== "adverb");
  const first = raw.what[at];
  const none = raw.what[at + 1];
  if (none?.word === "no" && none.part === "determiner" && raw.what.length > at + 2) {
    return { act: OPPOSITE_ACT[raw.act], what: [...raw.what.slice(0, at + 1), ...raw.what.slice(at + 2)] };
  }
  // "you can read files without asking" names what is not needed.
  const lack = raw.what.findIndex(({ word }) => word === "without");
  const isPermitted = raw.first.word === "you" && raw.force === "hint" && raw.act === "do";
  if (isPermitted && raw.what[lack + 1]?.form === "ing" && lack > at) {
    return { act: "avoid", what: raw.what.slice(lack + 1) };
  }
  if (raw.act === "avoid" && first?.base !== undefined && REMOVES.has(first.base)) {
    return { act: "do", what: raw.what.slice(at + 1), verb: "keep" };
  }
  if (first?.base === "leave" && (raw.act === "avoid" || raw.act === "do")) {
    const undone = raw.what.findIndex((word) => undoneVerb(word) !== undefined);
    if (undone > at + 1) {
      const verb = undoneVerb(raw.what[undone]!)!;
      return {
        act: raw.act === "avoid" ? "do" : "avoid",
        what: [...raw.what.slice(at + 1, undone), ...raw.what.slice(undone + 1)],
        verb,
      };
    }
  }
  return plain;
}

/** Replaces a pronoun: "enable it" after "the cache is off" means enable the cache. */
function resolvePronoun(core: readonly Word[], hasVerb: boolean, topic: readonly Word[]): readonly Word[] {
  const kept = trimFillers(core);
  const at = hasVerb ? 1 : 0;
  const pointer = kept[at];
  // "debug print, remove"
  if (hasVerb && pointer === undefined && kept[0]?.base !== undefined && OBJECT_IMPLIED.has(kept[0].base))
    return [...kept, ...topic];
  if (topic.length === 0 || pointer === undefined || pointer.kind !== "word" || !POINTERS.has(pointer.word))
    return core;
  const next = kept[at + 1];
  if (pointer.part === "determiner" && next !== undefined) return core;
  // In "say it is on its way", "it" is the subject of its own clause.
  if (isPart(next?.part, "be", "modal", "have")) return core;
  return [...kept.slice(0, at), ...topic, ...kept.slice(at + 1)];
}
