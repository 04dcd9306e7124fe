import { rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { ClearFolders } from "../../app/setup/apply-setup.ts";
import { AGENT_COMMANDS, type AgentCommand } from "../../core/setup/agent-commands.ts";
import { AGENT_NAMES, type AgentName, CODING_AGENTS } from "../../core/setup/coding-agents.ts";
import type { SetupCommand } from "../../core/setup/setup-command.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { ExternalError } from "../../ports/errors.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { hookLauncher } from "../hook/hook-launcher.ts";
import { INJECT_PORTS, NO_RULES, type OpenedRules } from "../inject/inject-ports.ts";
import { findProgram } from "../open/find-program.ts";
import { openUserEmend, type OpenEmend } from "../open/open-emend.ts";

/** What `emend init` opens; tests replace it. */
export interface InitPorts {
  readonly openFiles: (io: CliIo) => Promise<ProjectFiles>;
  /** No rules if there is no store yet, or the reason why they cannot be read. */
  readonly openRules: (io: CliIo) => Promise<OpenedRules | string>;
  readonly openEmend: OpenEmend;
  readonly clearFolders: ClearFolders;
  readonly isOnPath: (io: CliIo, program: string) => boolean;
  /** The first agent on the PATH that could word rules. */
  readonly findAgent: (io: CliIo) => AgentCommand | undefined;
  /** The coding agents on the PATH. */
  readonly installedAgents: (io: CliIo) => readonly AgentName[];
  /** The command that starts this program, with absolute paths. */
  readonly program: SetupCommand;
}

export const INIT_PORTS: InitPorts = {
  openFiles: INJECT_PORTS.openFiles,
  openRules: async (io) => {
    try {
      return await INJECT_PORTS.openRules(io, undefined);
    } catch (cause) {
      if (cause instanceof CliError && cause.code === "store_missing") return NO_RULES;
      if (cause instanceof ExternalError) return cause.message;
      if (cause instanceof CliError && cause.code === "not_trusted") return cause.message;
      throw cause;
    }
  },
  openEmend: openUserEmend,
  clearFolders,
  program: [process.execPath, hookLauncher()],
  findAgent: (io) => AGENT_COMMANDS.find(({ program }) => findProgram(io, program) !== undefined),
  installedAgents: (io) =>
    AGENT_NAMES.filter((name) => {
      const { program } = CODING_AGENTS[name];
      return program !== undefined && findProgram(io, program) !== undefined;
    }),
  isOnPath: (io, program) => findProgram(io, program) !== undefined,
};

/** Removes empty parent folders. Others are left alone. */
async function clearFolders(path: string, levels: number): Promise<void> {
  let folder = dirname(path);
  for (let left = levels; left > 0; left -= 1) {
    await rmdir(folder).catch(() => undefined);
    folder = dirname(folder);
  }
}
