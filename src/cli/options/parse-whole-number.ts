import { usageError } from "../cli-error.ts";

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
