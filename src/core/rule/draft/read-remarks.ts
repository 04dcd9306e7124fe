import { impliedWishes } from "../../english/implied-wishes.ts";
import { readWishes } from "../../english/read-wishes.ts";
import type { RemarkReading, Wish } from "../../english/wish.ts";
import { findTakeovers } from "../find-takeovers.ts";
import { foldText } from "../folded-text.ts";
import { remarkSaysWhat } from "../propose/says-what.ts";
import type { DraftRemark } from "./draft.ts";
import { plainRemark } from "./plain-remark.ts";
import { type Support, supportOf, textTerms } from "./support.ts";

/** A remark with what its words want. */
export interface ReadRemark {
  readonly remark: DraftRemark;
  readonly reading: RemarkReading;
  /** What can be guessed from what it names. It gives words to try, and contradicts nothing. */
  readonly implied: readonly Wish[];
  /** Of the words, without what is quoted of an edit. */
  readonly terms: ReadonlySet<string>;
}

export interface ReadRemarks {
  /** How many remarks there were before those that say nothing were left out. */
  readonly given: number;
  readonly all: readonly ReadRemark[];
  readonly support: Support;
}

/** More would not change a draft. */
const MAX_REMARKS = 24;
const MAX_TEXT = 4_000;

/** Remarks that say nothing, and those that try to take an agent over, are left out as long as others remain. */
export function readRemarks(remarks: readonly DraftRemark[]): ReadRemarks {
  const read = remarks.slice(-MAX_REMARKS).map((given): ReadRemark & { readonly counts: boolean } => {
    const text = plainRemark(given.text.slice(0, MAX_TEXT));
    const remark = { ...given, text };
    const reading = readWishes(text);
    const isTakeover = findTakeovers(foldText(text).text).length > 0;
    return {
      remark,
      reading: isTakeover ? { ...reading, wishes: [] } : reading,
      implied: isTakeover || reading.language === "other" ? [] : impliedWishes(text),
      terms: new Set(textTerms(text)),
      counts: !isTakeover && (reading.wishes.length > 0 || remarkSaysWhat(text) || isEdit(remark)),
    };
  });
  const counted = read.filter(({ counts }) => counts);
  const all = counted.length === 0 ? read : counted;
  return { given: read.length, all, support: supportOf(all.map(({ terms }) => terms)) };
}

/** Whether a remark shows what was made of the agent's work. */
export const isEdit = ({ before, after, diff }: DraftRemark): boolean =>
  diff !== undefined || (before !== undefined && after !== undefined);
