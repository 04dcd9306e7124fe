import { ExternalError } from "../../ports/errors.ts";

export type EventsErrorCode = "events_unreachable" | "events_refused" | "events_failed";

const KNOWN_ERRORS: readonly (readonly [pattern: RegExp, code: EventsErrorCode, advice: string])[] = [
  [
    /^(?:NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR AUTH)/,
    "events_refused",
    "Redis refused this user; check the name and password in the address, and that the user can use streams and scripts",
  ],
  [
    /^READONLY|READONLY You can't write/,
    "events_refused",
    "this Redis is a read-only replica; use the primary server instead",
  ],
  [
    /^ERR (?:DB index|invalid DB)/,
    "events_refused",
    "Redis has no such database; check the number at the end of the address",
  ],
  [/WRONGTYPE/, "events_failed", "the stream's key is used for something else; choose another stream"],
  [
    /^(?:OOM|MISCONF)|OOM command not allowed/,
    "events_failed",
    "Redis accepts no more writes; give it more memory or disk, and try again",
  ],
  [
    /^(?:LOADING|MASTERDOWN|UNBLOCKED)|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|Connection is closed|max retries per request|Socket timeout|connection close|isn't writeable/,
    "events_unreachable",
    "Redis cannot be reached; check the address and that the server is running",
  ],
];

/**
 * Translates an error of Redis or the network, with advice. `location` never contains a password. The cause is only
 * the message, because the client's own errors contain the command's arguments, including passwords.
 */
export function redisError(location: string, failure: unknown): ExternalError<EventsErrorCode> {
  if (failure instanceof ExternalError) return failure as ExternalError<EventsErrorCode>;
  const error = unwrapTransactionError(failure);
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const detail = (message || code || "no reason given").slice(0, 300);
  const [, known, advice] =
    KNOWN_ERRORS.find(([pattern]) => pattern.test(message) || pattern.test(code)) ?? [];
  return new ExternalError(
    known ?? "events_failed",
    `${location}: ${advice ?? "Redis failed; see its error, and try again"} (${detail})`,
    new Error(detail),
  );
}

/** An aborted transaction gives the reason in the errors of its commands. */
function unwrapTransactionError(failure: unknown): unknown {
  const before: unknown =
    failure instanceof Error && "previousErrors" in failure ? failure.previousErrors : undefined;
  return (Array.isArray(before) ? (before as unknown[])[0] : undefined) ?? failure;
}

/** The group is gone: someone emptied the server, or it restarted without its data. */
export const isGroupGone = (error: unknown): boolean =>
  error instanceof Error && /NOGROUP|^UNBLOCKED the stream key/.test(error.message);
