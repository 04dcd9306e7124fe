import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";

const MAX_LENGTH = 200;

/** The name recorded for an act: `--as`, otherwise the user name. */
export function actorOf(io: CliIo, as: string | undefined): string {
  const name = as?.trim() ?? ([io.env["USER"], io.env["USERNAME"]].find(Boolean) || "cli");
  if (name !== "" && name.length <= MAX_LENGTH) return name;
  throw usageError("invalid_actor", `--as: expected a name of 1 to ${MAX_LENGTH} characters`);
}
