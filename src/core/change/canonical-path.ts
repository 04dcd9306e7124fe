/**
 * A path inside the repository without `.`, `..`, repeated or leading separators;
 * undefined when it leaves the root or names a drive.
 */
export function canonicalPath(path: string): string | undefined {
  if (/^[A-Za-z]:/.test(path)) return undefined;
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept.length === 0 ? undefined : kept.join("/");
}
