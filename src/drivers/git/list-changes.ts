import type { Git } from "./git-process.ts";
import { recordsOf } from "./list-tree.ts";

export interface TreeChange {
  /** One character for each byte. */
  readonly path: string;
  /** `000000` where the file is gone. */
  readonly mode: string;
  /** What it was, if it was. */
  readonly before: string | undefined;
  /** What it is, if it is; named so for those that read it. */
  readonly blob: string | undefined;
}

/** What differs between two commits; all of the second where there is no first. */
export async function listChanges(
  git: Git,
  from: string | undefined,
  to: string,
): Promise<readonly TreeChange[]> {
  const start = from ?? (await git.ask("hash-object", "-w", "-t", "tree", "--stdin"));
  const changes: TreeChange[] = [];
  let told: readonly string[] | undefined;
  for await (const piece of recordsOf(git, ["diff-tree", "-r", "-z", "--no-renames", start, to])) {
    if (told === undefined) {
      // `:100644 100644 <before> <after> M`, and the path as a piece of its own
      told = piece.slice(1).split(" ", 4);
      continue;
    }
    const [, mode = "", before = "", blob = ""] = told;
    changes.push({ path: piece, mode, before: idOf(before), blob: idOf(blob) });
    told = undefined;
  }
  return changes;
}

const idOf = (id: string): string | undefined => (/^0+$/.test(id) ? undefined : id);
