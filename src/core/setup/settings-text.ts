/** The first emend.yaml of a repository; without an agent's name the line for it is there to be filled in. */
export const settingsText = (agent: string | undefined): string => `\
# Settings of Emend for this repository; \`emend config\` shows what holds and where it comes from.
# Every key can also be set in the environment, as in EMEND_STORE; secrets belong there or in a file.

# The agent that works here. Where several do, leave it out: each hook knows its own.
${agent === undefined ? "# agent: claude-code" : `agent: ${yamlText(agent)}`}

# Where everything is kept: a file, which is kept out of git, or the address of a PostgreSQL database.
# store: .emend/emend.db

# rules:
#   approvers: 2          # distinct people who must approve a rule before agents are given it
#   rules_per_agent: 20   # rules that one prompt holds
#   token_budget: 1500    # tokens that they may cost
`;

/** Quoted wherever YAML could read something else in it. */
const yamlText = (text: string): string =>
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(text) ? text : JSON.stringify(text);
