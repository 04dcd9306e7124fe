import { clipText } from "../text/bounded-text.ts";
import type { GateCatalogue } from "./gate-catalogue.ts";
import { saysWhatIsWanted } from "./says-what-is-wanted.ts";
import { type TagGuidance, tagGuidance } from "./tag-guidance.ts";

/** Longer words are shown by whoever keeps the comment. */
const MAX_FIX = 2_000;

const SAID = "No gate was named, but the reviewer said what is wanted";

/**
 * What to do about a rejection, through whatever door it came: the guidance of each of its tags. One that names no gate has
 * the fallback's, and if the reviewer's words say clearly what is wanted, those words.
 */
export function rejectionGuidance(
  tags: readonly string[],
  words: string | undefined,
  catalogue: GateCatalogue,
): readonly TagGuidance[] {
  const { fallback } = catalogue;
  return tagGuidance(tags.length === 0 ? [fallback.tag] : tags, catalogue).map((guidance) =>
    guidance.registered && guidance.tag === fallback.tag && saysWhatIsWanted(words)
      ? { ...guidance, description: SAID, fix: clipText(words?.trim() ?? "", MAX_FIX) }
      : guidance,
  );
}
