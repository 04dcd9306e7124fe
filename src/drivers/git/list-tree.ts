import type { Git } from "./git-process.ts";

export interface TreeEntry {
  readonly mode: string;
  readonly blob: string;
  /** One character per byte, because git's paths are bytes. The ledger's own are ASCII. */
  readonly path: string;
}

/** Lists all files of a commit without reading them. */
export async function* listTree(git: Git, commit: string): AsyncGenerator<TreeEntry> {
  for await (const line of readRecords(git, ["ls-tree", "-r", "-z", "--full-tree", commit])) {
    // `100644 blob <id>\t<path>`
    const tab = line.indexOf("\t");
    const [mode = "", , blob = ""] = line.slice(0, tab).split(" ", 3);
    yield { mode, blob, path: line.slice(tab + 1) };
  }
}

/** Splits NUL-terminated output into records, decoded as Latin-1. */
export async function* readRecords(git: Git, args: readonly string[]): AsyncGenerator<string> {
  const { child, finish, abandon } = git.start(args);
  let isDone = false;
  try {
    let rest = "";
    for await (const part of child.stdout) {
      const pieces = (rest + (part as Buffer).toString("latin1")).split("\0");
      rest = pieces.pop() ?? "";
      yield* pieces;
    }
    isDone = true;
    await finish();
  } finally {
    if (!isDone) await abandon();
  }
}
