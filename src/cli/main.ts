import { Command, CommanderError, Option } from "commander";
import type { CliContext } from "./cli-context.ts";
import type { CliIo } from "./cli-io.ts";
import { CliError } from "./cli-error.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { safeLine } from "./terminal/safe-text.ts";
import { ExternalError } from "../ports/errors.ts";
import { VERSION } from "./version.ts";

type AddCommand = (program: Command, context: CliContext) => void;

/** In the order of `emend help`. Each is loaded when it is needed, so that no command's start pays for the others. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  review: async () => (await import("./review/review.ts")).addReview,
  feedback: async () => (await import("./feedback/feedback.ts")).addFeedback,
  detect: async () => (await import("./refine/detect.ts")).addDetect,
  refine: async () => (await import("./refine/refine.ts")).addRefine,
  refinements: async () => (await import("./refinements/refinements.ts")).addRefinements,
  reject: async () => (await import("./reject/reject.ts")).addReject,
  import: async () => (await import("./import/import.ts")).addImport,
  learn: async () => (await import("./learn/learn.ts")).addLearn,
  corrections: async () => (await import("./corrections/corrections.ts")).addCorrections,
  patterns: async () => (await import("./patterns/patterns.ts")).addPatterns,
  similar: async () => (await import("./cluster/similar.ts")).addSimilar,
  cluster: async () => (await import("./cluster/cluster.ts")).addCluster,
  rules: async () => (await import("./rules/rules.ts")).addRules,
  why: async () => (await import("./why/why.ts")).addWhy,
  prompt: async () => (await import("./why/why.ts")).addPrompt,
  trials: async () => (await import("./trials/trials.ts")).addTrials,
  check: async () => (await import("./check/check.ts")).addCheck,
  checks: async () => (await import("./checks/checks.ts")).addChecks,
  iterations: async () => (await import("./iterations/iterations.ts")).addIterations,
  reminders: async () => (await import("./reminders/reminders.ts")).addReminders,
  catalogue: async () => (await import("./catalogue/catalogue.ts")).addCatalogue,
  packs: async () => (await import("./packs/packs.ts")).addPacks,
  rollouts: async () => (await import("./rollouts/rollouts.ts")).addRollouts,
  inject: async () => (await import("./inject/inject.ts")).addInject,
  init: async () => (await import("./init/init.ts")).addInit,
  status: async () => (await import("./status/status.ts")).addStatus,
  doctor: async () => (await import("./doctor/doctor.ts")).addDoctor,
  serve: async () => (await import("./serve/serve.ts")).addServe,
  demo: async () => (await import("./demo/demo.ts")).addDemo,
  mcp: async () => (await import("./mcp/mcp.ts")).addMcp,
  hook: async () => (await import("./hook/hook.ts")).addHook,
  ledger: async () => (await import("./ledger/ledger.ts")).addLedger,
  events: async () => (await import("./events/events.ts")).addEvents,
  tokens: async () => (await import("./tokens/tokens.ts")).addTokens,
  people: async () => (await import("./people/people.ts")).addPeople,
  audit: async () => (await import("./store/audit.ts")).addAudit,
  webhooks: async () => (await import("./webhooks/webhooks.ts")).addWebhooks,
  store: async () => (await import("./store/store.ts")).addStore,
  erase: async () => (await import("./store/erase.ts")).addErase,
  config: async () => (await import("./config/config.ts")).addConfig,
  trust: async () => (await import("./trust/trust.ts")).addTrust,
};

/** Runs one command line and returns its exit code. It never ends the process. */
export async function main(argv: readonly string[], processIo: CliIo): Promise<ExitCode> {
  const env = { ...processIo.env };
  const io: CliIo = { ...processIo, env };
  let exitCode: ExitCode = EXIT.success;
  const finish = (code: ExitCode): void => {
    exitCode = code;
  };
  try {
    const program = await createProgram({ io, finish }, commandOf(argv));
    addConfigFileOption(program, (file) => (env["EMEND_CONFIG"] = file));
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    return explain(error, io);
  }
  return exitCode;
}

/** The command that these arguments call; undefined if help, a mistyped name or nothing is asked for. */
function commandOf(argv: readonly string[]): string | undefined {
  const named =
    argv[0] === "--config" ? argv[2] : argv[0]?.startsWith("--config=") === true ? argv[1] : argv[0];
  return named !== undefined && Object.hasOwn(COMMANDS, named) ? named : undefined;
}

/** The program with this command and its options; without a name, with every command. */
export async function createProgram(context: CliContext, name?: string): Promise<Command> {
  const { io } = context;
  const program = new Command("emend")
    .description("Correct an AI agent once, and it stays corrected.")
    .version(VERSION, "-v, --version", "print the version")
    .helpOption("-h, --help", "show help for a command")
    .helpCommand("help [command]", "show help for a command")
    // Options after a subcommand's name are the subcommand's, also where a command before it has one of that name.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, "emend:")),
    })
    .showSuggestionAfterError()
    .showHelpAfterError("Run `emend help` to see every command.")
    .exitOverride()
    .addHelpText("after", EXIT_HELP);
  const loading = name === undefined ? Object.values(COMMANDS) : [COMMANDS[name]!];
  for (const add of await Promise.all(loading.map((load) => load()))) add(program, context);
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
