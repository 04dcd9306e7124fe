import type { Git } from "./git-process.ts";

export interface TreeEntry {
  readonly mode: string;
  readonly blob: string;
  /** One character for each byte, since git's paths are bytes; the ledger's own are ASCII. */
  readonly path: string;
}

/** Every file of a commit, without reading any. */
export async function* listTree(git: Git, commit: string): AsyncGenerator<TreeEntry> {
  for await (const line of recordsOf(git, ["ls-tree", "-r", "-z", "--full-tree", commit])) {
    // `100644 blob <id>\t<path>`
    const tab = line.indexOf("\t");
    const [mode = "", , blob = ""] = line.slice(0, tab).split(" ", 3);
    yield { mode, blob, path: line.slice(tab + 1) };
  }
}

/** What a command prints with a NUL behind each piece, as Latin-1, piece by piece. */
export async function* recordsOf(git: Git, args: readonly string[]): AsyncGenerator<string> {
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
