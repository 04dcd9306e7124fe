import { defined } from "../core/defined.ts";
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
    super(message, defined({ cause: options.cause }));
    this.name = "CliError";
    this.code = code;
    this.exitCode = options.exitCode;
    this.hint = options.hint;
  }
}

/** The command was called in a way that cannot work. */
export const usageError = (code: string, message: string, hint?: string): CliError =>
  new CliError(code, message, { exitCode: EXIT.usage, ...defined({ hint }) });

/** The world outside failed: a missing file, a repository that is none. */
export const externalFailure = (
  code: string,
  message: string,
  options: { hint?: string; cause?: unknown } = {},
): CliError => new CliError(code, message, { exitCode: EXIT.world, ...options });

/** A command that was understood and refused: the world is as it was. What it names and is not there was named wrongly. */
export const refusal = ({ code, message }: { readonly code: string; readonly message: string }): CliError =>
  new CliError(code, message, { exitCode: code.endsWith("_not_found") ? EXIT.usage : EXIT.problem });

/** What the command names is not there; `listing` is the command that shows what is. */
export const notFound = (what: string, id: string, listing: string): CliError =>
  usageError(
    `${what.replaceAll(" ", "_")}_not_found`,
    id.trim() === ""
      ? "expected an id or a prefix of one, got nothing"
      : `there is no ${what} ${id.slice(0, 80)}`,
    `\`${listing}\` lists them`,
  );
