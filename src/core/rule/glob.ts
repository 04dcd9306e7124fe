import { MAX_GLOB } from "./rule.ts";

/** Globs with more alternatives are not expanded. */
export const MAX_FORMS = 64;

/**
 * Expands a rule's glob into plain globs from the root, one for each combination of its alternatives. A bare name
 * matches at any depth, a folder includes everything below it. Undefined if it is too long or has too many
 * alternatives.
 */
export function globForms(glob: string): readonly string[] | undefined {
  if (glob.length > MAX_GLOB) return undefined;
  return expandBraces(fromRoot(glob))?.map(completeGlob);
}

/** Normalises separators and removes a leading "./". */
const fromRoot = (path: string): string => path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");

function completeGlob(glob: string): string {
  const below = glob.endsWith("/") ? `${glob}**` : glob;
  return below.includes("/") ? below : `**/${below}`;
}

/** Every combination of the alternatives in braces. Braces do not nest, and an unclosed one is literal. */
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
 * Whether a path matches a glob: `*` and `?` stay within a folder, `**` crosses folders, `{a,b}` is either, and
 * everything else is literal, case and leading dots included. A glob without a slash matches the file name at any
 * depth; one that ends in a slash matches everything below. A glob that is too long or has too many alternatives
 * matches nothing. The cost is at most the glob's length times the path's.
 */
export function matchesGlob(glob: string, path: string): boolean {
  if (path.length > MAX_PATH) return false;
  const plain = fromRoot(path);
  return globForms(glob)?.some((form) => matches(parseGlob(form), plain)) ?? false;
}

/** `folders` is any number of whole folders, including none; `anything` crosses slashes, `part` does not. */
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

/** Tracks all states of the glob at once, so that it never backtracks. */
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

/** Skips tokens that can match nothing. `folders` only can where a folder may start. */
function skipEmpty(tokens: readonly Token[], reached: Uint8Array, folderStart: boolean): void {
  for (let state = 0; state < tokens.length; state += 1) {
    if (reached[state] === 0) continue;
    const token = tokens[state]!;
    if (token === "anything" || token === "part" || (token === "folders" && folderStart))
      reached[state + 1] = 1;
  }
}

/**
 * The narrowest glob for some paths: their common folder and, if they share one, their extension. Undefined if they
 * have nothing in common, or a path cannot be written as a glob.
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
