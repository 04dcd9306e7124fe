import { defined } from "../defined.ts";
import type { CatalogueProfile } from "./catalogue-profile.ts";
import { readWishes } from "../english/read-wishes.ts";
import type { RemarkReading } from "../english/wish.ts";
import { plainWords } from "./same-words.ts";

/** What a text says by itself; each sign is read when it is first asked for, and once. */
export interface TextSigns {
  /** Its words without case and signs. */
  readonly words: string;
  /** What it wants, by its words. */
  readonly reading: () => RemarkReading;
  /** Its place in the catalogue, where there is one for its vectors. */
  readonly profile?: CatalogueProfile;
}

export function readSigns(text: string, profile?: CatalogueProfile): TextSigns {
  return {
    words: plainWords(text),
    reading: once(() => readWishes(text)),
    ...defined({ profile }),
  };
}

function once<Value extends object>(read: () => Value): () => Value {
  let known: Value | undefined;
  return () => (known ??= read());
}
