import { isHarmless } from "../../core/catalogue/entry-warnings.ts";
import {
  leansToOpposite,
  LEAST_MEMBERS,
  matchMembers,
  MOST_MEMBERS,
} from "../../core/catalogue/match-members.ts";
import type { CatalogueMatch, CatalogueMember } from "../../ports/catalogue.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { PlacedEntries } from "./place-entries.ts";
import { oppositeTexts } from "./rule-opposites.ts";
import type { createTextVectors } from "./text-vectors.ts";

interface MatchParts {
  readonly embedder: Embedder;
  readonly vectors: ReturnType<typeof createTextVectors>;
  /** Whether the vectors that members come with are of the entries' space; else their texts are embedded again. */
  readonly vectorsFit: boolean;
  readonly placed: () => Promise<PlacedEntries>;
}

/** The entry that most of the members are about, unless they ask for its opposite. */
export async function matchEntries(
  { embedder, vectors, vectorsFit, placed }: MatchParts,
  members: readonly CatalogueMember[],
): Promise<CatalogueMatch | undefined> {
  const used = members.filter(({ text }) => text.trim() !== "").slice(-MOST_MEMBERS);
  if (used.length < LEAST_MEMBERS) return undefined;
  const given = vectorsFit ? used.flatMap(({ vector }) => vector ?? []) : [];
  const theirs = given.length === used.length ? given : await embedder.embed(used.map(({ text }) => text));
  const { space, entries } = await placed();
  const candidate = matchMembers(space, theirs);
  if (candidate === undefined) return undefined;
  const found = entries[candidate.at]!;
  if (!isHarmless(found.entry.rule)) return undefined;
  const { opposite } = found.entry;
  const against = opposite === null ? [] : await vectors(oppositeTexts(opposite));
  return leansToOpposite(space, candidate, against)
    ? undefined
    : { ...found, near: candidate.near, share: candidate.share };
}
