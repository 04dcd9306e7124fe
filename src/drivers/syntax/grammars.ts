/** Which grammar reads a language. The build copies these files. */
export const GRAMMARS: ReadonlyMap<string, string> = new Map([
  ["javascript", "tree-sitter-javascript"],
  ["jsx", "tree-sitter-javascript"],
  ["typescript", "tree-sitter-typescript"],
  ["tsx", "tree-sitter-tsx"],
  ["python", "tree-sitter-python"],
  ["rust", "tree-sitter-rust"],
  ["go", "tree-sitter-go"],
]);
