const LANGUAGES: Readonly<Record<string, string>> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "jsx",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  py: "python",
  pyi: "python",
  rs: "rust",
  go: "go",
};

/** The languages that have a grammar. */
export const CHECK_LANGUAGES: readonly string[] = [...new Set(Object.values(LANGUAGES))];

/** The language of a file that has a grammar, by its name. Any other file is read as text. */
export function languageOfPath(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const end = dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(LANGUAGES, end) ? LANGUAGES[end] : undefined;
}
