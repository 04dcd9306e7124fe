/** Characters that act on a terminal or hide in it and that JSON lets pass. */
const UNSEEN = /[\u007f-\u009f]|(?![\u0000-\u001f])[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON with such characters escaped; it reads the same. */
export const safeJson = (json: string): string =>
  json.replaceAll(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );

/** What `--json` prints. */
export const toJson = (value: unknown): string => `${safeJson(JSON.stringify(value, null, 2))}\n`;
