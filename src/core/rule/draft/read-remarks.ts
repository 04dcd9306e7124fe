import { readWishes } from "../../english/read-wishes.ts";
import type { RemarkReading } from "../../english/wish.ts";
import { findTakeovers } from "../find-takeovers.ts";
import { foldText } from "../folded-text.ts";
import type { DraftRemark } from "./draft.ts";
import { type Support, supportOf, textTerms } from "./support.ts";

/** A remark with what its words want. */
export interface ReadRemark {
  readonly remark: DraftRemark;
  readonly reading: RemarkReading;
  /** Of the words, without what is quoted of an edit. */
  readonly terms: ReadonlySet<string>;
}

export interface ReadRemarks {
  readonly all: readonly ReadRemark[];
  readonly support: Support;
}

/** More would not change a draft. */
export const MAX_REMARKS = 24;
const MAX_TEXT = 4_000;

/** Whoever tries to take an agent over wants nothing that a rule should say. */
function safeReading(text: string): RemarkReading {
  const reading = readWishes(text);
  return findTakeovers(foldText(text).text).length === 0 ? reading : { ...reading, wishes: [] };
}

export function readRemarks(remarks: readonly DraftRemark[]): ReadRemarks {
  const all = remarks.slice(-MAX_REMARKS).map((remark): ReadRemark => {
    const text = remark.text.slice(0, MAX_TEXT);
    return { remark, reading: safeReading(text), terms: new Set(textTerms(text)) };
  });
  return { all, support: supportOf(all.map(({ terms }) => terms)) };
}
