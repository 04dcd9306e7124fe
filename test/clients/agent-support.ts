/** What the tests in this folder see Emend do with the real clients. */
interface AgentSupport {
  /** Rules in force reach the model when a conversation begins. */
  readonly rules: boolean;
  /** Emend's tools are offered to the model. */
  readonly tools: boolean;
  /** What a person says is recorded, and the model is told in the next conversation. */
  readonly reminders: boolean;
  /** A blocking check refuses an edit, and the model is told why. */
  readonly refusals: boolean;
  /** A failed command is recorded, and the model is told what that means. */
  readonly failures: boolean;
  /** A conversation that was shortened is told the rules and reminders again. */
  readonly compaction: boolean;
}

const ALL: AgentSupport = {
  rules: true,
  tools: true,
  reminders: true,
  refusals: true,
  failures: true,
  compaction: true,
};

/** What `docs/agents.md` may say of these agents. */
export const AGENT_SUPPORT = {
  "claude-code": ALL,
  codex: ALL,
  // It tells hooks before every request that it may shorten the conversation, and never that it did.
  gemini: { ...ALL, compaction: false },
  opencode: ALL,
} as const satisfies Readonly<Record<string, AgentSupport>>;
