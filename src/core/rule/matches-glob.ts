import { fromRoot, globForms } from "./glob-forms.ts";

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
  return globForms(glob)?.some((form) => matches(tokensOf(form), plain)) ?? false;
}

/** `folders` is any number of whole folders, none included; `anything` crosses slashes, `part` does not. */
type Token = "folders" | "anything" | "part" | "one" | { readonly is: string };

function tokensOf(glob: string): readonly Token[] {
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
