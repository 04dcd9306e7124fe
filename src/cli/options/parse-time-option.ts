import { parseCutOff } from "../../core/time/time.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";

/** Parses an option such as `--since 7d` or `--since 2026-01-31`. */
export function parseTimeOption(option: string, text: string, io: CliIo): string {
  const time = parseCutOff(text, io.now());
  if (time.ok) return time.value;
  throw usageError("invalid_time", `${option}: ${time.error.message}`);
}
