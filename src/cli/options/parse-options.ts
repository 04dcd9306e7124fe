import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { parseCutOff } from "../../core/time/time.ts";
import { parsePullRequest, type PullRequest } from "../../core/github/plan-review.ts";

const MAX_LENGTH = 200;

/** The name recorded for an act: `--as`, otherwise the user name. */
export function actorOf(io: CliIo, as: string | undefined): string {
  const name = as?.trim() ?? ([io.env["USER"], io.env["USERNAME"]].find(Boolean) || "cli");
  if (name !== "" && name.length <= MAX_LENGTH) return name;
  throw usageError("invalid_actor", `--as: expected a name of 1 to ${MAX_LENGTH} characters`);
}

/** Parses an option that takes one of several choices. */
export function parseChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text.trim().toLowerCase().replaceAll("-", "_"));
  if (choice !== undefined) return choice;
  throw usageError(
    "invalid_option",
    `${option}: expected one of ${choices.join(", ")}, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}

/** Parses an option such as `--since 7d` or `--since 2026-01-31`. */
export function parseTimeOption(option: string, text: string, io: CliIo): string {
  const time = parseCutOff(text, io.now());
  if (time.ok) return time.value;
  throw usageError("invalid_time", `${option}: ${time.error.message}`);
}

/** Parses an option as a whole number in plain digits. `1e2` and `0x10` are more likely typos. */
export function parseWholeNumber(
  option: string,
  text: string,
  { least = 1, most }: { readonly least?: number; readonly most: number },
): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw usageError(
    "invalid_number",
    `${option}: expected a whole number from ${least} to ${most}, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}

/** Parses a share such as `0.8`. */
export function parseShare(option: string, text: string): number {
  const value = /^[01]?(?:\.\d{1,4})?$/.test(text.trim()) && text.trim() !== "" ? Number(text) : Number.NaN;
  if (value > 0 && value <= 1) return value;
  throw usageError(
    "invalid_number",
    `${option}: expected a share above 0 and up to 1, such as 0.8, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}

export function parsePullRequestArgument(text: string): PullRequest {
  const pull = parsePullRequest(text);
  if (pull !== undefined) return pull;
  throw usageError(
    "invalid_pull_request",
    `${JSON.stringify(text.slice(0, 200))} is not a pull request`,
    "write it as owner/name#12",
  );
}
