/** One file of a patch in the form that the `apply_patch` tool of Codex, Copilot and OpenCode takes. */
export interface PatchedFile {
  readonly path: string;
  readonly kind: "add" | "update" | "delete";
  /** Where the file is moved to. */
  readonly to?: string;
  readonly hunks: readonly PatchHunk[];
}

/** Lines and what replaces them; without lines before, the others are added at the end of the file. */
interface PatchHunk {
  readonly before: string;
  readonly after: string;
}

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const MOVE = "*** Move to: ";
/** More says nothing new, and every file of an edit is looked at. */
const MAX_FILES = 200;
const MAX_HUNKS = 2_000;

export const isAgentPatch = (text: unknown): text is string =>
  typeof text === "string" && text.includes(BEGIN);

/** The files that a patch changes, in their order. */
export function parseAgentPatch(patch: string): readonly PatchedFile[] {
  return patch
    .replaceAll("\r\n", "\n")
    .split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m, MAX_FILES + 1)
    .slice(1)
    .map((section) => {
      const [header = "", ...lines] = section.replace(/\n$/, "").split("\n");
      const [word = "", ...name] = header.split(" File: ");
      const to = lines
        .find((line) => line.startsWith(MOVE))
        ?.slice(MOVE.length)
        .trim();
      return {
        path: name.join(" File: ").trim(),
        kind: word.toLowerCase() as PatchedFile["kind"],
        ...(to === undefined || to === "" ? {} : { to }),
        hunks: word === "Delete" ? [] : hunksOf(lines),
      };
    })
    .filter(({ path }) => path !== "");
}

/** A hunk begins with `@@`, which the first one may leave out. */
function hunksOf(lines: readonly string[]): readonly PatchHunk[] {
  const hunks: { before: string[]; after: string[] }[] = [];
  let hunk: (typeof hunks)[number] | undefined;
  for (const line of lines) {
    if (line === END) break;
    const sign = line.charAt(0);
    if (!" +-".includes(sign)) {
      hunk = undefined;
      continue;
    }
    if (hunk === undefined) {
      if (hunks.length >= MAX_HUNKS) break;
      hunks.push((hunk = { before: [], after: [] }));
    }
    if (sign !== "+") hunk.before.push(line.slice(1));
    if (sign !== "-") hunk.after.push(line.slice(1));
  }
  return hunks.map(({ before, after }) => ({ before: before.join("\n"), after: after.join("\n") }));
}
