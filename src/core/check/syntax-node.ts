/** A parsed piece of code as plain data: what the parser found, without the parser. */
export interface SyntaxNode {
  readonly kind: string;
  /** False for punctuation, operators and keywords. */
  readonly named: boolean;
  /** The name of this place in the parent, if the grammar has one. */
  readonly field: string | undefined;
  readonly text: string;
  readonly start: number;
  readonly line: number;
  readonly children: readonly SyntaxNode[];
  readonly parent: SyntaxNode | undefined;
  /** The position among the named children of the parent, from 1; 0 for unnamed nodes. */
  readonly position: number;
}

export function isCommentNode({ kind }: SyntaxNode): boolean {
  return kind.endsWith("comment");
}

export function namedChildren(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter(({ named }) => named);
}

/** A node, then everything below it, in the order of the text. Without recursion: code can be nested very deeply. */
export function* eachNode(root: SyntaxNode): Generator<SyntaxNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    for (let index = node.children.length - 1; index >= 0; index--) stack.push(node.children[index]!);
  }
}

export function ancestors(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let up = node.parent; up !== undefined; up = up.parent) found.push(up);
  return found;
}

/** What a member of a list is known by: the name of an attribute, a keyword argument or a key. */
export function label(node: SyntaxNode): string {
  const name =
    node.children.find(({ field }) => field === "name" || field === "key") ??
    (/attribute|decorator/u.test(node.kind) ? namedChildren(node)[0] : undefined);
  return name === undefined ? "" : `${node.kind} ${name.text.replaceAll(/^["'`]|["'`]$/gu, "")}`;
}

const keys = new WeakMap<SyntaxNode, string>();

/** Equal for nodes of the same structure and words, however they are spaced. */
export function nodeKey(node: SyntaxNode): string {
  let key = keys.get(node);
  if (key === undefined) {
    key = node.children.length === 0 ? node.text : `(${node.kind} ${node.children.map(nodeKey).join(" ")})`;
    keys.set(node, key);
  }
  return key;
}
