import type { StructureRule } from "./match-rule.ts";
import { ancestors, eachNode, type SyntaxNode } from "./syntax-node.ts";
import { escapeRegex } from "./write-rule.ts";

/** What code that was hit wrongly has and the mistakes do not, each as something to exclude. */
export function exclusions(
  hits: readonly SyntaxNode[],
  wrong: readonly SyntaxNode[],
): [string, StructureRule][] {
  const found: [string, StructureRule][] = [];
  if (wrong.length > 0) {
    const features = wrong.map(featuresOf);
    const absent = new Set(hits.flatMap((node) => [...featuresOf(node).keys()]));
    const counts = new Map<string, StructureRule>();
    for (const [id, rule] of features[0]!)
      if (!absent.has(id) && features.every((some) => some.has(id))) counts.set(id, rule);
    const byClass = new Map<string, number>();
    for (const [id, rule] of counts) {
      const name = id.split(":")[0]!;
      const times = byClass.get(name) ?? 0;
      if (times >= 2) continue;
      byClass.set(name, times + 1);
      found.push([`${name}${times}`, rule]);
    }
  }
  const [one] = hits;
  for (const child of one!.children) {
    if (
      !child.named ||
      child.field === undefined ||
      !hits.every((node) =>
        node.children.some(({ field, children }) => field === child.field && children.length === 0),
      )
    )
      continue;
    if (!/identifier/u.test(child.kind)) continue;
    const { field } = child;
    const scope = commonAncestor(hits);
    const named: StructureRule = { has: { field, pattern: "$N" } };
    const used: StructureRule = {
      pattern: "$N",
      not: { inside: { field, ...(one!.kind === hits.at(-1)!.kind ? { kind: one!.kind } : {}) } },
    };
    if (scope !== undefined)
      found.push([
        `unused`,
        {
          any: [
            { not: named },
            { ...named, inside: { stopBy: "end", kind: scope, has: { stopBy: "end", ...used } } },
          ],
        },
      ]);
    found.push(["unused-inside", { ...named, all: [{ has: { stopBy: "end", ...used } }] }]);
  }
  return found;
}

function commonAncestor(nodes: readonly SyntaxNode[]): string | undefined {
  const kinds = nodes.map((node) =>
    ancestors(node)
      .map(({ kind }) => kind)
      .filter((kind) => !/^(?:program|module|source_file)$/u.test(kind)),
  );
  return (
    kinds[0]!.find((kind) => kinds.every((some) => some.includes(kind))) ?? ancestors(nodes[0]!).at(-1)?.kind
  );
}

function featuresOf(node: SyntaxNode): Map<string, StructureRule> {
  const found = new Map<string, StructureRule>();
  for (const child of node.children) {
    if (child.field !== undefined)
      found.set(`field:${child.field}`, { has: { field: child.field, regex: "" } });
    if (child.named) found.set(`kind:${child.kind}`, { has: { kind: child.kind } });
    else if (/\p{L}/u.test(child.text))
      found.set(`token:${child.text}`, { has: { regex: `^${escapeRegex(child.text)}$` } });
  }
  const { parent } = node;
  if (parent !== undefined) {
    found.set(`parent:${parent.kind}`, { inside: { kind: parent.kind } });
    for (const up of ancestors(node))
      found.set(`inside:${up.kind}`, { inside: { stopBy: "end", kind: up.kind } });
  }
  let size = 0;
  for (const below of eachNode(node)) {
    if (below === node) continue;
    if (size++ > 400) break;
    if (below.children.length === 0 && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(below.text))
      found.set(`word:${below.text}`, { has: { stopBy: "end", regex: `^${below.text}$` } });
    if (below.named) found.set(`deep:${below.kind}`, { has: { stopBy: "end", kind: below.kind } });
  }
  return found;
}
