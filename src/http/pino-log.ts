import type { Writable } from "node:stream";
import { pino } from "pino";
import type { HttpLog, LogFields } from "./http-log.ts";
import { showUnseen } from "../core/text/show-unseen.ts";

const HIDDEN = "[redacted]";

const MOST_CHARACTERS = 8_000;

/** A text that is cut ends with a whole word, or so much earlier, so that no cut makes a secret look like none. */
const CUT = 1_000;

/** Shorter words stand everywhere. */
const LEAST_SECRET = 6;

/** Tokens and keys that tell by their beginning what they are. */
const KEYS =
  /\b(?:emd_[\w-]{6,}|whsec_[\w+/=-]{6,}|gh[pousr]_\w{6,}|github_pat_\w{6,}|glpat-[\w-]{6,}|sk-[\w-]{10,}|xox[a-z]-[\w-]{6,}|AKIA[0-9A-Z]{12,}|eyJ[\w-]{8,}\.[\w.-]{8,})/g;

/** What follows a word that announces a secret. */
const ANNOUNCED =
  /(\bbearer\s{1,9}|\bbasic\s{1,9}|(?:link|session|token|secret|passw(?:or)?d|pwd|api[_-]?key|access[_-]?key|signature)["']?[=:]["']?)[^\s"',;&]{6,}/gi;

/** Who asks, in an address; a name without a password is often a token. */
const ADDRESS = /:\/\/[^\s@]{1,500}@/g;

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}/g;

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

/** A text for the log: bounded, visible, and without what is or looks like a secret; the log keeps what surrounds it. */
function hideSecrets(secrets: readonly string[]): (text: string) => string {
  // The longest first, since one may begin like another.
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= LEAST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let shown = cut(text);
    for (const secret of known) shown = shown.replaceAll(secret, HIDDEN);
    shown = shown
      .replaceAll(PRIVATE_KEY, HIDDEN)
      .replaceAll(KEYS, HIDDEN)
      .replaceAll(ANNOUNCED, `$1${HIDDEN}`)
      .replaceAll(ADDRESS, `://${HIDDEN}@`);
    return showUnseen(shown);
  };
}

function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const head = text.slice(0, MOST_CHARACTERS);
  const word = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"));
  return `${head.slice(0, Math.max(word, MOST_CHARACTERS - CUT))}…`;
}
