import type { LedgerPush } from "../../ports/ledger.ts";
import { findErrorLine } from "./explain-ledger.ts";
import { LedgerError } from "./ledger-error.ts";
import { readBranch, type LedgerRepository } from "./ledger-repository.ts";
import { notePushed, replacedCommit } from "./replace-history.ts";

/**
 * Pushes the branch to `origin`. After a new history was started, replaces the old one there unless someone added to
 * it.
 */
export async function pushLedger(repository: LedgerRepository): Promise<LedgerPush> {
  const { git, gitFolder, folder } = repository;
  const remote = await git.run(["remote", "get-url", "origin"], { answers: [2, 128] });
  if (remote.code !== 0) return "no_remote";
  const { ref, tip } = await readBranch(repository);
  if (tip === undefined) return "nothing_to_push";
  const replaced = await replacedCommit(gitFolder);
  const lease = replaced === undefined ? [] : [`--force-with-lease=${ref}:${replaced}`];
  const args = ["push", "--porcelain", "--no-verify", ...lease, "origin", `${ref}:${ref}`];
  const { code, stdout, stderr } = await git.run(args, { answers: [1, 128] });
  if (code === 0) {
    await notePushed(gitFolder, tip);
    return "pushed";
  }
  const refused = stdout
    .toString("utf8")
    .split("\n")
    .find((line) => line.startsWith("!"));
  const message = refused?.replaceAll("\t", " ") ?? findErrorLine(stderr);
  throw new LedgerError(
    "ledger_push_refused",
    `the remote rejected the ledger (${findErrorLine(message)}); nothing is lost: fetch the remote's commits with git -C ${folder} pull --no-rebase, check that you have write access, and push again`,
    new Error(stderr),
  );
}
