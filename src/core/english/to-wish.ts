import { partsOf } from "./conditions.ts";
import { isOnlyPointing, phraseOf, trimmed } from "./phrase.ts";
import type { RawWish } from "./read-clause.ts";
import { verbForm, type Word } from "./tagged-words.ts";
import type { Wish, WishAct, WishPhrase } from "./wish.ts";

const POINTERS = new Set(["it", "them", "this", "that", "these", "those"]);
const REMOVES = new Set("remove delete drop strip lose erase kill nuke discard".split(" "));

/** Makes a wish of stretches of words. `topic` is what "it" stands for. */
export function toWish(
  raw: RawWish,
  topic: readonly Word[],
  text: string,
): { readonly wish: Wish; readonly topic: readonly Word[] } {
  const { act, what, verb } = turned(raw);
  const own = verb ?? (raw.isThing === true ? undefined : ownVerb(what));
  const parts = partsOf(what, own);
  const core = resolved(parts.core, verb === undefined && own !== undefined, topic);
  const isOnly = parts.isOnly || raw.first.word === "only";
  const insteadOf = raw.insteadOf === undefined ? undefined : partsOf(raw.insteadOf);
  const phrase = (words: readonly Word[] | undefined): WishPhrase | undefined => {
    const kept = words === undefined ? [] : trimmed(words);
    return kept.length === 0 || isOnlyPointing(kept) ? undefined : phraseOf(kept, text, { isThing: true });
  };
  const when = phrase(parts.when ?? insteadOf?.when);
  const where = phrase(raw.where ?? parts.where ?? insteadOf?.where);
  const subject = phrase(raw.subject);
  const other =
    insteadOf === undefined
      ? undefined
      : phraseOf(insteadOf.core, text, { isThing: raw.isOtherThing === true });
  const phraseWhat = phraseOf(core, text, {
    ...(verb === undefined ? {} : { verb }),
    ...(raw.isThing === true ? { isThing: true } : {}),
  });
  const wish: Wish = {
    act,
    what: phraseWhat,
    ...(other === undefined ? {} : { insteadOf: other }),
    ...(subject === undefined ? {} : { subject }),
    ...(when === undefined ? {} : { when }),
    ...(where === undefined ? {} : { where }),
    isOnly,
    force: raw.force,
    isStanding: raw.isStanding || isOnly,
    start: raw.first.start,
    end: Math.max(raw.first.end, raw.last.end),
  };
  const thing = own !== undefined && verb === undefined ? core.slice(1) : core;
  return { wish, topic: isOnlyPointing(thing) ? topic : thing };
}

function ownVerb(words: readonly Word[]): string | undefined {
  const first = trimmed(words)[0];
  return first?.kind === "word" && (first.form === "base" || first.form === "ing") ? first.base : undefined;
}

/** Negations inside the words: "don't remove X" is to keep X, "never leave X unchecked" is to check X. */
function turned(raw: RawWish): {
  readonly act: WishAct;
  readonly what: readonly Word[];
  readonly verb?: string;
} {
  const plain = { act: raw.act, what: raw.what, ...(raw.verb === undefined ? {} : { verb: raw.verb }) };
  if (raw.isThing === true || raw.verb !== undefined) return plain;
  const at = raw.what.findIndex(({ part }) => part !== "adverb");
  const first = raw.what[at];
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

/** "check" for "unchecked". */
export function undoneVerb({ kind, word }: Word): string | undefined {
  if (
    kind !== "word" ||
    !word.startsWith("un") ||
    !word.endsWith("ed") ||
    word === "unused" ||
    word === "unneeded"
  )
    return undefined;
  const found = verbForm(word.slice(2));
  return found?.form === "ed" ? found.base : undefined;
}

/** "enable it" after "the cache is off" is to enable the cache. */
function resolved(core: readonly Word[], hasVerb: boolean, topic: readonly Word[]): readonly Word[] {
  const kept = trimmed(core);
  const at = hasVerb ? 1 : 0;
  const pointer = kept[at];
  if (topic.length === 0 || pointer === undefined || pointer.kind !== "word" || !POINTERS.has(pointer.word))
    return core;
  if (pointer.part === "determiner" && kept[at + 1] !== undefined) return core;
  return [...kept.slice(0, at), ...topic, ...kept.slice(at + 1)];
}
