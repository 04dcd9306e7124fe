/** Where and as whom an agent calls. */
export interface ConnectParts {
  readonly server: string;
  readonly agent: string;
  /** Absent until somebody makes one. */
  readonly token: string | undefined;
}

export interface Connection {
  readonly name: string;
  readonly note: string;
  readonly text: (parts: ConnectParts) => string;
}

const tokenOf = ({ token }: ConnectParts): string => token ?? "emd_your_token";

const environment = (parts: ConnectParts): string =>
  `export EMEND_SERVER_URL=${parts.server}\nexport EMEND_SERVER_TOKEN=${tokenOf(parts)}`;

const init =
  (part: string) =>
  (parts: ConnectParts): string =>
    `${environment(parts)}\nemend init --for ${part} --agent ${parts.agent} --yes`;

const mcpJson = (parts: ConnectParts): string =>
  JSON.stringify(
    {
      mcpServers: {
        emend: {
          type: "http",
          url: `${parts.server}/mcp`,
          headers: { Authorization: `Bearer ${tokenOf(parts)}` },
        },
      },
    },
    undefined,
    2,
  );

/** One block to copy for each way to connect an agent. */
export const CONNECTIONS: readonly Connection[] = [
  {
    name: "Claude Code",
    note: "Run this in the repository. It adds the hooks, the MCP server and a block for rules, and shows what it wrote.",
    text: init("claude-code"),
  },
  { name: "Cursor", note: "Run this in the repository.", text: init("cursor") },
  { name: "Codex", note: "Run this in the repository. Rules go into AGENTS.md.", text: init("codex") },
  {
    name: "Gemini CLI",
    note: "Run this in the repository. Gemini CLI then reads rules and records corrections over MCP.",
    text: (parts) =>
      `gemini mcp add --transport http emend ${parts.server}/mcp \\\n  --header "Authorization: Bearer ${tokenOf(parts)}"`,
  },
  {
    name: "OpenCode",
    note: "Add this to opencode.json.",
    text: (parts) =>
      JSON.stringify(
        {
          mcp: {
            emend: {
              type: "remote",
              url: `${parts.server}/mcp`,
              headers: { Authorization: `Bearer ${tokenOf(parts)}` },
            },
          },
        },
        undefined,
        2,
      ),
  },
  {
    name: "GitHub",
    note: "Imports the review comments that a repository already has. The webhook for new ones is described in the guide.",
    text: (parts) =>
      `${environment(parts)}\ngh api --paginate "repos/OWNER/REPO/pulls/comments" > comments.json\nemend import comments.json --format github --agent ${parts.agent}`,
  },
  {
    name: "CI",
    note: "Run this when a check of the agent's work fails, with what it said.",
    text: (parts) =>
      `curl -sS ${parts.server}/api/v1/feedback \\\n  -H "Authorization: Bearer ${tokenOf(parts)}" -H "Content-Type: application/json" \\\n  -d '{"items": [{"agent": "${parts.agent}", "outcome": "rejected", "comment": "The total of an empty cart must be 0."}]}'`,
  },
  { name: "MCP", note: "For any MCP client.", text: mcpJson },
  {
    name: "API",
    note: "Gets the rules for an agent's next prompt.",
    text: (parts) =>
      `curl -sS ${parts.server}/api/v1/agents/${encodeURIComponent(parts.agent)}/rules \\\n  -H "Authorization: Bearer ${tokenOf(parts)}"`,
  },
];
