import type { LedgerBatch } from "./ledger-file.ts";

export const README_PATH = "README.md";

const README = `# Ledger

What people, reviewers and tools said about the work of agents, one file for each record. Emend writes
these files from its store with \`emend ledger write\`, and fills an empty store from them with
\`emend ledger rebuild\`.

| file | holds |
| --- | --- |
| \`decisions/<gate>/<id>.yaml\` | one person's decision at a gate |
| \`feedback/<source>/<id>.yaml\` | everything else: findings, rejections, signals, comments |
| \`corrections/<task>/correction.diff\` | the newest correction of a task, to look at; the record holds it too |

A name that would make no safe folder is written as a slug with a hash; the file holds the name itself.

The store leads: where a committed file differs from it, \`emend ledger verify\` says so, and the next
write puts the store's version on top. Your own files and uncommitted edits are left alone.
After a person was erased from the store, \`emend ledger write --anew\` starts a new history without
their words.
`;

/** Written once; from then on the text is the readers' own. */
export const README_BATCH: LedgerBatch = {
  message: "Say what the ledger holds\n",
  files: [{ path: README_PATH, text: README }],
  removed: [],
};
