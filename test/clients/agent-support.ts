/** What the tests saw Emend do with a real client. */
interface AgentSupport {
  /** Rules in force reach the model when a conversation begins. */
  readonly rules: boolean;
  /** What a person says is recorded, and the next conversation is told. */
  readonly corrections: boolean;
  /** A failed command is recorded, and the model is told what to do. */
  readonly failures: boolean;
  /** A blocking check refuses an edit, and the model is told why. */
  readonly refusals: boolean;
  /** Emend's tools are offered to the model. */
  readonly tools: boolean;
  /** A conversation that was shortened is told the rules and reminders again. */
  readonly compaction: boolean;
}

export const AGENT_SUPPORT: Readonly<Record<"claude-code" | "codex" | "gemini" | "opencode", AgentSupport>> =
  {
    "claude-code": {
      rules: true,
      corrections: true,
      failures: true,
      refusals: true,
      tools: true,
      compaction: true,
    },
    codex: { rules: true, corrections: true, failures: true, refusals: true, tools: true, compaction: true },
    // Gemini CLI says nothing of a conversation that it shortened.
    gemini: {
      rules: true,
      corrections: true,
      failures: true,
      refusals: true,
      tools: true,
      compaction: false,
    },
    opencode: {
      rules: true,
      corrections: true,
      failures: true,
      refusals: true,
      tools: true,
      compaction: true,
    },
  };
