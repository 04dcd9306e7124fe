import { eachNode, isCommentNode, label, namedChildren, nodeKey, type SyntaxNode } from "./syntax-node.ts";

/** What several pieces of code have in common, as a pattern of a node. */
export interface Shape {
  /** The kinds of node that were seen. */
  readonly kinds: readonly string[];
  /** What the nodes themselves say, one for each example; only for words, literals and the like. */
  readonly texts: readonly string[] | undefined;
  /** The same for code that is the same in each example: what a metavariable stands for. */
  readonly identity: string;
  readonly parts: readonly Part[];
  /** How many children all have, unless it varies. */
  readonly count: number | undefined;
  /** Contains or is part of what the correction changed. */
  readonly hot: boolean;
  readonly nodes: readonly SyntaxNode[];
}

/** A child that all examples have. */
export interface Part {
  readonly field: string | undefined;
  readonly position: number | undefined;
  /** Counted from the end. */
  readonly fromEnd: boolean;
  /** Anywhere below, not only among the children. */
  readonly deep?: true;
  readonly shape: Shape;
}

const WHOLE = /string|template|number|integer|float|regex|literal|char/u;

/** Nodes that are compared as text, whatever the grammar divides them into. */
function isWord(node: SyntaxNode): boolean {
  if (node.children.length === 0) return true;
  return (
    WHOLE.test(node.kind) &&
    !/substitution|interpolation/u.test(node.children.map(({ kind }) => kind).join(" ")) &&
    node.text.length <= 80 &&
    !/_list|struct|compos|element|expression/u.test(node.kind)
  );
}

const DEPTH = 12;

export function antiUnify(
  nodes: readonly SyntaxNode[],
  isHot: (node: SyntaxNode) => boolean,
  depth = 0,
): Shape {
  const kinds = [...new Set(nodes.map(({ kind }) => kind))];
  const words = nodes.every(isWord);
  const inner = !words && depth < DEPTH;
  return {
    kinds,
    texts: words || nodes.every((node) => !node.named) ? nodes.map(({ text }) => text) : undefined,
    identity: nodes.map(nodeKey).join("\u0001"),
    parts: inner ? commonParts(nodes, kinds.length === 1, isHot, depth) : [],
    count: commonCount(nodes, kinds.length === 1 && !words),
    hot: nodes.some(isHot),
    nodes,
  };
}

function commonCount(nodes: readonly SyntaxNode[], compare: boolean): number | undefined {
  if (!compare)
    return nodes.every((node) => node.children.length > 0 && namedChildren(node).length === 0)
      ? 0
      : undefined;
  const counts = new Set(nodes.map((node) => namedChildren(node).length));
  return counts.size === 1 ? [...counts][0] : undefined;
}

function commonParts(
  nodes: readonly SyntaxNode[],
  sameKind: boolean,
  isHot: (node: SyntaxNode) => boolean,
  depth: number,
): Part[] {
  const parts: Part[] = [];
  const fields = new Set(nodes[0]!.children.flatMap(({ field }) => field ?? []));
  for (const field of fields) {
    const found = nodes.map((node) => node.children.filter((child) => child.field === field));
    if (found.some((children) => children.length !== 1)) continue;
    parts.push({
      field,
      position: undefined,
      fromEnd: false,
      shape: antiUnify(
        found.map((children) => children[0]!),
        isHot,
        depth + 1,
      ),
    });
  }
  if (sameKind) parts.push(...commonList(nodes, isHot, depth));
  else parts.push(...commonWords(nodes, parts, isHot));
  // Keywords and operators without a place of their own, such as `async` and `!`.
  const tokens = nodes.map((node) =>
    node.children.filter(({ named, field }) => !named && field === undefined),
  );
  for (const token of tokens[0]!) {
    if (!/[\p{L}!~&|<>+*=?-]/u.test(token.text)) continue;
    const same = tokens.map((some) => some.find(({ text }) => text === token.text));
    if (
      same.some((node) => node === undefined) ||
      parts.some(({ shape }) => shape.nodes[0]!.text === token.text)
    )
      continue;
    parts.push({
      field: undefined,
      position: undefined,
      fromEnd: false,
      shape: antiUnify(
        same.map((node) => node!),
        isHot,
        depth + 1,
      ),
    });
  }
  return parts;
}

