import { type AskedChange, askedChanges } from "./asked-changes.ts";
import type { CatalogueProfile } from "./catalogue-profile.ts";
import { chosenSides } from "./chosen-sides.ts";

/** What a text says by itself; each sign is read when it is first asked for, and once. */
export interface TextSigns {
  /** Its words without case and signs. */
  readonly words: string;
  readonly asked: () => ReadonlyMap<string, AskedChange>;
  readonly sides: () => ReadonlyMap<string, 0 | 1>;
  /** Its place in the catalogue, where there is one for its vectors. */
  readonly profile?: CatalogueProfile;
}

const MAX_TEXT = 4_000;

export function readSigns(text: string, profile?: CatalogueProfile): TextSigns {
  return {
    words: text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
    asked: once(() => askedChanges(text)),
    sides: once(() => chosenSides(text)),
    ...(profile === undefined ? {} : { profile }),
  };
}

function once<Value extends object>(read: () => Value): () => Value {
  let known: Value | undefined;
  return () => (known ??= read());
}
