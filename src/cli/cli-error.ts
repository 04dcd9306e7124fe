import type { Result } from "../core/result.ts";
import { defined } from "../core/defined.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";

/**
 * A failure that the user can fix: `message` says what was expected, `hint` what to do. Any other error that reaches the
 * top is a bug in Emend.
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
    super(message, defined({ cause: options.cause }));
    this.name = "CliError";
    this.code = code;
    this.exitCode = options.exitCode;
    this.hint = options.hint;
  }
}

export const usageError = (code: string, message: string, hint?: string): CliError =>
  new CliError(code, message, { exitCode: EXIT.usage, ...defined({ hint }) });

/** Something outside Emend failed, such as a missing file or repository. */
export const externalFailure = (
  code: string,
  message: string,
  options: { hint?: string; cause?: unknown } = {},
): CliError => new CliError(code, message, { exitCode: EXIT.external, ...options });

/** A use case refused the command and changed nothing. A name that does not exist is wrong usage. */
export const refusal = ({ code, message }: { readonly code: string; readonly message: string }): CliError =>
  new CliError(code, message, { exitCode: code.endsWith("_not_found") ? EXIT.usage : EXIT.problem });

/** The value of a result; throws if the use case refused. */
export function unwrapResult<T>(result: Result<T, { readonly code: string; readonly message: string }>): T {
  if (result.ok) return result.value;
  throw refusal(result.error);
}

/** `listing` is the command that lists what exists. */
export const notFound = (what: string, id: string, listing: string): CliError =>
  usageError(
    `${what.replaceAll(" ", "_")}_not_found`,
    id.trim() === ""
      ? "expected an id or a prefix of one, got nothing"
      : `there is no ${what} ${id.slice(0, 80)}`,
    `\`${listing}\` lists them`,
  );
