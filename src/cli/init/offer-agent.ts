import { expectedOf, valueSchema, wordsOf } from "../../config/config-schema.ts";
import { writeUserSetting } from "../../config/write-user-setting.ts";
import type { AgentCommand } from "../../core/setup/agent-commands.ts";
import { shellLine } from "../../core/setup/setup-command.ts";
import { usageError, worldError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import type { Asker } from "../terminal/ask-person.ts";
import { safeLine } from "../terminal/safe-text.ts";

const KEY = "llm.command";

/** What was given with --llm-command, as the setting takes it. */
export function agentCommandGiven(line: string | undefined): readonly string[] | undefined {
  if (line === undefined) return undefined;
  if (valueSchema({ type: "command" }).safeParse(line).success) return wordsOf(line);
  throw usageError(
    "invalid_command",
    `--llm-command: expected ${expectedOf({ type: "command" })}`,
    'such as "claude -p"',
  );
}

/** Whether anybody could be offered anything: a model that is set is left alone. */
export async function agentToOffer(
  io: CliIo,
  find: (io: CliIo) => AgentCommand | undefined,
): Promise<AgentCommand | undefined> {
  const { command, model } = (await configOf(io)).llm;
  return command === undefined && model === undefined ? find(io) : undefined;
}

/** What to type to have it, for whoever cannot be asked. */
export const agentNote = ({ title, argv, hint }: AgentCommand): string =>
  argv === undefined
    ? `${title} is installed and could word rules: emend init --llm-command "${hint ?? ""}"`
    : `${title} is installed and could word rules: emend init --llm-command "${shellLine(argv).replaceAll('"', '\\"')}"`;

/** Asks whether an agent's command may be run; without a yes nothing is set. */
export async function offerAgent(agent: AgentCommand, asker: Asker, io: CliIo): Promise<void> {
  const { title, argv } = agent;
  if (argv === undefined) {
    io.stderr.write(`emend: ${agentNote(agent)}\n`);
    return;
  }
  const question = [
    `${title} is installed. It can word rules better than Emend alone.`,
    `Emend would run \`${shellLine(argv)}\` under your account, at most 200 times a day, and pass it people's feedback on your agents' work.`,
    "Use it? [y/N] ",
  ].join("\n");
  if (await asker.agrees(question)) keepAgent(argv, io);
}

/** Keeps the command in the user's own settings, where no repository can put one. */
export function keepAgent(argv: readonly string[], io: CliIo): void {
  const written = writeUserSetting(io.env, KEY, argv);
  if (!written.ok) {
    throw worldError("settings_not_written", `${KEY} was not set: ${written.error}`, {
      hint: `set EMEND_LLM_COMMAND to ${shellLine(argv)} instead`,
    });
  }
  io.stderr.write(`emend: ${KEY} is set in ${safeLine(written.value)}; remove it there to stop using it\n`);
}
