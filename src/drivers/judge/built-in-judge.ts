import { type CatalogueMap, catalogueProfile } from "../../core/judge/catalogue-profile.ts";
import type { JudgedText } from "../../core/judge/judgement.ts";
import { judgePair, type ReadText } from "../../core/judge/judge-pair.ts";
import { readSigns, type TextSigns } from "../../core/judge/text-signs.ts";
import type { Judge } from "../../ports/judge.ts";
import { createCentreScan } from "./centre-scan.ts";

/** What is read of a text is small, and most texts are judged again soon after they were new. */
const MAX_REMEMBERED = 50_000;

/** Judges by meaning, the catalogue, polarity and what is known around the words, without asking anybody. */
export function createBuiltInJudge(map: CatalogueMap | undefined): Judge {
  const remembered = new Map<string, TextSigns>();
  const scan = map === undefined ? undefined : createCentreScan(map.centres);
  const look = ({ text, vector }: JudgedText): TextSigns => {
    const near = scan?.(vector);
    return readSigns(text, near === undefined ? undefined : catalogueProfile(near));
  };
  const read = (text: JudgedText): ReadText => {
    let signs = remembered.get(text.text);
    if (signs === undefined) {
      signs = look(text);
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(text.text, signs);
    }
    return { ...text, signs };
  };
  return {
    judge: async (text, others) => {
      const one = read(text);
      return others.map((other) => judgePair(one, read(other)));
    },
  };
}
