import { byCodeUnits } from "../text/by-code-units.ts";
import { globForms, MAX_FORMS } from "../rule/glob.ts";

/** Signs that every format and every glob library reads as `matchesGlob` does, and that need no quoting. */
const PLAIN = /^[\p{L}\p{N}_./*?@+~-]{1,256}$/u;

/**
 * The globs of a rule as other tools read them: written out from the root, without braces, in one order. Undefined
 * where one of them cannot be said so, such as a name with brackets or a comma; then the rule has to say it in words.
 */
export function portableGlobs(paths: readonly string[]): readonly string[] | undefined {
  const found = new Set<string>();
  for (const path of paths) {
    const forms = globForms(path);
    if (forms === undefined) return undefined;
    for (const glob of forms) {
      if (!isPortable(glob) || found.size >= MAX_FORMS) return undefined;
      found.add(glob);
    }
  }
  return found.size === 0 ? undefined : [...found].toSorted(byCodeUnits);
}

/** Two stars that are not a whole part of a path mean different things to different tools. */
const isPortable = (glob: string): boolean =>
  PLAIN.test(glob) &&
  glob
    .split("/")
    .every((part) => part !== "" && part !== ".." && part !== "." && (part === "**" || !part.includes("**")));
