import { byCodeUnits } from "../pattern/by-code-units.ts";

const MAX_GLOBS = 64;
/** Signs that every format and every glob library reads as `matchesGlob` does, and that need no quoting. */
const PLAIN = /^[\p{L}\p{N}_./*?@+~-]{1,256}$/u;

/**
 * The globs of a rule as other tools read them: written out from the root, without braces, in one order. Undefined
 * where one of them cannot be said so, such as a name with brackets or a comma; then the rule has to say it in words.
 */
export function portableGlobs(paths: readonly string[]): readonly string[] | undefined {
  const found = new Set<string>();
  for (const path of paths) {
    const written = expandBraces(path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, ""));
    if (written === undefined) return undefined;
    for (const each of written) {
      const glob = fromRoot(each);
      if (!isPortable(glob) || found.size >= MAX_GLOBS) return undefined;
      found.add(glob);
    }
  }
  return found.size === 0 ? undefined : [...found].toSorted(byCodeUnits);
}

/** As `matchesGlob` completes them: a bare name is meant at any depth, a folder with all below it. */
function fromRoot(glob: string): string {
  const below = glob.endsWith("/") ? `${glob}**` : glob;
  return below.includes("/") ? below : `**/${below}`;
}

/** Two stars that are not a whole part of a path mean different things to different tools. */
const isPortable = (glob: string): boolean =>
  PLAIN.test(glob) &&
  glob
    .split("/")
    .every((part) => part !== "" && part !== ".." && part !== "." && (part === "**" || !part.includes("**")));

function expandBraces(glob: string): readonly string[] | undefined {
  let expanded = [""];
  for (let at = 0; at < glob.length;) {
    const open = glob.indexOf("{", at);
    const close = open === -1 ? -1 : glob.indexOf("}", open);
    const literal = glob.slice(at, close === -1 ? glob.length : open);
    const choices = close === -1 ? [""] : glob.slice(open + 1, close).split(",");
    if (expanded.length * choices.length > MAX_GLOBS) return undefined;
    expanded = expanded.flatMap((before) => choices.map((choice) => before + literal + choice));
    at = close === -1 ? glob.length : close + 1;
  }
  return expanded;
}
