/**
 * The glob that holds all of these paths and little else: their common folder and, where they share one, their
 * extension. Nothing where they have nothing in common, or where a path cannot be written as a glob.
 */
export function commonGlob(paths: readonly string[]): string | undefined {
  if (paths.length === 0 || paths.some((path) => /[*?{}\\,[\]]/.test(path) || path.startsWith("/")))
    return undefined;
  const split = paths.map((path) => path.split("/"));
  const [first] = split;
  const shared =
    first?.findIndex((part, at) => split.some((parts) => at >= parts.length - 1 || parts[at] !== part)) ?? 0;
  const folder = first?.slice(0, Math.max(0, shared)).join("/") ?? "";
  const extensions = new Set(paths.map(extensionOf));
  const [extension] = extensions;
  const name = extensions.size === 1 && extension !== "" ? `*${extension ?? ""}` : "*";
  if (folder === "") return name === "*" ? undefined : `**/${name}`;
  return name === "*" ? `${folder}/**` : `${folder}/**/${name}`;
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot);
}
