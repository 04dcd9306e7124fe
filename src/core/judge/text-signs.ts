import type { CatalogueProfile } from "./catalogue-profile.ts";
import { chosenSides } from "./chosen-sides.ts";
import { plainWords } from "./same-words.ts";
import { readRemark, type Remark } from "./read-remark.ts";

/** What a text says by itself; each sign is read when it is first asked for, and once. */
export interface TextSigns {
  /** Its words without case and signs. */
  readonly words: string;
  /** What it asks, by its words. */
  readonly remark: () => Remark;
  readonly sides: () => ReadonlyMap<string, 0 | 1>;
  /** Its place in the catalogue, where there is one for its vectors. */
  readonly profile?: CatalogueProfile;
}

export function readSigns(text: string, profile?: CatalogueProfile): TextSigns {
  return {
    words: plainWords(text),
    remark: once(() => readRemark(text)),
    sides: once(() => chosenSides(text)),
    ...(profile === undefined ? {} : { profile }),
  };
}

function once<Value extends object>(read: () => Value): () => Value {
  let known: Value | undefined;
  return () => (known ??= read());
}
