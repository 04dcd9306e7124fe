import { usageError } from "../cli-error.ts";

/** Parses an option that takes one of several choices. */
export function parseChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text.trim().toLowerCase().replaceAll("-", "_"));
  if (choice !== undefined) return choice;
  throw usageError(
    "invalid_option",
    `${option}: expected one of ${choices.join(", ")}, got ${JSON.stringify(text.slice(0, 40))}`,
  );
}
