import type { Writable } from "node:stream";
import { pino } from "pino";
import type { HttpLog, LogFields } from "./http-log.ts";
import { hideSecrets } from "./hide-secrets.ts";

interface PinoOptions {
  readonly level: string;
  readonly stream: Writable;
  /** Words that no line may hold, whatever they look like. */
  readonly secrets?: readonly string[];
}

const MOST_FIELDS = 40;

/** One JSON object a line, with no secret in it and nothing that acts on a terminal. */
export function createPinoLog({ level, stream, secrets = [] }: PinoOptions): HttpLog {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: "message",
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  const hide = hideSecrets(secrets);
  const clean = (fields: LogFields): LogFields =>
    Object.fromEntries(
      Object.entries(fields)
        .slice(0, MOST_FIELDS)
        .map(([name, value]) => [name, typeof value === "string" ? hide(value) : value]),
    );
  const at =
    (name: "debug" | "info" | "warn" | "error") =>
    (fields: LogFields, message: string): void => {
      if (logger.isLevelEnabled(name)) logger[name](clean(fields), hide(message));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
