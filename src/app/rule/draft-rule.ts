import { cosine } from "../../core/judge/cosine.ts";
import { type Candidate, chooseDraft } from "../../core/rule/draft/choose-draft.ts";
import { composeDrafts } from "../../core/rule/draft/compose-drafts.ts";
import type { DraftRemark, DraftResult } from "../../core/rule/draft/draft.ts";
import { draftOfEdits } from "../../core/rule/draft/draft-of-edits.ts";
import { readEdits } from "../../core/rule/draft/edits/read-edits.ts";
import { readRemarks } from "../../core/rule/draft/read-remarks.ts";
import { refuseDraft } from "../../core/rule/draft/refuse-draft.ts";
import { commonGlob } from "../../core/rule/propose/common-glob.ts";
import type { Catalogue } from "../../ports/catalogue.ts";

export interface DraftParts {
  /** Without it remarks are compared by their words alone, and every rule is worded by them. */
  readonly catalogue?: Pick<Catalogue, "place" | "nearestRules">;
}

/** Known rules that are tried on the remarks. */
const MOST_KNOWN = 12;

/**
 * Words the one standing rule that several remarks want, without a language model, or says why a person has to. Every
 * wording is tried on all remarks before anybody sees it.
 */
export const draftRule =
  ({ catalogue }: DraftParts) =>
  async (remarks: readonly DraftRemark[]): Promise<DraftResult> => {
    const read = readRemarks(remarks);
    const edits = remarks.filter(({ before, after }) => before !== undefined && after !== undefined);
    const edited = edits.length > 1 ? readEdits(edits) : undefined;
    const texts = read.all.map(({ remark }) => remark.text);
    const vectors = await catalogue?.place(texts);
    const refused = refuseDraft(
      read,
      vectors === undefined ? undefined : (a, b) => cosine(vectors[a]!, vectors[b]!),
    );
    // Words that say nothing do not matter where every remark comes with an edit.
    if (edited !== undefined && edits.length === remarks.length && edited.covers === edits.length) {
      return scoped(draftOfEdits(edited, read), remarks);
    }
    if (refused !== undefined) return refused;
    const composed = composeDrafts(read);
    const places = await catalogue?.place(composed.map(({ text }) => text));
    const likenessTo = (vector: Float32Array) => (remark: number) => cosine(vector, vectors![remark]!);
    const candidates: Candidate[] = composed.map(({ text, hasBothHalves, from }, at) => ({
      text,
      source: "remarks",
      origin: { kind: "remarks", hasBothHalves, isPair: from.length > 1 },
      ...(places === undefined ? {} : { likenessTo: likenessTo(places[at]!) }),
    }));
    const known = vectors === undefined ? [] : await catalogue!.nearestRules(vectors, MOST_KNOWN);
    const rules = await catalogue?.place(known.map(({ rule }) => rule));
    for (const [rank, { rule, entry, near }] of known.entries()) {
      candidates.push({
        text: rule,
        source: entry === null ? "library" : "catalogue",
        origin: { kind: "known", near, rank },
        ...(entry === null ? {} : { entry: entry.id }),
        likenessTo: likenessTo(rules![rank]!),
      });
    }
    return scoped(chooseDraft(read, candidates), remarks);
  };

function scoped(draft: DraftResult, remarks: readonly DraftRemark[]): DraftResult {
  const paths = remarks.flatMap(({ path }) => path ?? []);
  const scope = paths.length === remarks.length && paths.length > 1 ? commonGlob(paths) : undefined;
  return draft.ok && scope !== undefined ? { ...draft, scope } : draft;
}
