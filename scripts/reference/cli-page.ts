import type { Argument, Command, Option } from "commander";
import { PassThrough, Readable } from "node:stream";
import { addConfigFileOption, createProgram } from "../../src/cli/main.ts";
import { anchor, code, fence, opening, table } from "./markdown.ts";

/** The command line as it is parsed, over a process that has nothing. */
export async function everyCommand(): Promise<Command> {
  const program = await createProgram({
    io: {
      stdin: Readable.from([]),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      env: {},
      cwd: ".",
      now: () => new Date(0),
    },
    finish: () => {},
  });
  addConfigFileOption(program, () => {});
  return program;
}

/** Every command with its usage, options and examples, as its own help tells them. */
export async function cliPage(): Promise<string> {
  const program = await everyCommand();
  const commands = innerCommands(program);
  return [
    ...opening("The command line", "the help of every command"),
    "Every command reads standard input or files, prints its result on standard output and everything else on standard error.",
    "`--json` is for programs; `--jsonl` reads one object per line and answers in order. `emend help` and `--help` after any",
    "command print what is on this page. Every command takes `--config <file>`, the [settings](../configuration.md) to use.",
    "",
    ...table(
      ["exit code", "means"],
      [
        ["0", "success"],
        ["1", "problem found in the input"],
        ["2", "wrong usage"],
        ["3", "external failure (disk, network, git)"],
      ],
    ),
    "## Commands",
    "",
    ...table(["command", "does"], program.createHelp().visibleCommands(program).filter(isOwn).map(indexRow)),
    ...commands.flatMap((command) => section(command)),
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

const isOwn = (command: Command): boolean => command.name() !== "help";

/** Those that stand under a command, each followed by its own. */
export const innerCommands = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter(isOwn)
    .flatMap((inner) => [inner, ...innerCommands(inner)]);

/** Its name with those it stands under, such as `emend review check`. */
export const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;

const indexRow = (command: Command): readonly string[] => {
  const inner = command.createHelp().visibleCommands(command).filter(isOwn);
  const names = inner.map((each) => `[${each.name()}](#${anchor(fullName(each))})`);
  return [
    `[${code(fullName(command))}](#${anchor(fullName(command))})`,
    `${command.description()}${names.length === 0 ? "" : `: ${names.join(", ")}`}`,
  ];
};

function section(command: Command): readonly string[] {
  const help = command.createHelp();
  const level = command.parent?.parent === null ? "##" : "###";
  const { examples, rest } = afterHelp(command);
  return [
    `${level} ${fullName(command)}`,
    "",
    sentence(command.description()),
    "",
    ...fence("text", help.commandUsage(command)),
    ...table(
      ["argument or option", "is"],
      [
        ...help
          .visibleArguments(command)
          .map((argument: Argument) => [
            code(help.argumentTerm(argument)),
            help.argumentDescription(argument),
          ]),
        ...help
          .visibleOptions(command)
          .filter((option: Option) => option.long !== "--help")
          .map((option: Option) => [code(help.optionTerm(option)), help.optionDescription(option)]),
      ],
    ),
    ...(examples === "" ? [] : fence("sh", examples)),
    ...(rest === "" ? [] : fence("text", rest)),
  ];
}

/** What a command's help says below its options: the examples, and everything else. */
function afterHelp(command: Command): { readonly examples: string; readonly rest: string } {
  let shown = "";
  command.configureOutput({ writeOut: (text) => void (shown += text) });
  command.outputHelp();
  const after = shown.slice(command.helpInformation().length);
  const [found = "", examples = ""] = /^Examples?:\n((?: {2}.*\n?)*)/m.exec(after) ?? [];
  return {
    examples: examples.replaceAll(/^ {2}/gm, ""),
    rest: after
      .replace(found, "")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
