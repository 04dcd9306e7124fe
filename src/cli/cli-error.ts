import { EXIT, type ExitCode } from "./exit-code.ts";

/**
 * A failure that the user can mend: `message` says what was expected, `hint` what to do.
 * Anything else that reaches the top is a bug of ours.
 */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(
    code: string,
    message: string,
    options: { exitCode: ExitCode; hint?: string; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "CliError";
    this.code = code;
    this.exitCode = options.exitCode;
    this.hint = options.hint;
  }
}

/** The command was called in a way that cannot work. */
export const usageError = (code: string, message: string, hint?: string): CliError =>
  new CliError(code, message, { exitCode: EXIT.usage, ...(hint === undefined ? {} : { hint }) });

/** The world outside failed: a missing file, a repository that is none. */
export const worldError = (
  code: string,
  message: string,
  options: { hint?: string; cause?: unknown } = {},
): CliError => new CliError(code, message, { exitCode: EXIT.world, ...options });
