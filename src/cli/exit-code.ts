/** What a shell or a CI step learns from a command. */
export const EXIT = {
  success: 0,
  /** The input has the problem that the command looks for, or the command was refused. */
  problem: 1,
  /** Wrong usage, or a name that does not exist. */
  usage: 2,
  /** Something outside Emend failed: a file, git, the network. */
  external: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
