import { type AskedChange, askedChanges } from "./asked-changes.ts";
import { type CatalogueMap, type CatalogueProfile, catalogueProfile } from "./catalogue-profile.ts";
import { chosenSides } from "./chosen-sides.ts";

/** What a text says by itself; read once, however many others it is compared with. */
export interface TextSigns {
  /** Its words without case and signs. */
  readonly words: string;
  readonly asked: ReadonlyMap<string, AskedChange>;
  readonly sides: ReadonlyMap<string, 0 | 1>;
  /** Its place in the catalogue, where there is one for its vectors. */
  readonly profile?: CatalogueProfile;
}

const MAX_TEXT = 4_000;

export function readSigns(text: string, vector: Float32Array, map: CatalogueMap | undefined): TextSigns {
  const fits = map !== undefined && map.centres[0]?.length === vector.length;
  return {
    words: text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
    asked: askedChanges(text),
    sides: chosenSides(text),
    ...(fits ? { profile: catalogueProfile(vector, map) } : {}),
  };
}
