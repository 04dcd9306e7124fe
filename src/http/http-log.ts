/** The server's log; see `createPinoLog`. */
export interface HttpLog {
  readonly debug: (event: LogFields, message: string) => void;
  readonly info: (event: LogFields, message: string) => void;
  readonly warn: (event: LogFields, message: string) => void;
  readonly error: (event: LogFields, message: string) => void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
