import { cosine } from "../../core/judge/judgement.ts";
import {
  composedCandidates,
  draftFromEdits,
  draftFromWords,
  refuseDraft,
} from "../../core/rule/draft/draft-from-words.ts";
import {
  type Candidate,
  chooseDraft,
  type Tried,
  tryCandidates,
  worthComparing,
} from "../../core/rule/draft/choose-draft.ts";
import type { DraftRemark, DraftResult } from "../../core/rule/draft/draft.ts";
import { joinDrafts } from "../../core/rule/draft/join-drafts.ts";
import { type ReadRemarks, readRemarks } from "../../core/rule/draft/read-remarks.ts";
import { commonGlob } from "../../core/rule/glob.ts";
import type { Catalogue } from "../../ports/catalogue.ts";

export interface DraftParts {
  /** Without it remarks are compared by their words alone, and every rule is worded by them. */
  readonly catalogue?: Pick<Catalogue, "place" | "nearestRules"> | undefined;
  /** Whether two sentences may be put together of what different remarks say. */
  readonly mayJoin?: boolean;
}

/** Known rules that are tried on the remarks. */
const MOST_KNOWN = 12;

/**
 * Words the one standing rule that several remarks want, without a language model, or says why a person has to. Every
 * wording is tried on all remarks before anybody sees it. It never rejects: if texts cannot be compared by meaning,
 * their words have to do.
 */
export const draftRule =
  ({ catalogue, mayJoin = true }: DraftParts) =>
  async (remarks: readonly DraftRemark[]): Promise<DraftResult> => {
    const draft = await (catalogue === undefined ? undefined : byMeaning(catalogue, remarks, mayJoin));
    return scoped(draft ?? draftFromWords(remarks), remarks);
  };

/** Nothing if the texts cannot be compared. */
async function byMeaning(
  catalogue: NonNullable<DraftParts["catalogue"]>,
  remarks: readonly DraftRemark[],
  mayJoin: boolean,
): Promise<DraftResult | undefined> {
  const read = readRemarks(remarks);
  const settled = draftFromEdits(read);
  if (settled !== undefined) return settled;
  try {
    const vectors = await catalogue.place(read.all.map(({ remark }) => remark.text));
    const refused = refuseDraft(read, (a, b) => cosine(vectors[a]!, vectors[b]!));
    return refused ?? chooseDraft(read, await triedOn(catalogue, read, vectors, mayJoin));
  } catch {
    return undefined;
  }
}

/** What the remarks word, known rules that are near, and what two of them say together. */
async function triedOn(
  catalogue: NonNullable<DraftParts["catalogue"]>,
  read: ReadRemarks,
  vectors: readonly Float32Array[],
  mayJoin: boolean,
): Promise<readonly Tried[]> {
  const known = await catalogue.nearestRules(vectors, MOST_KNOWN);
  const tryThem = async (candidates: readonly Candidate[]): Promise<readonly Tried[]> =>
    tryCandidates(read, await withLikeness(catalogue, worthComparing(read, candidates), vectors));
  const tried = await tryThem([
    ...composedCandidates(read),
    ...known.map(({ rule, against, entry, near, isOwn }, rank): Candidate => ({
      text: rule,
      ...(against === null ? {} : { contrary: against }),
      source: entry === null ? "library" : "catalogue",
      origin: { kind: "known", near, rank, isOwn },
      ...(entry === null ? {} : { entry }),
    })),
  ]);
  return mayJoin ? [...tried, ...(await tryThem(joinDrafts(tried, read)))] : tried;
}

async function withLikeness(
  catalogue: NonNullable<DraftParts["catalogue"]>,
  candidates: readonly Candidate[],
  vectors: readonly Float32Array[],
): Promise<readonly Candidate[]> {
  const places = await catalogue.place(candidates.map(({ text }) => text));
  const contraries = await catalogue.place(candidates.map(({ contrary }) => contrary ?? ""));
  const likeness = (place: Float32Array, remark: number): number => cosine(place, vectors[remark]!);
  return candidates.map((candidate, at) => ({
    ...candidate,
    likenessTo: (remark) => likeness(places[at]!, remark),
    ...(candidate.contrary === undefined
      ? {}
      : { likenessToContrary: (remark: number) => likeness(contraries[at]!, remark) }),
  }));
}

function scoped(draft: DraftResult, remarks: readonly DraftRemark[]): DraftResult {
  const paths = remarks.flatMap(({ path }) => path ?? []);
  const scope = paths.length === remarks.length && paths.length > 1 ? commonGlob(paths) : undefined;
  return draft.ok && scope !== undefined ? { ...draft, scope } : draft;
}
