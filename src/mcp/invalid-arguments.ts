import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { shown } from "./shown-text.ts";

export interface ArgumentProblem {
  /** The argument, written `files[0]`; empty for all of them. */
  readonly path: string;
  /** What was expected. */
  readonly message: string;
}

const MAX_TOLD = 8;

/** The call cannot work as it is; it says what was expected of which argument. */
export function invalidArguments(problems: readonly ArgumentProblem[]): ProtocolError {
  const told = problems
    .slice(0, MAX_TOLD)
    .map(({ path, message }) => ({ path: shown(path, 100), message: shown(message, 300) }));
  const text = told.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
  return new ProtocolError(ProtocolErrorCode.InvalidParams, text, {
    code: "invalid_arguments",
    problems: told,
  });
}
