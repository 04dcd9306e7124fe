import type { Gate } from "./gate.ts";
import type { GateCatalogue } from "./gate-catalogue.ts";

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
