import { type Command, Option } from "commander";

/** Lets every command take `--config`, before its name or after it; `name` hears which file before the command acts. */
export function addConfigFileOption(program: Command, name: (file: string) => void): void {
  program.option("--config <file>", "the configuration (default: EMEND_CONFIG, or the nearest emend.yaml)");
  for (const command of program.commands) addHidden(command);
  program.hook("preAction", (_program, command) => {
    const { config } = command.optsWithGlobals<{ readonly config?: string }>();
    if (config !== undefined) name(config);
  });
}

function addHidden(command: Command): void {
  command.addOption(new Option("--config <file>").hideHelp());
  for (const inner of command.commands) addHidden(inner);
}
