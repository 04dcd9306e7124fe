import { Command, CommanderError, Option } from "commander";
import { addAudit } from "./store/audit.ts";
import { addCatalogue } from "./catalogue/catalogue.ts";
import type { CliContext } from "./cli-context.ts";
import type { CliIo } from "./cli-io.ts";
import { CliError } from "./cli-error.ts";
import { addCheck } from "./check/check.ts";
import { addChecks } from "./checks/checks.ts";
import { addCluster } from "./cluster/cluster.ts";
import { addConfig } from "./config/config.ts";
import { addDemo } from "./demo/demo.ts";
import { addDetect } from "./refine/detect.ts";
import { addErase } from "./store/erase.ts";
import { addEvents } from "./events/events.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { addCorrections } from "./corrections/corrections.ts";
import { addFeedback } from "./feedback/feedback.ts";
import { addHook } from "./hook/hook.ts";
import { addImport } from "./import/import.ts";
import { addInject } from "./inject/inject.ts";
import { addIterations } from "./iterations/iterations.ts";
import { addLearn } from "./learn/learn.ts";
import { addLedger } from "./ledger/ledger.ts";
import { addMcp } from "./mcp/mcp.ts";
import { addPatterns } from "./patterns/patterns.ts";
import { addPeople } from "./people/people.ts";
import { addRefine } from "./refine/refine.ts";
import { addRefinements } from "./refinements/refinements.ts";
import { addReject } from "./reject/reject.ts";
import { addReminders } from "./reminders/reminders.ts";
import { addReview } from "./review/review.ts";
import { addRollouts } from "./rollouts/rollouts.ts";
import { safeLine } from "./terminal/safe-text.ts";
import { addRules } from "./rules/rules.ts";
import { addServe } from "./serve/serve.ts";
import { addSimilar } from "./cluster/similar.ts";
import { addStatus } from "./status/status.ts";
import { addStore } from "./store/store.ts";
import { ExternalError } from "../ports/errors.ts";
import { addTrials } from "./trials/trials.ts";
import { addTrust } from "./trust/trust.ts";
import { addWebhooks } from "./webhooks/webhooks.ts";
import { addTokens } from "./tokens/tokens.ts";
import { addInit } from "./init/init.ts";
import { VERSION } from "./version.ts";

/** In the order of `emend help`. */
const COMMANDS = [
  addReview,
  addFeedback,
  addDetect,
  addRefine,
  addRefinements,
  addReject,
  addImport,
  addLearn,
  addCorrections,
  addPatterns,
  addSimilar,
  addCluster,
  addRules,
  addTrials,
  addCheck,
  addChecks,
  addIterations,
  addReminders,
  addCatalogue,
  addRollouts,
  addInject,
  addInit,
  addStatus,
  addServe,
  addDemo,
  addMcp,
  addHook,
  addLedger,
  addEvents,
  addTokens,
  addPeople,
  addAudit,
  addWebhooks,
  addStore,
  addErase,
  addConfig,
  addTrust,
];

/** Runs one command line and returns its exit code. It never ends the process. */
export async function main(argv: readonly string[], processIo: CliIo): Promise<ExitCode> {
  const env = { ...processIo.env };
  const io: CliIo = { ...processIo, env };
  let exitCode: ExitCode = EXIT.success;
  const finish = (code: ExitCode): void => {
    exitCode = code;
  };
  try {
    const program = createProgram({ io, finish });
    addConfigFileOption(program, (file) => (env["EMEND_CONFIG"] = file));
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    return explain(error, io);
  }
  return exitCode;
}

/** Every command with its options. */
export function createProgram(context: CliContext): Command {
  const { io } = context;
  const program = new Command("emend")
    .description("Correct an AI agent once, and it stays corrected.")
    .version(VERSION, "-v, --version", "print the version")
    .helpOption("-h, --help", "show help for a command")
    .helpCommand("help [command]", "show help for a command")
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, "emend:")),
    })
    .showSuggestionAfterError()
    .showHelpAfterError("Run `emend help` to see every command.")
    .exitOverride()
    .addHelpText("after", EXIT_HELP);
  for (const add of COMMANDS) add(program, context);
  return program;
}

const EXIT_HELP = `
Every command reads standard input or files, prints its result on standard output and everything
else on standard error. --json is for programs; --jsonl reads one object per line and answers in order.

Exit codes: 0 success · 1 problem found in the input · 2 wrong usage · 3 external failure (disk, network, git)`;

function explain(error: unknown, io: CliIo): ExitCode {
  if (error instanceof CommanderError) {
    // Commander already printed its message. Asking for help is not a failure.
    return error.exitCode === 0 ? EXIT.success : EXIT.usage;
  }
  if (error instanceof CliError) {
    const hint = error.hint === undefined ? "" : `\n  ${safeLine(error.hint)}`;
    io.stderr.write(`emend: ${safeLine(error.message)} [${error.code}]${hint}\n`);
    return error.exitCode;
  }
  if (error instanceof ExternalError) {
    io.stderr.write(`emend: ${safeLine(error.message)} [${error.code}]\n`);
    return EXIT.external;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr.write(`emend: this is a bug in emend ${VERSION} [internal_error]\n${detail}\n`);
  return EXIT.external;
}

/** Adds `--config` to every command, before its name or after it. `onConfig` is called before the command runs. */
export function addConfigFileOption(program: Command, onConfig: (file: string) => void): void {
  program.option("--config <file>", "the configuration (default: EMEND_CONFIG, or the nearest emend.yaml)");
  for (const command of program.commands) addHiddenConfigOption(command);
  program.hook("preAction", (_program, command) => {
    const { config } = command.optsWithGlobals<{ readonly config?: string }>();
    if (config !== undefined) onConfig(config);
  });
}

function addHiddenConfigOption(command: Command): void {
  command.addOption(new Option("--config <file>").hideHelp());
  for (const inner of command.commands) addHiddenConfigOption(inner);
}
