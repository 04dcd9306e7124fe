/** The initial emend.yaml of a repository; without an agent the line for it is commented out. */
export const settingsText = (agent: string | undefined): string => `\
# Emend settings for this repository; \`emend config\` shows the values in use and where they come from.
# Every key can also be set in the environment, as in EMEND_STORE; secrets belong there or in a file.

# The agent that works here. If there are several, leave it out: each hook knows its own.
${agent === undefined ? "# agent: claude-code" : `agent: ${yamlText(agent)}`}

# The store: a file, which is ignored by git, or the address of a PostgreSQL database.
# store: .emend/emend.db

# rules:
#   approvers: 2          # number of different people who must approve a rule
#   rules_per_agent: 20   # maximum number of rules in a prompt
#   token_budget: 1500    # maximum number of tokens for them
`;

/** Quotes text that YAML could interpret. */
const yamlText = (text: string): string =>
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(text) ? text : JSON.stringify(text);
