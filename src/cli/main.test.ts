import { describe, expect, it } from "vitest";
import { everyCommand } from "../../scripts/reference/cli-page.ts";
import { runCli } from "../../test/run-cli.ts";

const commands = (await everyCommand()).commands.map((command) => command.name());

describe("the commands, which are loaded one at a time", () => {
  it.each(commands)("emend %s is loaded by its name", async (name) => {
    const { code, stdout } = await runCli([name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: emend ${name} `);
  });

  it.each([
    ["--config", "none.yaml", "config", "--help"],
    ["--config=none.yaml", "config", "--help"],
    ["config", "--config", "none.yaml", "--help"],
  ])("finds the command around --config: %s %s %s", async (...args) => {
    const { code, stdout } = await runCli(args.filter((arg) => arg !== undefined));
    expect([code, stdout.split("\n")[0]]).toEqual([0, "Usage: emend config [options] [command]"]);
  });

  it.each([["help"], ["--help"], ["help", "rules"], ["-v"]])("emend %s needs no command", async (...args) => {
    expect((await runCli(args)).code).toBe(0);
  });
});
