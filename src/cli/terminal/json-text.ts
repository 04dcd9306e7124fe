/** Invisible characters, and those that control a terminal, that JSON does not escape. */
const UNSEEN = /[\u007f-\u009f]|(?![\u0000-\u001f])[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes them; the JSON still parses to the same value. */
export const safeJson = (json: string): string =>
  json.replaceAll(UNSEEN, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/** The output of `--json`. */
export const toJson = (value: unknown): string => `${safeJson(JSON.stringify(value, null, 2))}\n`;

/** One object of a `--jsonl` answer. */
export const toJsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;
