import type { LedgerBatch } from "./ledger-file.ts";

export const README_PATH = "README.md";

const README = `# Ledger

What people, reviewers and tools said about the work of agents, and what was learned from it, one file
for each record. Emend writes these files from its store with \`emend ledger write\`, and fills an empty
store from them with \`emend ledger rebuild\`.

| file | holds |
| --- | --- |
| \`decisions/<gate>/<id>.yaml\` | one person's decision at a gate |
| \`feedback/<source>/<id>.yaml\` | everything else: findings, rejections, signals, comments |
| \`corrections/<task>/correction.diff\` | the newest correction of a task, to look at; the record holds it too |
| \`rules/proposed/<id>.yaml\` | a rule that waits for approval, with all its versions and what people said to them |
| \`rules/active/<id>.yaml\` | a rule that agents are given, also while it is flagged |
| \`rules/rejected/<id>.yaml\` | a rule that was refused, or that nobody answered in time |
| \`rules/retired/<id>.yaml\` | a rule that was in force once |
| \`edge_cases/<id>.yaml\` | feedback that counts as an edge case, with its words and why |
| \`evaluations/<class>/<id>.yaml\` | what other feedback counts as, and who said so |
| \`clusters/<id>.yaml\` | which feedback says the same, and what people merged, split and named |

A rule and an evaluation move to another folder when a decision changes what they are. A name that would
make no safe folder is written as a slug with a hash; the file holds the name itself.

The store leads: where a committed file differs from it, \`emend ledger verify\` says so, and the next
write puts the store's version on top. Your own files and uncommitted edits are left alone. A rebuild
takes what the files say, so whoever may commit here decides which rules a new store begins with.
After a person was erased from the store, \`emend ledger write --anew\` starts a new history without
their words.
`;

/** Written once; from then on the text is the readers' own. */
export const README_BATCH: LedgerBatch = {
  message: "Say what the ledger holds\n",
  files: [{ path: README_PATH, text: README }],
  removed: [],
};
