import { DUMMY, type DraftContext } from "./draft-context.ts";
import type { Proposal } from "./propose-rules.ts";

export function signsOf(one: Proposal, context: DraftContext, total: number): Record<string, number> {
  const text = JSON.stringify(one.rule);
  const { stats, policy, negative, height } = one;
  const words = [...text.matchAll(/"regex":"\^([^"]*)\$"/gu)].flatMap(([, body]) =>
    body!.replaceAll(/\(\?:|\)|\[\\?"'`\]|\\\\/gu, "").split("|"),
  );
  const dummies = words.filter((word) => DUMMY.test(word) || context.declared.has(word)).length;
  const names = words.filter(
    (word) => /^[\p{L}_$][\p{L}\p{N}_$]{2,}$/u.test(word) && !DUMMY.test(word) && !context.declared.has(word),
  );
  const removed = names.filter((word) => context.removedWords.has(word)).length;
  const said = names.filter(
    (word) => context.words.has(word) || context.words.has(word.toLowerCase()),
  ).length;
  const flag = (value: boolean): number => (value ? 1 : 0);
  const scoped = negative.endsWith("+scope");
  const kind = negative.replace("+scope", "").replace(/\d$/u, "");
  const size = one.shape.nodes.reduce((sum, node) => sum + node.text.length, 0) / one.shape.nodes.length;
  return {
    partial: flag(one.partial),
    foresees: one.foresees,
    foreseesAll: flag(one.foresees > 0.99),
    foreseesNone: flag(one.foresees === 0),
    wholeForesees: flag(!one.partial) * one.foresees,
    ways: Math.log(1 + one.ways),
    total: Math.log(1 + total),
    h0: flag(height === 0),
    h1: flag(height === 1),
    h2: flag(height === 2),
    h3: flag(height > 2),
    below: flag(height < 0),
    namesAll: flag(policy.names === "all"),
    namesSaid: flag(policy.names === "said"),
    variedAny: flag(policy.varied === "any"),
    variedList: flag(policy.varied === "list"),
    full: flag(policy.depth === "full"),
    near: flag(policy.depth === "near"),
    bare: flag(policy.depth === "bare"),
    counted: flag(policy.count === "strict"),
    free: flag(policy.holes === "free"),
    family: flag(policy.holes === "class"),
    kinds: Math.min(stats.kinds, 8),
    words: Math.min(stats.words, 4),
    hotWords: Math.min(stats.hotWords, 3),
    lists: Math.min(stats.lists, 3),
    affixes: Math.min(stats.affixes, 2),
    same: Math.min(stats.same, 3),
    counts: Math.min(stats.counts, 3),
    holes: Math.min(stats.holes, 5),
    dummies: Math.min(dummies, 4),
    names: Math.min(names.length, 4),
    hasName: flag(names.length > 0),
    removed: Math.min(removed, 3),
    hasRemoved: flag(removed > 0),
    saidNames: Math.min(said, 3),
    length: Math.log(text.length),
    leaf: flag(one.shape.texts !== undefined),
    manyKinds: flag(one.shape.kinds.length > 1),
    size: Math.log(1 + size),
    scoped: flag(scoped),
    strict: flag(policy.count === "strict"),
    plain: flag(kind === ""),
    notWord: flag(kind === "word"),
    notDeep: flag(kind === "deep"),
    notDirect: flag(kind === "kind" || kind === "token" || kind === "field"),
    notParent: flag(kind === "parent" || kind === "inside"),
    notSaid: flag(kind === "said"),
    notUsed: flag(kind.startsWith("unused")),
  };
}
