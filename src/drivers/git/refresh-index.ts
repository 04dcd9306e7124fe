import type { Git } from "./git-process.ts";
import type { TreeChange } from "./list-changes.ts";
import { recordsOf } from "./list-tree.ts";

/** Brings git's index along with the folder; what people have staged otherwise stays staged. */
export async function refreshIndex(git: Git, changes: readonly TreeChange[]): Promise<void> {
  const left = new Map(changes.map((change) => [change.path, change]));
  const staged = new Set<string>();
  for await (const line of recordsOf(git, ["ls-files", "-s", "-z", "--full-name"])) {
    // `100644 <id> <stage>\t<path>`
    const tab = line.indexOf("\t");
    const path = line.slice(tab + 1);
    const change = left.get(path);
    if (change === undefined) continue;
    const [, id, stage] = line.slice(0, tab).split(" ", 3);
    const isOurs = stage === "0" && (id === change.before || id === change.blob);
    if (!isOurs || id === change.blob) left.delete(path);
    staged.add(path);
  }
  const lines = function* (): Generator<Buffer> {
    for (const { path, mode, before, blob } of left.values()) {
      // Not in the index although it was: somebody staged its removal.
      if (!staged.has(path) && before !== undefined) continue;
      yield Buffer.from(`${mode} ${blob ?? "0".repeat(before?.length ?? 40)}\t${path}\0`, "latin1");
    }
  };
  await git.run(["update-index", "-z", "--add", "--index-info"], { stdin: inParts(lines()) });
}

/** Joins small buffers, since each is a call of its own to the system. */
function* inParts(lines: Iterable<Buffer>): Generator<Buffer> {
  let held: Buffer[] = [];
  for (const line of lines) {
    held.push(line);
    if (held.length < 1_000) continue;
    yield Buffer.concat(held);
    held = [];
  }
  yield Buffer.concat(held);
}
