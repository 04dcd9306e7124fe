import { inParts } from "../../core/in-parts.ts";

/** Runs git with a range, which is named in errors. */
type AskGit = (range: string, args: readonly string[]) => Promise<string>;

/** Few enough for any command line. */
const AT_ONCE = 100;

const AS_COUNTS = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "diff.relative=false",
  "diff",
  "--numstat",
  "-z",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--end-of-options",
] as const;

/**
 * Counts lines as git does when it compares a file with nothing. Git reads the files itself: what is a link counts as
 * the text of the link, and no program that the repository names is run.
 */
export async function countLines(
  ask: AskGit,
  paths: readonly string[],
  range: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  // No path at all would mean every file, and no argument holds a NUL.
  const named = paths.filter((path) => path !== "" && !path.includes("\0"));
  if (named.length === 0) return counts;
  const nothing = (await ask("", ["hash-object", "-t", "tree", "/dev/null"])).trim();
  const end = range === undefined ? undefined : await endOf(ask, range);
  for (const some of inParts(named, AT_ONCE)) {
    const told = await ask(range ?? "", [
      ...AS_COUNTS,
      nothing,
      ...(end === undefined ? [] : [end]),
      "--",
      ...some.map((path) => `:(top,literal)${path}`),
    ]);
    for (const entry of told.split("\0")) {
      const [, lines, path] = /^(\d+)\t\d+\t([^]+)$/.exec(entry) ?? [];
      if (lines !== undefined && path !== undefined) counts.set(path, Number(lines));
    }
  }
  return counts;
}

/** The commit that a range ends in, which git names first; undefined for one commit alone, which is compared with the working tree. */
async function endOf(ask: AskGit, range: string): Promise<string | undefined> {
  const commits = (await ask(range, ["rev-parse", "--revs-only", "--end-of-options", range]))
    .split("\n")
    .filter((line) => line !== "");
  const isRange = commits.some((commit) => commit.startsWith("^"));
  return isRange ? commits.find((commit) => !commit.startsWith("^")) : undefined;
}
