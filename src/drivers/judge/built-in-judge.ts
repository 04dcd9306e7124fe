import {
  type CatalogueMap,
  type CatalogueProfile,
  catalogueProfile,
} from "../../core/judge/catalogue-profile.ts";
import type { JudgedText } from "../../core/judge/judgement.ts";
import { judgePair, type ProfiledText } from "../../core/judge/judge-pair.ts";
import type { Judge } from "../../ports/judge.ts";

/** Profiles are small, and most texts are judged again soon after they were new. */
const MAX_REMEMBERED = 50_000;

/** Judges by meaning, the catalogue, polarity and what is known around the words, without asking anybody. */
export function createBuiltInJudge(map: CatalogueMap | undefined): Judge {
  const remembered = new Map<string, CatalogueProfile>();
  const profiled = (text: JudgedText): ProfiledText => {
    if (map === undefined || text.vector.length !== map.centres[0]?.length) return text;
    let profile = remembered.get(text.text);
    if (profile === undefined) {
      profile = catalogueProfile(text.vector, map);
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      remembered.set(text.text, profile);
    }
    return { ...text, profile };
  };
  return {
    judge: async (text, others) => {
      const one = profiled(text);
      return others.map((other) => judgePair(one, profiled(other)));
    },
  };
}
