import type { Command } from "commander";
import type { CliContext } from "./cli-context.ts";

export function addFeedback(program: Command, _context: CliContext): void {
  program.command("feedback").description("work with feedback");
}
