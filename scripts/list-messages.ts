// Prints what people read, one line each: every message with its code and place, then the help of every command and option.
import { everyCommand, innerCommands, fullName } from "./reference/cli-page.ts";
import { findMessages } from "./reference/find-messages.ts";

const print = (...cells: readonly string[]): void => console.log(cells.join("\t").replaceAll("\n", "⏎"));

for (const { code, text, hint, file, line } of findMessages("src"))
  print(code, text, hint ?? "", `${file}:${line}`);

for (const command of innerCommands(await everyCommand())) {
  const name = fullName(command);
  print(name, command.description());
  for (const argument of command.registeredArguments)
    print(`${name} <${argument.name()}>`, argument.description);
  for (const option of command.options) print(`${name} ${option.flags}`, option.description);
}
