import type { Command } from "commander";
import type { CliContext } from "./cli-context.ts";

export function addReject(program: Command, _context: CliContext): void {
  program.command("reject").description("write a rejection");
}
