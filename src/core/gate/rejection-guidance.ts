import type { Gate, GateCatalogue } from "./gate.ts";
import { clipText } from "../text/bounded-text.ts";
import { asksForChange } from "./asks-for-change.ts";

/** The gate of a tag; all null if no pack contains it, since the tag is shown anyway. */
export type TagGuidance =
  | (Gate & { readonly registered: true })
  | ({ readonly tag: string; readonly registered: false } & {
      readonly [K in Exclude<keyof Gate, "tag">]: null;
    });

/** Guidance for each tag, in order. */
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

/** Longer words are still in the stored comment. */
const MAX_FIX = 2_000;

const EXPLAINED_BY_REVIEWER = "No gate was named, but the reviewer said what to do";

/**
 * The guidance for a rejection from any source: that of each of its tags. If no gate was named, it is the
 * fallback's, or the reviewer's own words if they say clearly what to change.
 */
export function rejectionGuidance(
  tags: readonly string[],
  words: string | undefined,
  catalogue: GateCatalogue,
): readonly TagGuidance[] {
  const { fallback } = catalogue;
  return tagGuidance(tags.length === 0 ? [fallback.tag] : tags, catalogue).map((guidance) =>
    guidance.registered && guidance.tag === fallback.tag && asksForChange(words)
      ? { ...guidance, description: EXPLAINED_BY_REVIEWER, fix: clipText(words?.trim() ?? "", MAX_FIX) }
      : guidance,
  );
}
