import type { TreeCursor } from "web-tree-sitter";
import type { SyntaxNode } from "../../core/check/syntax-node.ts";

interface Growing extends Omit<SyntaxNode, "children" | "parent" | "position"> {
  readonly children: Growing[];
  readonly parent: Growing | undefined;
  position: number;
}

/** Copies a tree out of the parser's memory. Without recursion: code can be nested very deeply. */
export function readTree(cursor: TreeCursor, code: string): SyntaxNode {
  // Nodes come in the order of the text, so counting lines along is cheaper than asking the parser for each.
  let [line, next] = [1, code.indexOf("\n")];
  const lineOf = (start: number): number => {
    for (; next >= 0 && next < start; next = code.indexOf("\n", next + 1)) line++;
    return line;
  };
  const add = (parent: Growing | undefined): Growing => {
    const { startIndex: start, endIndex: end, nodeIsNamed: named } = cursor;
    const node: Growing = {
      kind: cursor.nodeType,
      named,
      field: cursor.currentFieldName ?? undefined,
      text: code.slice(start, end),
      start,
      line: lineOf(start),
      children: [],
      parent,
      position: 0,
    };
    parent?.children.push(node);
    return node;
  };
  const root = add(undefined);
  let node = root;
  for (;;) {
    if (cursor.gotoFirstChild()) node = add(node);
    else {
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) {
          cursor.delete();
          return numberNamed(root);
        }
        node = node.parent!;
      }
      node = add(node.parent);
    }
  }
}

function numberNamed(root: Growing): SyntaxNode {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    let position = 0;
    for (const child of node.children) {
      if (child.named) child.position = ++position;
      stack.push(child);
    }
  }
  return root;
}
