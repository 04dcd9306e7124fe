import { isCommentNode, nodeKey, type SyntaxNode } from "./syntax-node.ts";

/** One place where the code before and after differ. */
export interface TreeChange {
  /** The smallest node of the code before that contains all of this change. */
  readonly focus: SyntaxNode;
  /** The nodes that went away, and those that took their place. */
  readonly removed: readonly SyntaxNode[];
  readonly added: readonly SyntaxNode[];
}

/** How many children are aligned exactly; beyond, common starts and ends are enough. */
const ALIGNED = 200;

/** What differs between two trees, as small as possible. Comments matter only if nothing else changed. */
export function compareTrees(before: SyntaxNode, after: SyntaxNode): TreeChange[] {
  const changes: TreeChange[] = [];
  compare(before, after, changes);
  return changes;
}

function compare(before: SyntaxNode, after: SyntaxNode, changes: TreeChange[]): void {
  if (nodeKey(before) === nodeKey(after)) return;
  if (before.kind !== after.kind || before.children.length === 0 || after.children.length === 0) {
    changes.push({ focus: before, removed: [before], added: [after] });
    return;
  }
  for (const [removed, added] of gaps(before.children, after.children)) {
    const left = [...removed];
    const right = [...added];
    const pairs = pairUp(left, right);
    for (const [one, other] of pairs) compare(one, other, changes);
    const gone = left.filter((node) => !pairs.some(([one]) => one === node));
    const come = right.filter((node) => !pairs.some(([, other]) => other === node));
    if (gone.length === 0 && come.length === 0) continue;
    const named = gone.filter((node) => node.named && !isCommentNode(node));
    changes.push({
      focus: named.length === 1 && come.every(({ named: isNamed }) => isNamed) ? named[0]! : before,
      removed: gone,
      added: come,
    });
  }
}

/** Pairs nodes of a gap that are the same thing in another form. */
function pairUp(removed: readonly SyntaxNode[], added: readonly SyntaxNode[]): [SyntaxNode, SyntaxNode][] {
  if (removed.length === 1 && added.length === 1) {
    const [one, other] = [removed[0]!, added[0]!];
    return one.named === other.named ? [[one, other]] : [];
  }
  const pairs: [SyntaxNode, SyntaxNode][] = [];
  const taken = new Set<SyntaxNode>();
  for (const node of removed) {
    if (!node.named) continue;
    let best: SyntaxNode | undefined;
    let most = 0.3;
    for (const other of added) {
      if (taken.has(other) || other.kind !== node.kind || !other.named) continue;
      const share = similarity(node, other) + (other.field === node.field ? 0.2 : 0);
      if (share > most) [best, most] = [other, share];
    }
    if (best === undefined) continue;
    taken.add(best);
    pairs.push([node, best]);
  }
  return pairs;
}

/** The runs of children that have no equal on the other side. */
function gaps(
  before: readonly SyntaxNode[],
  after: readonly SyntaxNode[],
): [readonly SyntaxNode[], readonly SyntaxNode[]][] {
  const one = before.map(nodeKey);
  const other = after.map(nodeKey);
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end++;
  const rows = one.length - end;
  const columns = other.length - end;
  if (rows - start > ALIGNED || columns - start > ALIGNED)
    return [[before.slice(start, rows), after.slice(start, columns)]];
  const common = longestCommon(one.slice(start, rows), other.slice(start, columns));
  const found: [readonly SyntaxNode[], readonly SyntaxNode[]][] = [];
  let [left, right] = [start, start];
  for (const [row, column] of [...common, [rows - start, columns - start] as const]) {
    if (row + start > left || column + start > right)
      found.push([before.slice(left, row + start), after.slice(right, column + start)]);
    [left, right] = [row + start + 1, column + start + 1];
  }
  return found;
}

function longestCommon(one: readonly string[], other: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row]![column] =
        one[row] === other[column]
          ? lengths[row + 1]![column + 1]! + 1
          : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!);
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (lengths[row + 1]![column]! >= lengths[row]![column + 1]!) row++;
    else column++;
  }
  return pairs;
}

const bags = new WeakMap<SyntaxNode, Map<string, number>>();

function leaves(node: SyntaxNode): Map<string, number> {
  let bag = bags.get(node);
  if (bag === undefined) {
    bag = new Map();
    const add = (word: string, count: number): void => void bag!.set(word, (bag!.get(word) ?? 0) + count);
    if (node.children.length === 0) add(node.text, 1);
    for (const child of node.children) for (const [word, count] of leaves(child)) add(word, count);
    add(node.kind, 0.5);
    bags.set(node, bag);
  }
  return bag;
}

/** From 0 to 1: how many words and kinds two nodes share. */
export function similarity(one: SyntaxNode, other: SyntaxNode): number {
  const [left, right] = [leaves(one), leaves(other)];
  let [shared, total] = [0, 0];
  for (const [word, count] of left) {
    shared += Math.min(count, right.get(word) ?? 0);
    total += count;
  }
  for (const count of right.values()) total += count;
  return total === 0 ? 0 : (2 * shared) / total;
}
