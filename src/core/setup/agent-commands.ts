/** A coding agent's command that answers one question on standard input without using tools. */
export interface AgentCommand {
  readonly program: string;
  readonly title: string;
  /** What Emend offers to run; absent if only the user knows the full command. */
  readonly argv?: readonly [string, ...string[]];
  /** What to set if there is no such command. */
  readonly hint?: string;
  /** Environment variables that it gets in addition to the common ones. */
  readonly variables: RegExp;
}

/** Known commands, in the order they are offered. */
export const AGENT_COMMANDS: readonly AgentCommand[] = [
  {
    program: "claude",
    title: "Claude Code",
    argv: ["claude", "-p", "--tools", "", "--strict-mcp-config", "--no-session-persistence"],
    variables: /^(?:ANTHROPIC_\w{1,60}|CLAUDE_CONFIG_DIR|CLAUDE_CODE_(?:OAUTH_TOKEN|USE_\w{1,40}))$/,
  },
  {
    program: "codex",
    title: "Codex",
    argv: ["codex", "exec", "--sandbox", "read-only", "--skip-git-repo-check", "--ephemeral", "-"],
    variables: /^(?:OPENAI_\w{1,60}|CODEX_(?:HOME|API_KEY))$/,
  },
  {
    program: "gemini",
    title: "Gemini CLI",
    argv: ["gemini", "-p", "Answer the question on standard input."],
    variables:
      /^(?:GEMINI_\w{1,60}|GOOGLE_(?:API_KEY|CLOUD_\w{1,40}|GENAI_\w{1,40}|APPLICATION_CREDENTIALS))$/,
  },
  {
    program: "ollama",
    title: "Ollama",
    hint: "ollama run <a model that you have>",
    variables: /^OLLAMA_\w{1,60}$/,
  },
];

/** The known command of a program, by its name without the folder. */
export function agentCommandOf(program: string): AgentCommand | undefined {
  const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  return AGENT_COMMANDS.find((each) => each.program === name.replace(/\.(?:exe|cmd)$/i, ""));
}
