import type { RuleFileLine } from "./parse-rule-file.ts";

/** A key of a file's front matter, as it is written. */
export interface FrontField {
  readonly key: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** What follows the colon on its line. */
  readonly raw: string;
  /** Its items, if it is a list. */
  readonly items: readonly string[] | undefined;
  /** Its text without quotes; of a block, all lines. */
  readonly text: string;
  readonly isQuoted: boolean;
}

const MAX_FIELDS = 100;

/**
 * Reads the top-level keys. Agents read front matter in their own ways, and some not as YAML: Cursor takes `globs: *.ts`, which
 * YAML refuses. So this reads lines, and whether the whole is YAML is another question.
 */
export function readFrontFields(lines: readonly RuleFileLine[]): readonly FrontField[] {
  const front = lines.filter(({ kind }) => kind === "front").slice(1, -1);
  const fields: FrontField[] = [];
  for (let at = 0; at < front.length && fields.length < MAX_FIELDS; at += 1) {
    const [, key, raw = ""] =
      /^([\w-]{1,80})[ \t]{0,80}:(?:[ \t]([^\n]{0,4000}))?$/.exec(front[at]!.text) ?? [];
    if (key === undefined) continue;
    let end = at;
    while (end + 1 < front.length && /^(?:[ \t]|-(?:[ \t]|$)|$|#)/.test(front[end + 1]!.text)) end += 1;
    fields.push(
      toField(
        key,
        raw.trim(),
        front.slice(at, end + 1).map((line) => line),
      ),
    );
    at = end;
  }
  return fields;
}

function toField(key: string, raw: string, lines: readonly RuleFileLine[]): FrontField {
  const place = { key, line: lines[0]!.number, endLine: lines.at(-1)!.number, raw };
  const rest = lines.slice(1).map(({ text }) => text.trim());
  if (/^\[.*\]$/.test(raw)) {
    const items = splitItems(raw.slice(1, -1)).map(unquote);
    return { ...place, items, text: items.join(","), isQuoted: /["']/.test(raw) };
  }
  const listed = rest.filter((text) => /^-(?:\s|$)/.test(text));
  if (raw === "" && listed.length > 0) {
    const items = listed.map((text) => unquote(withoutComment(text.slice(1).trim())));
    return {
      ...place,
      items,
      text: items.join(","),
      isQuoted: listed.some((text) => /^-\s*["']/.test(text)),
    };
  }
  if (/^[>|][+-]?$/.test(raw)) {
    return { ...place, items: undefined, text: rest.filter(Boolean).join(" "), isQuoted: false };
  }
  const plain = withoutComment(raw);
  const text = [unquote(plain), ...rest.filter((each) => each !== "" && !each.startsWith("#"))]
    .join(" ")
    .trim();
  return { ...place, items: undefined, text, isQuoted: /^["']/.test(plain) };
}

/** The items of a list between brackets. A comma within braces or quotes belongs to its item. */
export function splitItems(text: string): readonly string[] {
  const items: string[] = [];
  let item = "";
  let depth = 0;
  let quote = "";
  for (const character of text) {
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth += 1;
    else if (character === "}") depth = Math.max(0, depth - 1);
    if (character === "," && depth === 0 && quote === "") {
      items.push(item);
      item = "";
    } else item += character;
  }
  return [...items, item].map((each) => each.trim()).filter((each) => each !== "");
}

const withoutComment = (text: string): string =>
  /^["']/.test(text) ? text : text.replace(/\s#.*$/, "").trim();

const unquote = (text: string): string => /^(["'])(.*)\1$/.exec(text.trim())?.[2] ?? text.trim();
