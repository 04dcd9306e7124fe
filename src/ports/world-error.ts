/**
 * Something outside Emend failed: git, a disk, a server. Drivers throw it with a stable code, a message
 * that says what to do, and what the outside said as `cause`; edges turn it into an exit code or a status.
 */
export class ExternalError<Code extends string = string> extends Error {
  override readonly name: string = "WorldError";
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
