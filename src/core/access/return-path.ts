const MAX_PATH = 800;
const NOWHERE = "http://emend.invalid";

/**
 * Where somebody goes on after a login: a path of this server, else its first page. It is read by the rules that browsers
 * read it by, and only then looked at, so nothing in it can lead to another server.
 */
export function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > MAX_PATH || !given.startsWith("/")) return "/";
  if (!URL.canParse(given, NOWHERE)) return "/";
  const { origin, pathname, search, hash } = new URL(given, NOWHERE);
  const path = `${pathname}${search}${hash}`;
  if (origin !== NOWHERE || path.startsWith("//") || path.length > MAX_PATH) return "/";
  // A login that leads to a login has no end.
  return /^\/login(?:[/?#]|$)/.test(path) ? "/" : path;
}
