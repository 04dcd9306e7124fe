import { MAX_GLOB } from "./rule.ts";

/** More alternatives than this are not written out. */
export const MAX_FORMS = 64;

/**
 * A rule's glob as the plain globs from the root that it stands for, one for each combination of its alternatives: a bare
 * name is meant at any depth, a folder with all below it. Undefined where it is too long or stands for too many.
 */
export function globForms(glob: string): readonly string[] | undefined {
  if (glob.length > MAX_GLOB) return undefined;
  return expandBraces(fromRoot(glob))?.map(completeGlob);
}

/** A path as it is compared: with slashes, and without what only says "from here". */
const fromRoot = (path: string): string => path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");

function completeGlob(glob: string): string {
  const below = glob.endsWith("/") ? `${glob}**` : glob;
  return below.includes("/") ? below : `**/${below}`;
}

/** Every combination of the alternatives in braces; braces do not nest, and one that never closes is itself. */
function expandBraces(glob: string): readonly string[] | undefined {
  let expanded = [""];
  for (let at = 0; at < glob.length;) {
    const open = glob.indexOf("{", at);
    const close = open === -1 ? -1 : glob.indexOf("}", open);
    const literal = close === -1 ? glob.slice(at) : glob.slice(at, open);
    const choices = close === -1 ? [""] : glob.slice(open + 1, close).split(",");
    if (expanded.length * choices.length > MAX_FORMS) return undefined;
    expanded = expanded.flatMap((before) => choices.map((choice) => before + literal + choice));
    at = close === -1 ? glob.length : close + 1;
  }
  return expanded;
}

const MAX_PATH = 4_096;

/**
 * Whether a path fits a glob: `*` and `?` stay within a folder, `**` crosses folders, `{a,b}` is either, and
 * anything else is itself, case and leading dots included. A glob without a slash is about the file's name at any
 * depth; one that ends in a slash is about everything below. A glob that is too long or has too many alternatives
 * fits nothing. The cost is that of the glob's length times the path's, whatever they hold.
 */
export function matchesGlob(glob: string, path: string): boolean {
  if (path.length > MAX_PATH) return false;
  const plain = fromRoot(path);
  return globForms(glob)?.some((form) => matches(parseGlob(form), plain)) ?? false;
}

/** `folders` is any number of whole folders, none included; `anything` crosses slashes, `part` does not. */
type Token = "folders" | "anything" | "part" | "one" | { readonly is: string };

function parseGlob(glob: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < glob.length;) {
    if (glob.startsWith("**", at)) {
      let end = at + 2;
      while (glob[end] === "*") end += 1;
      const whole = (at === 0 || glob[at - 1] === "/") && glob[end] === "/";
      tokens.push(whole ? "folders" : "anything");
      at = whole ? end + 1 : end;
    } else {
      const character = glob[at]!;
      tokens.push(character === "*" ? "part" : character === "?" ? "one" : { is: character });
      at += 1;
    }
  }
  return tokens;
}

/** Follows all ways through the glob at once, so that no path makes it go back. */
function matches(tokens: readonly Token[], path: string): boolean {
  let reached = new Uint8Array(tokens.length + 1);
  reached[0] = 1;
  skipEmpty(tokens, reached, true);
  for (let at = 0; at < path.length; at += 1) {
    const next = new Uint8Array(tokens.length + 1);
    const character = path[at]!;
    for (let state = 0; state < tokens.length; state += 1) {
      if (reached[state] === 0) continue;
      const token = tokens[state]!;
      if (token === "folders" || token === "anything") next[state] = 1;
      else if (token === "part") {
        if (character !== "/") next[state] = 1;
      } else if (token === "one" ? character !== "/" : token.is === character) next[state + 1] = 1;
    }
    skipEmpty(tokens, next, character === "/");
    reached = next;
  }
  return reached[tokens.length] === 1;
}

/** Tokens that may stand for nothing are passed over; whole folders only where one can begin. */
function skipEmpty(tokens: readonly Token[], reached: Uint8Array, folderStart: boolean): void {
  for (let state = 0; state < tokens.length; state += 1) {
    if (reached[state] === 0) continue;
    const token = tokens[state]!;
    if (token === "anything" || token === "part" || (token === "folders" && folderStart))
      reached[state + 1] = 1;
  }
}

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
