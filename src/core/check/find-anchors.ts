import { compareTrees, similarity, type TreeChange } from "./compare-trees.ts";
import type { Example } from "./draft-context.ts";
import { ancestors, eachNode, nodeKey, type SyntaxNode } from "./syntax-node.ts";

/** Where one correction changed something. */
export interface Site {
  readonly example: Example;
  readonly hot: (node: SyntaxNode) => boolean;
  /** Each node near a change with its height above it. */
  readonly near: ReadonlyMap<SyntaxNode, number>;
  readonly changes: readonly TreeChange[];
}

const UP = 7;

export function findSite(example: Example): Site | undefined {
  const changes = compareTrees(example.before, example.after);
  if (changes.length === 0) return undefined;
  const near = new Map<SyntaxNode, number>();
  const warm = new Set<SyntaxNode>();
  const put = (node: SyntaxNode, height: number): void => {
    const old = near.get(node);
    if (node.named && node.parent !== undefined && (old === undefined || Math.abs(height) < Math.abs(old)))
      near.set(node, height);
  };
  for (const { focus, removed } of changes) {
    put(focus, 0);
    warm.add(focus);
    for (const [index, up] of ancestors(focus).entries()) {
      if (index < UP) put(up, index + 1);
      warm.add(up);
    }
    for (const gone of removed) {
      for (const node of eachNode(gone)) warm.add(node);
      if (gone.named) put(gone, gone === focus ? 0 : -1);
      for (const child of gone.children) {
        put(child, -1);
        for (const below of child.children) put(below, -2);
      }
    }
  }
  return { example, hot: (node) => warm.has(node), near, changes };
}

/** Any code can be a name, a literal or a call, so that one was there says little. */
const COMMON =
  /identifier$|^call|^(?:member|field|selector)_expression$|^attribute$|block$|expression_statement$|literal$|^(?:true|false|null|none|nil|undefined|number|integer|float|string|template_string)$/u;

/** What the correction replaced by code of another kind. */
export function replacedNodes({ changes }: Site): SyntaxNode[] {
  return changes.flatMap(({ removed, added }) =>
    removed.filter(
      (node) =>
        node.named &&
        !COMMON.test(node.kind) &&
        added.some(({ named }) => named) &&
        added.every(({ kind }) => kind !== node.kind),
    ),
  );
}

/** Whether a node went away as a whole, and is of a kind that only such mistakes have. */
export function isOutright({ changes }: Site, node: SyntaxNode): boolean {
  return (
    !COMMON.test(node.kind) &&
    changes.some(({ removed, added }) => removed.includes(node) && added.every(({ named }) => !named))
  );
}

export interface Anchor {
  readonly nodes: readonly SyntaxNode[];
  readonly height: number;
  readonly hot: (node: SyntaxNode) => boolean;
}

const ANCHORS = 24;

/** Nodes that play the same part in each example, at several heights above the change. */
export function findAnchors(sites: readonly Site[]): Anchor[] {
  const anchors: Anchor[] = [];
  const seen = new Set<string>();
  const hot = (node: SyntaxNode): boolean => sites.some((site) => site.hot(node));
  const bases = [...sites[0]!.near].toSorted((one, other) => Math.abs(one[1]) - Math.abs(other[1]));
  for (const [base, height] of bases) {
    const nodes = [base];
    for (const site of sites.slice(1)) {
      let best: SyntaxNode | undefined;
      let most = -1;
      for (const [node, at] of site.near) {
        const fit =
          (node.kind === base.kind ? 1 : 0) +
          similarity(base, node) * 0.8 -
          Math.abs(at - height) * 0.15 +
          (node.field === base.field ? 0.1 : 0) +
          (node.parent?.kind === base.parent?.kind ? 0.1 : 0);
        if (fit > most) [best, most] = [node, fit];
      }
      if (best === undefined || most < 0.05) break;
      nodes.push(best);
    }
    if (nodes.length < sites.length) continue;
    const id = nodes.map(nodeKey).join("\u0001");
    if (seen.has(id)) continue;
    seen.add(id);
    anchors.push({ nodes, height, hot });
    if (anchors.length >= ANCHORS) break;
  }
  return anchors;
}
