import { antiUnify } from "./anti-unify.ts";
import { makeContext, type DraftContext, type Example, type Facts } from "./draft-context.ts";
import { scopeConditions, surroundings, type Surroundings } from "./file-scope.ts";
import { findAbsences, lacks, type Absence } from "./find-absences.ts";
import { findAnchors, findSite, isOutright, replacedNodes, type Anchor } from "./find-anchors.ts";
import { exclusions } from "./find-exclusions.ts";
import { matchNodes, type StructureRule } from "./match-rule.ts";
import { mentioned } from "./mentioned-words.ts";
import { findSame, joinRules, RuleWriter, type ChangedNodes, type Policy } from "./write-rule.ts";

/** A rule that hits each mistake and no correction. */
export interface Proposal {
  readonly rule: StructureRule;
  readonly policy: Policy;
  /** How far above the change the node is that it hits. */
  readonly height: number;
  /** What it excludes besides, by the way that was found; empty if nothing. */
  readonly excludes: string;
  /** Holds only in files that import what the examples import, or that do not declare the names themselves. */
  readonly scoped: boolean;
  /** How many words that the corrections changed all examples share, and for how many there is a choice. */
  readonly changedWords: number;
  readonly choices: number;
  readonly changedKinds: number;
  /** The kinds of node that it hits. */
  readonly kinds: readonly string[];
  readonly isWord: boolean;
  /** The corrections remove all of what it hits. */
  readonly isOutright: boolean;
  /** The share of examples that the rule made from the other examples hits, and whose correction it does not. */
  readonly foresees: number;
}

const POLICIES: readonly Policy[] = (["list", "affix"] as const).flatMap((varied) =>
  (["full", "near", "bare"] as const).flatMap((depth) =>
    (["kinds", "class", "free"] as const).map((holes) => ({ varied, depth, holes })),
  ),
);

export function proposeCheckRules(examples: readonly Example[], facts: Facts): Proposal[] {
  const whole = proposeFrom(examples, facts);
  const without = examples.length < 3 ? [] : examples.map((left) => proposalsWithout(left, examples, facts));
  return [...whole].map(([signature, proposal]) => {
    const right = without.filter((foresees) => foresees(signature)).length;
    return { ...proposal, foresees: without.length === 0 ? 0 : right / without.length };
  });
}

/** Whether the rule that was made the same way from the other examples is right about the one left out. */
function proposalsWithout(
  left: Example,
  examples: readonly Example[],
  facts: Facts,
): (signature: string) => boolean {
  const proposals = proposeFrom(
    examples.filter((one) => one !== left),
    facts,
  );
  const known = new Map<string, boolean>();
  return (signature) => {
    const proposal = proposals.get(signature);
    if (proposal === undefined) return false;
    const { text, rule } = proposal;
    let right = known.get(text);
    if (right === undefined) known.set(text, (right = passes(rule, [left])));
    return right;
  };
}

const passes = (rule: StructureRule, examples: readonly Example[]): boolean =>
  examples.every((one) => matchNodes(rule, one.before).length > 0) &&
  examples.every((one) => matchNodes(rule, one.after).length === 0);

type Draft = Omit<Proposal, "foresees"> & { readonly text: string };

/** By how they were made: at which height, by which policy, with what excluded. */
function proposeFrom(examples: readonly Example[], facts: Facts): ReadonlyMap<string, Draft> {
  const context = makeContext(examples, facts);
  const drafts = new Map<string, Draft>();
  const sites = examples.flatMap((example) => findSite(example) ?? []);
  if (sites.length < examples.length) return drafts;
  const tried = new Map<string, Passed[]>();
  const scope = surroundings(context);
  const absences = findAbsences(
    sites.map(({ changes }) => changes),
    facts.kinds,
  );
  const changes: ChangedNodes = {
    grew: new Set(absences.flatMap(({ places }) => places)),
    replaced: new Set(sites.flatMap(replacedNodes)),
  };
  for (const anchor of findAnchors(sites)) {
    const { height } = anchor;
    const shape = antiUnify(anchor.nodes, anchor.hot);
    const same = findSame(shape);
    for (const policy of POLICIES) {
      const writer = new RuleWriter(policy, context, same, changes);
      const rule = writer.write(shape);
      if (rule === undefined) continue;
      const id = JSON.stringify(rule);
      let passed = tried.get(id);
      if (passed === undefined)
        tried.set(id, (passed = passing(rule, id, { ...anchor, absences }, context, scope)));
      const way = `${height}/${shape.kinds.length === 1 ? shape.kinds[0] : "*"}/${Object.values(policy).join("-")}`;
      for (const one of passed) {
        const signature = `${way}/${one.excludes}/${one.scoped}`;
        if (drafts.has(signature)) continue;
        const isWord = shape.texts !== undefined;
        drafts.set(signature, {
          ...one,
          policy,
          height,
          changedWords: writer.changedWords + (one.excludes === LACKS ? 1 : 0),
          changedKinds: writer.changedKinds,
          choices: writer.choices,
          kinds: shape.kinds,
          isWord,
          isOutright: sites.every((site, index) => isOutright(site, anchor.nodes[index]!)),
        });
      }
    }
  }
  return drafts;
}

interface Passed {
  readonly text: string;
  readonly rule: StructureRule;
  readonly excludes: string;
  readonly scoped: boolean;
}

/** What `excludes` says of a rule that asks for code without what the corrections added. */
export const LACKS = "lacks";

/** The rule itself if it hits each mistake and no correction, and forms of it that exclude something more. */
function passing(
  rule: StructureRule,
  text: string,
  anchor: Anchor & { readonly absences: readonly Absence[] },
  context: DraftContext,
  scope: Surroundings,
): Passed[] {
  const { examples } = context;
  if (examples.some((one) => matchNodes(rule, one.before).length === 0)) return [];
  const after = examples.flatMap((one) => matchNodes(rule, one.after));
  const passed: Passed[] = after.length === 0 ? [{ text, rule, excludes: "", scoped: false }] : [];
  for (const [excludes, exclusion] of exclusions(anchor.nodes, after)) {
    const more = joinRules([...split(rule), { not: exclusion }]);
    if (passes(more, examples))
      passed.push({ text: JSON.stringify(more), rule: more, excludes, scoped: false });
  }
  for (const absence of after.length === 0 ? [] : anchor.absences) {
    const lacking = lacks(absence, anchor.nodes);
    if (lacking === undefined) continue;
    const more = joinRules([...split(rule), lacking]);
    if (passes(more, examples))
      passed.push({ text: JSON.stringify(more), rule: more, excludes: LACKS, scoped: false });
  }
  return passed.flatMap((one) => [
    one,
    ...inScope(one, mentioned(anchor.nodes, one.text, context), scope, context),
  ]);
}

/** The same rule with conditions on the file. */
function inScope(
  { text, rule, excludes }: Passed,
  mentions: readonly StructureRule[],
  scope: Surroundings,
  { examples, kinds }: DraftContext,
): Passed[] {
  const conditions = [...mentions, ...scopeConditions(text, scope, kinds)];
  if (conditions.length === 0) return [];
  const more = joinRules([...split(rule), ...conditions]);
  if (!examples.every((one) => matchNodes(more, one.before).length > 0)) return [];
  return [{ text: JSON.stringify(more), rule: more, excludes, scoped: true }];
}

function split(rule: StructureRule): StructureRule[] {
  return Object.entries(rule).flatMap(([key, value]) =>
    key === "all" ? (value as StructureRule[]) : [{ [key]: value }],
  );
}
