/** How many lines of the current hunk are still to come, for each side. */
export interface HunkLines {
  readonly old: number[];
  added: number;
}

/**
 * Reads `@@ -1,2 +1,3 @@`, or the `@@@ -1,2 -1,2 +1,3 @@@` of a merge, which has one old side for each
 * parent.
 */
export function readHunkHeader(line: string): HunkLines | undefined {
  if (!line.startsWith("@@ -") && !line.startsWith("@@@")) return undefined;
  const words = line.split(" ", MAX_PARENTS + 2);
  const sides = words[0]!.length - 1;
  if (sides > MAX_PARENTS) return undefined;
  const old: number[] = [];
  for (let i = 1; i <= sides; i += 1) {
    const count = readRange(words[i], "-");
    if (count === undefined) return undefined;
    old.push(count);
  }
  const added = readRange(words[sides + 1], "+");
  return added === undefined ? undefined : { old, added };
}

/** Git itself refuses merges with more parents than this. */
const MAX_PARENTS = 64;

function readRange(word: string | undefined, sign: "-" | "+"): number | undefined {
  if (word?.[0] !== sign) return undefined;
  const match = /^\d{1,15}(?:,(\d{1,15}))?$/.exec(word.slice(1));
  if (match === null) return undefined;
  return match[1] === undefined ? 1 : Number(match[1]);
}

export const isHunkOpen = (hunk: HunkLines): boolean => hunk.added > 0 || hunk.old.some((left) => left > 0);

/**
 * Counts one content line off the hunk; false when the line cannot be content, so that a hunk that
 * promises too many lines does not swallow the next file's header.
 */
export function takeHunkLine(hunk: HunkLines, line: string): boolean {
  if (line[0] === "\\") return true;
  const sides = hunk.old.length;
  let removed = false;
  for (let i = 0; i < sides; i += 1) {
    const mark = line[i];
    // Editors trim trailing blanks, so an empty line stands for an empty context line.
    if (mark === undefined) break;
    if (mark !== " " && mark !== "+" && mark !== "-") return false;
    if (mark === "-") removed = true;
  }
  if (!removed) hunk.added -= 1;
  for (let i = 0; i < sides; i += 1) {
    const mark = line[i] ?? " ";
    if (mark === (removed ? "-" : " ")) hunk.old[i]! -= 1;
  }
  return true;
}
