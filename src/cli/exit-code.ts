/** What a shell or a CI step learns from a command. */
export const EXIT = {
  /** All is well. */
  fine: 0,
  /** The input has the problem that was looked for. */
  problem: 1,
  /** The command was called wrongly, or names what is not there. */
  usage: 2,
  /** Something outside Emend failed: a file, git, the network. */
  world: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
