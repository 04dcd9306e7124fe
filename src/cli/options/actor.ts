import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";

const LONGEST = 200;

/** Who is written down as having done it: the name given, or who is logged in. */
export function actorOf(io: CliIo, given: string | undefined): string {
  const name = given?.trim() ?? ([io.env["USER"], io.env["USERNAME"]].find(Boolean) || "cli");
  if (name !== "" && name.length <= LONGEST) return name;
  throw usageError("invalid_actor", `--as: expected a name of 1 to ${LONGEST} characters`);
}
