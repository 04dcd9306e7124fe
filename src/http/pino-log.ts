import type { Writable } from "node:stream";
import { pino } from "pino";
import type { HttpLog, LogFields } from "./http-log.ts";
import { showUnseen } from "../core/text/show-unseen.ts";

const REDACTED = "[redacted]";

const MAX_LENGTH = 8_000;

/** Long texts are cut at a word boundary, or at least this much earlier, so that half a secret is never left over. */
const MAX_WORD = 1_000;

/** Shorter secrets would be redacted in ordinary text. */
const MIN_SECRET = 6;

/** Tokens and keys with a known prefix. */
const KEYS =
  /\b(?:emd_[\w-]{6,}|whsec_[\w+/=-]{6,}|gh[pousr]_\w{6,}|github_pat_\w{6,}|glpat-[\w-]{6,}|sk-[\w-]{10,}|xox[a-z]-[\w-]{6,}|AKIA[0-9A-Z]{12,}|eyJ[\w-]{8,}\.[\w.-]{8,})/g;

/** Values that follow a word such as `token=`. */
const LABELLED =
  /(\bbearer\s{1,9}|\bbasic\s{1,9}|(?:link|session|token|secret|passw(?:or)?d|pwd|api[_-]?key|access[_-]?key|signature)["']?[=:]["']?)[^\s"',;&]{6,}/gi;

/** Credentials in a URL; a user name without a password is often a token. */
const URL_CREDENTIALS = /:\/\/[^\s@]{1,500}@/g;

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}/g;

interface PinoOptions {
  readonly level: string;
  readonly stream: Writable;
  /** Redacted wherever they occur. */
  readonly secrets?: readonly string[];
}

const MAX_FIELDS = 40;

/** Logs one JSON object per line, without secrets and terminal control characters. */
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
  const redact = createRedactor(secrets);
  const clean = (fields: LogFields): LogFields =>
    Object.fromEntries(
      Object.entries(fields)
        .slice(0, MAX_FIELDS)
        .map(([name, value]) => [name, typeof value === "string" ? redact(value) : value]),
    );
  const at =
    (name: "debug" | "info" | "warn" | "error") =>
    (fields: LogFields, message: string): void => {
      if (logger.isLevelEnabled(name)) logger[name](clean(fields), redact(message));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Returns a function that redacts secrets, limits the length and makes invisible characters visible. */
function createRedactor(secrets: readonly string[]): (text: string) => string {
  // Longest first, because one secret may be a prefix of another.
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let shown = truncate(text);
    for (const secret of known) shown = shown.replaceAll(secret, REDACTED);
    shown = shown
      .replaceAll(PRIVATE_KEY, REDACTED)
      .replaceAll(KEYS, REDACTED)
      .replaceAll(LABELLED, `$1${REDACTED}`)
      .replaceAll(URL_CREDENTIALS, `://${REDACTED}@`);
    return showUnseen(shown);
  };
}

function truncate(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const head = text.slice(0, MAX_LENGTH);
  const boundary = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"));
  return `${head.slice(0, Math.max(boundary, MAX_LENGTH - MAX_WORD))}…`;
}
