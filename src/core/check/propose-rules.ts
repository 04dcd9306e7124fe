import { antiUnify, type Shape } from "./anti-unify.ts";
import { makeContext, type DraftContext, type Example } from "./draft-context.ts";
import { surroundings, scopeConditions, type Surroundings } from "./file-scope.ts";
import { findAnchors, findSite, type Anchor } from "./find-anchors.ts";
import { exclusions } from "./find-exclusions.ts";
import { matchNodes, type StructureRule } from "./match-rule.ts";
import { findSame, joinRules, RuleWriter, type Policy, type RuleStats } from "./write-rule.ts";

export interface Candidate {
  readonly signature: string;
  readonly rule: StructureRule;
  readonly policy: Policy;
  readonly height: number;
  readonly negative: string;
  readonly stats: RuleStats;
  readonly shape: Shape;
}

const POLICIES: readonly Policy[] = (["all", "known"] as const).flatMap((names) =>
  (["list", "affix"] as const).flatMap((varied) =>
    (["full", "near", "bare"] as const).flatMap((depth) =>
      (["strict", "none"] as const).flatMap((count) =>
        (["kinds", "class", "free"] as const).map((holes) => ({
          names,
          varied,
          depth,
          count,
          holes,
          same: true,
        })),
      ),
    ),
  ),
);

export interface Proposal extends Candidate {
  readonly partial: boolean;
  /** The share of examples for which the other examples alone give a rule that hits it and not its correction. */
  readonly foresees: number;
  /** How many ways of generalising come to this rule. */
  readonly ways: number;
  readonly signatures: readonly string[];
  readonly looMap: readonly number[];
}

/** Rules that hit each mistake and no correction, and rules that hit all mistakes but one. */
export function proposeRules(
  examples: readonly Example[],
  description: string | undefined,
  kinds: readonly string[] = [],
): Proposal[] {
  const whole = proposeFrom(examples, description, kinds);
  const rest =
    examples.length < 3
      ? []
      : examples.map((left) => ({
          left,
          ...proposeFrom(
            examples.filter((one) => one !== left),
            description,
            kinds,
          ),
        }));
  const proposals = new Map<string, Proposal>();
  const memo = new Map<string, boolean>();
  const foresees = (signature: string): number => {
    let right = 0;
    for (const [index, { left, bySignature }] of rest.entries()) {
      const text = bySignature.get(signature);
      if (text === undefined) continue;
      const key = `${index} ${text}`;
      let good = memo.get(key);
      if (good === undefined) {
        const rule = JSON.parse(text) as StructureRule;
        good = matchNodes(rule, left.before).length > 0 && matchNodes(rule, left.after).length === 0;
        memo.set(key, good);
      }
      if (good) right++;
    }
    return rest.length === 0 ? 0 : right / rest.length;
  };
  for (const [text, { candidate, signatures }] of whole.candidates)
    proposals.set(text, {
      ...candidate,
      partial: false,
      foresees: Math.max(...signatures.map(foresees)),
      ways: signatures.length,
      signatures,
      looMap: signatures.map(foresees),
    });
  for (const { left, candidates } of rest)
    for (const [text, { candidate, signatures }] of candidates) {
      if (
        proposals.has(text) ||
        matchNodes(candidate.rule, left.after).length > 0 ||
        matchNodes(candidate.rule, left.before).length > 0
      )
        continue;
      proposals.set(text, {
        ...candidate,
        partial: true,
        foresees: Math.max(...signatures.map(foresees)),
        ways: signatures.length,
        signatures,
        looMap: signatures.map(foresees),
      });
    }
  return [...proposals.values()];
}

interface Proposed {
  readonly candidates: Map<string, { candidate: Candidate; signatures: string[] }>;
  readonly bySignature: Map<string, string>;
}

function proposeFrom(
  examples: readonly Example[],
  description: string | undefined,
  kinds: readonly string[],
): Proposed {
  const context = makeContext(examples, description, kinds);
  const proposed: Proposed = { candidates: new Map(), bySignature: new Map() };
  const sites = examples.flatMap((example) => findSite(example) ?? []);
  if (sites.length < examples.length) return proposed;
  const tried = new Map<string, [string, StructureRule, string][]>();
  const add = (text: string, candidate: Candidate): void => {
    const known = proposed.candidates.get(text);
    if (known === undefined) proposed.candidates.set(text, { candidate, signatures: [candidate.signature] });
    else known.signatures.push(candidate.signature);
    if (!proposed.bySignature.has(candidate.signature)) proposed.bySignature.set(candidate.signature, text);
  };
  const scope = surroundings(context);
  for (const anchor of findAnchors(sites)) {
    const shape = antiUnify(anchor.nodes, anchor.hot);
    const same = findSame(shape);
    for (const policy of POLICIES) {
      const writer = new RuleWriter(policy, context, policy.same ? same : new Map());
      const rule = writer.write(shape);
      if (rule === undefined) continue;
      const id = JSON.stringify(rule);
      let passed = tried.get(id);
      if (passed === undefined) tried.set(id, (passed = passing(rule, id, anchor, context, scope)));
      const signature = `${anchor.height}/${shape.kinds.length === 1 ? shape.kinds[0] : "*"}/${Object.values(policy).join("-")}`;
      for (const [text, one, negative] of passed)
        add(text, {
          policy,
          height: anchor.height,
          stats: writer.stats,
          shape,
          signature: `${signature}/${negative}`,
          rule: one,
          negative,
        });
    }
  }
  return proposed;
}

/** The rule itself if it hits each mistake and no correction, and forms of it that exclude something more. */
function passing(
  rule: StructureRule,
  id: string,
  anchor: Anchor,
  context: DraftContext,
  scope: Surroundings,
): [string, StructureRule, string][] {
  const { examples } = context;
  if (examples.some((one) => matchNodes(rule, one.before).length === 0)) return [];
  const after = examples.flatMap((one) => matchNodes(rule, one.after));
  const passed: [string, StructureRule, string][] = after.length === 0 ? [[id, rule, ""]] : [];
  for (const [name, negative] of exclusions(anchor.nodes, after, context)) {
    const more = joinRules([...split(rule), { not: negative }]);
    if (
      examples.every((one) => matchNodes(more, one.before).length > 0) &&
      examples.every((one) => matchNodes(more, one.after).length === 0)
    )
      passed.push([JSON.stringify(more), more, name]);
  }
  return passed.flatMap((one) => [one, ...inScope(one, scope, context)]);
}

function split(rule: StructureRule): StructureRule[] {
  return Object.entries(rule).flatMap(([key, value]) =>
    key === "all" ? (value as StructureRule[]) : [{ [key]: value } as StructureRule],
  );
}

/** The same rule, only in files that do not declare its names themselves, or that import what all examples import. */
function inScope(
  [text, rule, negative]: [string, StructureRule, string],
  scope: Surroundings,
  context: DraftContext,
): [string, StructureRule, string][] {
  const conditions = scopeConditions(text, scope, context.kinds);
  if (conditions.length === 0) return [];
  const more = joinRules([...split(rule), ...conditions]);
  if (!context.examples.every((one) => matchNodes(more, one.before).length > 0)) return [];
  return [[JSON.stringify(more), more, `${negative}+scope`]];
}
