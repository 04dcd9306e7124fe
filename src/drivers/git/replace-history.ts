import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBranch, findCommit, type LedgerRepository } from "./ledger-repository.ts";
import { refreshFolder } from "./refresh-folder.ts";

/** Where a new history is built before it replaces the old one. */
export const NEW_HISTORY_REF = "refs/emend/anew";
/** Exists while the old history is being removed, so that the next writer can finish it. */
const replacingFile = (gitFolder: string): string => join(gitFolder, "emend-anew");
/** The commit that was last pushed to the remote. */
const pushedFile = (gitFolder: string): string => join(gitFolder, "emend-pushed");
/** Exists while the remote still has the old history. */
const replacedFile = (gitFolder: string): string => join(gitFolder, "emend-replaced");

export interface Replacement {
  readonly edited: readonly string[];
  readonly keptBy: readonly string[];
}

/** Replaces the old history with the finished new one, and deletes all objects of the old one. */
export async function replaceHistory(repository: LedgerRepository): Promise<Replacement> {
  await writeFile(replacingFile(repository.gitFolder), "");
  return finishReplacing(repository);
}

/** Finishes an interrupted replacement, or discards a new history that was never completed. */
export async function repairHistory(repository: LedgerRepository): Promise<void> {
  if ((await readText(replacingFile(repository.gitFolder))) !== undefined) await finishReplacing(repository);
  else if ((await findCommit(repository.git, NEW_HISTORY_REF)) !== undefined) {
    await repository.git.run(["update-ref", "-d", NEW_HISTORY_REF]);
  }
}

async function finishReplacing(repository: LedgerRepository): Promise<Replacement> {
  const { git, gitFolder } = repository;
  const { ref, tip } = await readBranch(repository);
  const newHistory = await findCommit(git, NEW_HISTORY_REF);
  if (newHistory !== undefined && newHistory !== tip) {
    await git.run(["update-ref", ref, newHistory, ...(tip === undefined ? [] : [tip])]);
  }
  const now = newHistory ?? tip;
  const edited = now === undefined ? [] : await refreshFolder(repository, now);
  await forgetRemote(repository, ref);
  await git.run(["update-ref", "-d", NEW_HISTORY_REF]);
  for (const name of ["ORIG_HEAD", "FETCH_HEAD"]) await rm(join(gitFolder, name), { force: true });
  await git.run(["reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all"]);
  await git.run(["gc", "--quiet", "--prune=now"]);
  await rm(replacingFile(gitFolder), { force: true });
  const refs = (await git.ask("for-each-ref", "--format=%(refname)")).split("\n");
  const keptBy = refs.filter((name) => name !== "" && name !== ref && !name.startsWith("refs/emend/"));
  return { edited, keptBy };
}

/** Remote-tracking refs contain the old history too. A fetch restores them if needed. */
async function forgetRemote({ git, gitFolder }: LedgerRepository, ref: string): Promise<void> {
  const known = await findCommit(git, `refs/remotes/origin/${ref.slice("refs/heads/".length)}`);
  if (known !== undefined) await writeFile(pushedFile(gitFolder), known);
  await writeFile(replacedFile(gitFolder), "");
  const refs = (await git.ask("for-each-ref", "--format=%(refname)", "refs/remotes")).split("\n");
  const lines = refs.filter((name) => name !== "").map((name) => `delete ${name}\n`);
  await git.run(["update-ref", "--no-deref", "--stdin"], { stdin: lines });
}

/** The old commit that a push may replace, if the remote still has it. */
export async function replacedCommit(gitFolder: string): Promise<string | undefined> {
  const isReplaced = (await readText(replacedFile(gitFolder))) !== undefined;
  return isReplaced ? (await readText(pushedFile(gitFolder)))?.trim() : undefined;
}

export async function notePushed(gitFolder: string, commit: string): Promise<void> {
  await writeFile(pushedFile(gitFolder), commit);
  await rm(replacedFile(gitFolder), { force: true });
}

const readText = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);
