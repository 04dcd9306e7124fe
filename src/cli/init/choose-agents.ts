import { AGENT_NAMES, type AgentName, isAgentName, titleOf } from "../../core/setup/coding-agents.ts";
import { SETUP_PARTS } from "../../core/setup/setup-parts.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Prompter } from "../terminal/prompter.ts";

interface ChosenAgents {
  readonly agents: readonly AgentName[];
  /** For a user who was not asked. */
  readonly note?: string;
}

/** The agents of a repository that shows none: a person is asked, otherwise those that are installed. */
export async function chooseAgents(
  installed: readonly AgentName[],
  prompter: Prompter | undefined,
  io: CliIo,
): Promise<ChosenAgents> {
  if (prompter === undefined || io.stdin.isTTY !== true)
    return { agents: installed, note: noteFor(installed) };
  io.stderr.write(
    [
      "No coding agent was found in this repository. Emend knows:",
      ...AGENT_NAMES.map(
        (name) =>
          `  ${name.padEnd(12)} ${titleOf(name)}${installed.includes(name) ? ", installed here" : ""}`,
      ),
      "",
    ].join("\n"),
  );
  const usual = installed.length === 0 ? "none" : installed.join(", ");
  const question = `Which of them work here? [${usual}] `;
  const answer = (await prompter.ask(question))?.trim() ?? "";
  if (answer === "") return { agents: installed };
  const named = parseAgents(answer);
  if (Array.isArray(named)) return { agents: named };
  io.stderr.write(`emend: ${named.unknown} is none of them; write names such as claude-code, codex\n`);
  const again = parseAgents((await prompter.ask(question))?.trim() ?? "");
  if (Array.isArray(again)) return { agents: again };
  throw unknownPart(`unknown agent ${again.unknown}`);
}

function parseAgents(answer: string): AgentName[] | { readonly unknown: string } {
  if (answer === "none") return [];
  const names = answer.split(/[\s,]+/).filter((name) => name !== "");
  const unknown = names.find((name) => !isAgentName(name));
  return unknown === undefined ? [...new Set(names.filter(isAgentName))] : { unknown: safeLine(unknown) };
}

export const unknownPart = (message: string): Error =>
  usageError("unknown_part", message, `expected a comma-separated list of ${SETUP_PARTS.join(", ")}`);

const noteFor = (installed: readonly AgentName[]): string =>
  installed.length === 0
    ? `no coding agent was found in this repository or on the PATH, so none was set up; name yours with --for: ${AGENT_NAMES.join(", ")}`
    : `no coding agent was found in this repository, so ${installed.map(titleOf).join(" and ")} ${installed.length === 1 ? "was" : "were"} chosen because ${installed.length === 1 ? "it is" : "they are"} installed; choose others with --for`;
