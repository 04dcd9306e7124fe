import type { Gate, GateCatalogue } from "./gate.ts";
import { clipText } from "../text/bounded-text.ts";
import { saysWhatIsWanted } from "./says-what-is-wanted.ts";

/** What is known of a tag; nulls where no pack in use holds it, since it is shown all the same. */
export type TagGuidance =
  | (Gate & { readonly registered: true })
  | ({ readonly tag: string; readonly registered: false } & {
      readonly [K in Exclude<keyof Gate, "tag">]: null;
    });

/** What to do about each of these tags, in their order. */
export const tagGuidance = (tags: readonly string[], catalogue: GateCatalogue): readonly TagGuidance[] =>
  tags.map((tag) => {
    const gate = catalogue.find(tag);
    return gate === undefined ? { ...UNKNOWN, tag } : { ...gate, registered: true };
  });

const UNKNOWN = {
  registered: false,
  gate: null,
  description: null,
  fix: null,
  severity: null,
  auto_fixable: null,
  route: null,
} as const;

/** Longer words are shown by whoever keeps the comment. */
const MAX_FIX = 2_000;

const SAID = "No gate was named, but the reviewer said what to do";

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
