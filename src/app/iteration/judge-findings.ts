import { defined } from "../../core/defined.ts";
import { locationName } from "../../core/iteration/find-location.ts";
import type { IssueWording } from "../../core/iteration/name-issues.ts";
import {
  type ComparedItem,
  compareByWords,
  compareIssues,
  type IssueRelation,
  issueText,
} from "../../core/iteration/same-issue.ts";
import { cosine, type JudgedText } from "../../core/judge/judgement.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Judge } from "../../ports/evaluator.ts";

/** Recognises the same issue in other words. */
export interface IssueJudge {
  readonly embedder: Pick<Embedder, "embed">;
  readonly judge: Judge;
}

/**
 * The relation of each item to each earlier wording. The model is only opened if words and locations do not decide
 * everything.
 */
export async function judgeFindings(
  items: readonly ComparedItem[],
  wordings: readonly IssueWording[],
  learning: () => Promise<IssueJudge>,
): Promise<readonly (readonly IssueRelation[])[]> {
  const settled = items.map((item) => wordings.map(({ item: earlier }) => compareByWords(earlier, item)));
  const undecided = new Map<string, ComparedItem>();
  for (const [at, item] of items.entries()) {
    for (const [column, { item: earlier }] of wordings.entries()) {
      if (settled[at]![column] !== undefined) continue;
      undecided.set(issueText(item), item);
      undecided.set(issueText(earlier), earlier);
    }
  }
  if (undecided.size === 0) return settled.map((row) => row.map((one) => one!));
  const { embedder, judge } = await learning();
  const texts = [...undecided.keys()];
  const embedded = await embedder.embed(texts);
  const vectors = new Map(texts.map((text, at) => [text, embedded[at]!]));
  const relations: IssueRelation[][] = [];
  for (const [at, item] of items.entries()) {
    const open = wordings.flatMap(({ item: earlier }, column) =>
      settled[at]![column] === undefined ? [{ earlier, column }] : [],
    );
    const row = settled[at]!.map((one): IssueRelation => one ?? { relation: "other" });
    relations.push(row);
    if (open.length === 0) continue;
    const judgements = await judge.judge(
      judged(item, vectors),
      open.map(({ earlier }) => judged(earlier, vectors)),
    );
    for (const [index, { earlier, column }] of open.entries()) {
      const similarity = cosine(vectors.get(issueText(item))!, vectors.get(issueText(earlier))!);
      row[column] = compareIssues(earlier, item, { judgement: judgements[index]!, cosine: similarity });
    }
  }
  return relations;
}

function judged(item: ComparedItem, vectors: ReadonlyMap<string, Float32Array>): JudgedText {
  const text = issueText(item);
  const { type } = item.location;
  const named = type === "line" || type === "range" ? undefined : `${type}:${locationName(item.location)}`;
  return {
    text,
    vector: vectors.get(text)!,
    category: item.aspect,
    ...defined({ path: named }),
  };
}
