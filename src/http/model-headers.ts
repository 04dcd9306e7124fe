/** Headers that name what an agent runs on, for clients that cannot change the body. */
export const MODEL_HEADERS = {
  model: { name: "Emend-Agent-Model", description: "The agent's model in this run." },
  agent_version: { name: "Emend-Agent-Version", description: "The version of the agent's program." },
} as const;
