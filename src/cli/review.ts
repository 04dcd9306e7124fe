import type { Command } from "commander";
import type { CliContext } from "./cli-context.ts";

export function addReview(program: Command, _context: CliContext): void {
  program.command("review").description("check a review");
}
