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
  /** Without it, remarks are compared by their words alone. */
  readonly catalogue?: Pick<Catalogue, "place" | "nearestRules"> | undefined;
  /** Whether sentences of different remarks may be combined. */
  readonly mayJoin?: boolean;
}

/** The most known rules that are tried. */
const MAX_KNOWN_RULES = 12;

/**
 * Drafts the rule that several remarks ask for, without a language model, or says why a person has to. Every draft
 * is checked against all remarks. It never rejects: if the model fails, words are compared instead.
 */
export const draftRule =
  ({ catalogue, mayJoin = true }: DraftParts) =>
  async (remarks: readonly DraftRemark[]): Promise<DraftResult> => {
    const draft = await (catalogue === undefined ? undefined : byMeaning(catalogue, remarks, mayJoin));
    return withScope(draft ?? draftFromWords(remarks), remarks);
  };

/** Undefined if the texts cannot be compared. */
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
    return refused ?? chooseDraft(read, await tryAll(catalogue, read, vectors, mayJoin));
  } catch {
    return undefined;
  }
}

/** Candidates from the remarks' own words, from known rules nearby, and from combinations. */
async function tryAll(
  catalogue: NonNullable<DraftParts["catalogue"]>,
  read: ReadRemarks,
  vectors: readonly Float32Array[],
  mayJoin: boolean,
): Promise<readonly Tried[]> {
  const known = await catalogue.nearestRules(vectors, MAX_KNOWN_RULES);
  const tryEach = async (candidates: readonly Candidate[]): Promise<readonly Tried[]> =>
    tryCandidates(read, await withLikeness(catalogue, worthComparing(read, candidates), vectors));
  const tried = await tryEach([
    ...composedCandidates(read),
    ...known.map(({ rule, against, entry, near, isOwn }, rank): Candidate => ({
      text: rule,
      ...(against === null ? {} : { contrary: against }),
      source: entry === null ? "library" : "catalogue",
      origin: { kind: "known", near, rank, isOwn },
      ...(entry === null ? {} : { entry }),
    })),
  ]);
  return mayJoin ? [...tried, ...(await tryEach(joinDrafts(tried, read)))] : tried;
}

async function withLikeness(
  catalogue: NonNullable<DraftParts["catalogue"]>,
  candidates: readonly Candidate[],
  vectors: readonly Float32Array[],
): Promise<readonly Candidate[]> {
  const vectorsOfTexts = await catalogue.place(candidates.map(({ text }) => text));
  const contraries = await catalogue.place(candidates.map(({ contrary }) => contrary ?? ""));
  const likeness = (vector: Float32Array, remark: number): number => cosine(vector, vectors[remark]!);
  return candidates.map((candidate, at) => ({
    ...candidate,
    likenessTo: (remark) => likeness(vectorsOfTexts[at]!, remark),
    ...(candidate.contrary === undefined
      ? {}
      : { likenessToContrary: (remark: number) => likeness(contraries[at]!, remark) }),
  }));
}

function withScope(draft: DraftResult, remarks: readonly DraftRemark[]): DraftResult {
  const paths = remarks.flatMap(({ path }) => path ?? []);
  const scope = paths.length === remarks.length && paths.length > 1 ? commonGlob(paths) : undefined;
  return draft.ok && scope !== undefined ? { ...draft, scope } : draft;
}
