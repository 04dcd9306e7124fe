import { readText } from "../../actionable/read-text.ts";
import { isExact } from "../../actionable/word-classes.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { DEFAULT_DESCRIPTION } from "../../feedback/from-signal.ts";
import { SIGNAL_TYPES } from "../../signal/signal.ts";

/** Remarks that are vague up to here are hardly specific later. */
const MAX_READ = 2_000;

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words that take a stance, point at the work or are function words, and so name nothing that could be avoided. */
const EMPTY: ReadonlySet<string> = new Set([
  ...wordsOf(`
    meh eh hm huh oof yikes blah sigh argh lol wow nah denied closing quite off vibe feels feel close
    no nope not never none nothing yes ok okay well hmm ugh oh hey hi hello sorry thanks thank please lgtm great nice good fine
    wrong incorrect bad badly terrible awful broken false mistake mistaken mistakes error errors bug bugs buggy problem problems
    issue issues fail fails failed failing failure work works worked working right correct correctly better worse worst useless
    rubbish garbage nonsense unacceptable unusable disappointing hate dislike like want wanted need needed asked ask meant mean
    said told expected expect requested request wish supposed refused refuse rejected reject declined accept acceptable
    approve approved agree disagree
    fix fixed redo retry try tried again revert undo stop change changed start over think rethink back wait come still yet already
    always ever once twice same now just only really very quite so too completely totally absolutely clearly obviously simply
    actually entirely partly mostly nearly almost even at all least bit lot much more less enough any anything everything
    something whatever somehow everywhere anymore
    i i'm i've i'd me my mine you you're you've your yours we we're we've us our he she they they're them their one it it's its
    this that that's these those there there's here what what's which who how why when where if whether
    a an the and or but because since as than then of in on to for from with without by about into out up down off
    is isn't are aren't was wasn't were weren't be been being am do does don't doesn't did didn't done has hasn't have haven't
    had hadn't can can't could couldn't will won't would wouldn't should shouldn't must may might shall go goes get gets got
    make makes made give gave take look looks seem seems see way thing things stuff part place bits
    work output answer answers response reply result results solution attempt version approach code change changes file
    user reviewer agent job task
  `),
  ...wordsOf(`
    nein falsch das ist so nicht stimmt immer noch wieder kaputt geht funktioniert was ich wollte bitte nochmal fehler
    non c'est faux mauvais pas ça ne marche fonctionne toujours encore ce que j'ai demandé
    eso esto es está mal incorrecto funciona lo que pedí sigue
    não isso está errado è sbagliato quello che questo
    nee dat fout niet werkt klopt verkeerd nie to źle działa нет это не так неправильно неверно работает
    不对 错了 不行 没用 違います 違う 間違い
  `),
]);

const PLACEHOLDERS: ReadonlySet<string> = new Set(Object.values(DEFAULT_DESCRIPTION));

/** Whether a remark names anything that somebody who was not there could recognise. */
export function isSpecificRemark(remark: string): boolean {
  if (PLACEHOLDERS.has(remark)) return false;
  return readText(remark.slice(0, MAX_READ)).words.some(
    (word) => isExact(word) || (word.kind === "word" && /\p{L}/u.test(word.text) && !EMPTY.has(word.text)),
  );
}

const signalTypes: ReadonlySet<string> = new Set(SIGNAL_TYPES);

/**
 * Whether feedback says what is wrong: in a remark, by a correction, or by a gate's tag. "No, that is wrong." does
 * not, and neither does the type of a signal.
 */
export const isSpecific = ({ fix, wrong, comment, correction, tags }: Feedback): boolean =>
  correction?.diff !== undefined ||
  tags.some((tag) => !signalTypes.has(tag)) ||
  [fix, wrong, comment, correction?.summary].some((text) => text !== undefined && isSpecificRemark(text));
