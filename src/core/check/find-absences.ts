import type { TreeChange } from "./compare-trees.ts";
import { label, type SyntaxNode } from "./syntax-node.ts";
import type { StructureRule } from "./match-rule.ts";
import { exactly } from "./write-rule.ts";

/** Something that all corrections added and that the mistakes lack, such as an argument. */
export interface Absence {
  /** Where it was added, one for each example. */
  readonly places: readonly SyntaxNode[];
  /** Matches a node that has it as a child. */
  readonly rule: StructureRule;
}

const SPREAD = /^(?!.*(?:pattern|type)).*(?:splat|spread)/u;
const MAY_BE_SPREAD = /argument|object|array|list|dictionary|attribute/u;

/** What each correction adds without taking anything away. */
export function findAbsences(
  changes: readonly (readonly TreeChange[])[],
  kinds: readonly string[],
): Absence[] {
  const added = changes.map((some) =>
    some
      .filter(({ removed }) => removed.every(({ named }) => !named))
      .flatMap(({ focus, added: nodes }) =>
        nodes.flatMap((node) => (isTelling(node) ? [{ place: focus, id: identify(node), node }] : [])),
      ),
  );
  const found: Absence[] = [];
  for (const { id, node } of added[0] ?? []) {
    const same = added.map((some) => some.find((other) => other.id === id));
    if (same.includes(undefined)) continue;
    const nodes = same.map((one) => one!.node);
    const name = nameOf(node);
    // Of code without a name or a text that all share nobody knows whether it is the same.
    if (name === undefined && new Set(nodes.map(({ text }) => text)).size > 1) continue;
    const position = nodes.every((one) => one.position === node.position) ? node.position : 0;
    const spreads = MAY_BE_SPREAD.test(same[0]!.place.kind) ? kinds.filter((kind) => SPREAD.test(kind)) : [];
    found.push({
      places: same.map((one) => one!.place),
      rule: {
        has: { any: [presence(node, name, position), ...spreads.map((kind) => ({ kind }))] },
      },
    });
  }
  return found;
}

const isTelling = ({ named, text }: SyntaxNode): boolean => named || /^[\p{L}?!&]/u.test(text);

const nameOf = (node: SyntaxNode): string | undefined =>
  node.named ? /^\S+ (.+)$/su.exec(label(node))?.[1] : node.text;

/** A keyword is the same word; code is known by its name or, if it has none, by its kind. */
const identify = (node: SyntaxNode): string =>
  node.named ? label(node) || `${node.kind} ${node.field ?? ""}` : node.text;

function presence(node: SyntaxNode, name: string | undefined, position: number): StructureRule {
  if (!node.named) return { regex: exactly([node.text]) };
  if (name === undefined && position > 1) return { nthChild: position };
  return name === undefined
    ? { kind: node.kind }
    : { kind: node.kind, has: { stopBy: "end", regex: exactly([name]) } };
}

/** The rule that a node lacks what was added, as seen from a node that contains the places. */
export function lacks({ places, rule }: Absence, nodes: readonly SyntaxNode[]): StructureRule | undefined {
  const paths = places.map((place, index) => pathTo(place, nodes[index]!));
  const [path] = paths;
  if (path === undefined || paths.some((other) => other?.join() !== path.join())) return undefined;
  return { not: within(path, rule) };
}

/** The rule for what the fields lead to, from the lowest. */
function within([field, ...rest]: readonly string[], rule: StructureRule): StructureRule {
  return field === undefined ? rule : within(rest, { has: { field, ...rule } });
}

/** The fields from a node down to one that it contains, from the lowest; only by fields, so that nothing else is meant. */
function pathTo(place: SyntaxNode, top: SyntaxNode): string[] | undefined {
  const path: string[] = [];
  for (let node = place; node !== top; node = node.parent) {
    if (node.field === undefined || node.parent === undefined) return undefined;
    path.push(node.field);
  }
  return path;
}
