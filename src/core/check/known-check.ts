import type { StructureCheck } from "./check.ts";
import type { Example } from "./draft-context.ts";
import { findSite, type Site } from "./find-anchors.ts";
import { matchNodes, type RuleMatcher, type StructureRule } from "./match-rule.ts";
import { eachNode, type SyntaxNode } from "./syntax-node.ts";

/** A common mistake with a rule that somebody wrote by hand. */
export interface KnownCheck {
  /** Such as `js/loose-equality`. */
  readonly id: string;
  /** As a reviewer says it. */
  readonly say: string;
  /** `javascript` stands for its dialects as well, `typescript` for TSX. */
  readonly language: string;
  readonly rule: StructureRule;
  readonly fix?: string;
  /** Rules of linters that find the same, by the linter's name. */
  readonly linters?: Readonly<Record<string, readonly string[]>>;
}

/** A known check as it is written in `catalogue/checks`, with code that shows what it finds and what not. */
export interface WrittenKnownCheck extends KnownCheck {
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

const DIALECTS: Readonly<Record<string, readonly string[]>> = {
  javascript: ["javascript", "jsx", "typescript", "tsx"],
  typescript: ["typescript", "tsx"],
};

/** Whether a check for one language runs on code of another. */
export const coversLanguage = (checkLanguage: string, language: string): boolean =>
  (DIALECTS[checkLanguage] ?? [checkLanguage]).includes(language);

/** A known check that can be run. */
export interface KnownMatcher {
  readonly known: KnownCheck;
  readonly matcher: RuleMatcher;
}

/** The known check that finds what every correction changed and nothing that they left. */
export function findKnownCheck(
  language: string,
  examples: readonly Example[],
  candidates: Iterable<KnownMatcher>,
  description?: string,
): StructureCheck | undefined {
  const sites = examples.flatMap((example) => findSite(example) ?? []);
  if (sites.length === 0 || sites.length < examples.length) return undefined;
  let best: KnownCheck | undefined;
  let most: readonly number[] = [];
  for (const { known, matcher } of candidates) {
    const rank = rankKnown(known, matcher, sites, description);
    if (rank !== undefined && (best === undefined || isHigher(rank, most))) [best, most] = [known, rank];
  }
  if (best === undefined) return undefined;
  const { id, rule, fix } = best;
  return { kind: "structure", language, rule, ...(fix === undefined ? {} : { fix }), known: id };
}

function rankKnown(
  { say }: KnownCheck,
  matcher: RuleMatcher,
  sites: readonly Site[],
  description: string | undefined,
): readonly number[] | undefined {
  let [size, apart] = [0, 0];
  for (const { example, changes } of sites) {
    const hits = matchNodes(matcher, example.before);
    if (hits.length === 0 || matchNodes(matcher, example.after).length > 0) return undefined;
    const changed = new Set(changes.flatMap(({ focus, removed }) => [focus, ...removed]));
    const near = hits.filter((hit) => touches(hit, changed));
    if (near.length === 0) return undefined;
    apart += hits.length - near.length;
    size += Math.min(...near.map(({ text }) => text.length));
  }
  return [description === undefined ? 0 : sharedWords(say, description), -apart, -size];
}

/** Whether a change is in the node, or the node in what was changed. */
function touches(hit: SyntaxNode, changed: ReadonlySet<SyntaxNode>): boolean {
  for (const node of eachNode(hit)) if (changed.has(node)) return true;
  for (let up = hit.parent; up !== undefined; up = up.parent) if (changed.has(up)) return true;
  return false;
}

/** How much of what two sentences say is the same words, from 0 to 1 in tenths: less says nothing. */
function sharedWords(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return Math.round((10 * shared) / Math.max(1, Math.min(left.size, right.size))) / 10;
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []).filter((word) => !COMMON.has(word)));

const COMMON = new Set(
  "the of to in is it an and or not for use do with when that this on as by be if at instead rather than from are you your don code".split(
    " ",
  ),
);

function isHigher(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index >= 0 && one[index]! > other[index]!;
}
