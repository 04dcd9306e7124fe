import { showUnseen } from "../../core/text/show-unseen.ts";

/** Text from outside without characters that could control the terminal. Newlines and tabs stay. */
export const safeText = (text: string): string => showUnseen(text.replaceAll("\r\n", "\n"));

/** The same, on one line. */
export const safeLine = (text: string): string => showUnseen(text.replace(/\s*[\r\n]+\s*/g, " "));

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
export const toJsonLine = (value: unknown): string => `${safeJson(JSON.stringify(value))}\n`;