/** Words that all contain, although they are different kinds of code. */
function commonWords(
  nodes: readonly SyntaxNode[],
  parts: readonly Part[],
  isHot: (node: SyntaxNode) => boolean,
): Part[] {
  const words = nodes.map(
    (node) =>
      new Map(
        [...eachNode(node)].flatMap((below) =>
          below.children.length === 0 && below !== node && /^[\p{L}_$][\p{L}\p{N}_$]{2,}$/u.test(below.text)
            ? [[below.text, below] as const]
            : [],
        ),
      ),
  );
  const found: Part[] = [];
  for (const [word, node] of words[0] ?? []) {
    if (
      !node.named ||
      !words.every((some) => some.has(word)) ||
      parts.some(({ shape }) => shape.nodes[0]!.text.includes(word))
    )
      continue;
    const group = words.map((some) => some.get(word)!);
    found.push({
      field: undefined,
      position: undefined,
      fromEnd: false,
      deep: true,
      shape: {
        kinds: [...new Set(group.map(({ kind }) => kind))],
        texts: group.map(({ text }) => text),
        identity: group.map(nodeKey).join("\u0001"),
        parts: [],
        count: undefined,
        hot: group.some(isHot),
        nodes: group,
      },
    });
    if (found.length >= 3) break;
  }
  return found;
}

/** Children of a list: by position if they are equally many, else those that the lists begin and end with. */
function commonList(
  nodes: readonly SyntaxNode[],
  isHot: (node: SyntaxNode) => boolean,
  depth: number,
): Part[] {
  const all = nodes.map((node) =>
    namedChildren(node).filter(
      (child) =>
        (child.field === undefined || /^(?:member|decorator)$/u.test(child.field)) && !isCommentNode(child),
    ),
  );
  const labels = all.map((list) => new Map(list.map((child) => [label(child), child] as const)));
  const shared = [...(labels[0]?.keys() ?? [])].filter(
    (one) => one !== "" && labels.every((some) => some.has(one)),
  );
  const members = shared.map((one) => labels.map((some) => some.get(one)!));
  const lists = all.map((list, index) =>
    list.filter((child) => !members.some((group) => group[index] === child)),
  );
  const shortest = Math.min(...lists.map(({ length }) => length));
  const equal = lists.every(({ length }) => length === shortest);
  const part = (group: readonly SyntaxNode[], fromEnd: boolean, free = false): Part => {
    const positions = new Set(
      group.map((node) => (fromEnd ? namedChildren(node.parent!).length - node.position + 1 : node.position)),
    );
    return {
      field: undefined,
      position: positions.size === 1 && !free ? [...positions][0] : undefined,
      fromEnd,
      shape: antiUnify(group, isHot, depth + 1),
    };
  };
  const parts: Part[] = members.map((group) =>
    part(group, false, !equal || all.some(({ length }) => length > 1)),
  );
  if (equal) {
    for (let index = 0; index < shortest && index < 12; index++)
      parts.push(
        part(
          lists.map((list) => list[index]!),
          false,
        ),
      );
    return parts;
  }
  const alike = (group: readonly SyntaxNode[]): boolean => new Set(group.map(({ kind }) => kind)).size === 1;
  let start = 0;
  while (start < shortest && start < 12 && alike(lists.map((list) => list[start]!))) {
    parts.push(
      part(
        lists.map((list) => list[start]!),
        false,
      ),
    );
    start++;
  }
  let end = 0;
  while (end < shortest - start && end < 12 && alike(lists.map((list) => list[list.length - 1 - end]!))) {
    parts.push(
      part(
        lists.map((list) => list[list.length - 1 - end]!),
        true,
      ),
    );
    end++;
  }
  // What is hot in each, wherever it is.
  const hot = lists.map((list) => list.filter(isHot));
  if (hot.every(({ length }) => length >= 1) && !parts.some(({ shape }) => shape.hot))
    parts.push(
      part(
        hot.map((some) => some[0]!),
        false,
        true,
      ),
    );
  return parts;
}
