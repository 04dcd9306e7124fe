import { defined } from "../defined.ts";
import type { Diagnostic } from "./review.ts";
import { findDuplicateKeys, type DuplicateKeys } from "./duplicate-keys.ts";
import { quoted, preview } from "./render-text.ts";
import { recoverAnswer, type RecoveredAnswer } from "./recover-answer.ts";
import type { RepairCode } from "./json-scanner.ts";
import type { LostElement, Repair } from "./tolerant-json.ts";
import { identity } from "./validate-finding.ts";

/** Stage one of the parser: the answer as a JSON object, and what it took to get there. */
export interface AnswerReading {
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  /** Unreadable findings by position. */
  readonly lost: ReadonlyMap<number, LostElement>;
}

const NOTHING_LOST: ReadonlyMap<number, LostElement> = new Map();
/** `JSON.parse` turns 42.0 into 42, so decimals are searched for in the text. */
const DECIMAL_LINE = /"(?:end_)?line"\s{0,20}:\s{0,20}[0-9]{1,15}[.eE]/;

export function readAnswer(raw: unknown, diagnostics: Diagnostic[]): AnswerReading {
  if (typeof raw !== "string") return reject(`the answer is ${quoted(raw)}; expected a text`, diagnostics);
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return recover(raw, diagnostics);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    diagnostics.push({
      kind: "response_rejected",
      reason: "schema_mismatch",
      message: `the top level is ${quoted(value)}; expected an object with schema_version, prompt_version and findings`,
    });
    return { answer: undefined, lost: NOTHING_LOST };
  }
  const duplicates = findDuplicateKeys(raw, value);
  const reading = { answer: value as Record<string, unknown>, lost: NOTHING_LOST };
  if (duplicates !== undefined) reportDuplicateKeys(duplicates, aboutFindings(reading), diagnostics);
  if (DECIMAL_LINE.test(raw)) reportDecimals(recoverAnswer(raw), aboutFindings(reading), diagnostics);
  return reading;
}

/** Identifies a finding in the diagnostics about it. */
const aboutFindings =
  ({ answer, lost }: AnswerReading) =>
  (index: number): Partial<Diagnostic> => {
    const findings =
      answer !== undefined && Object.hasOwn(answer, "findings") ? answer["findings"] : undefined;
    const finding: unknown =
      lost.get(index)?.partial ?? (Array.isArray(findings) ? findings[index] : undefined);
    return typeof finding === "object" && finding !== null && !Array.isArray(finding)
      ? identity(finding as Readonly<Record<string, unknown>>)
      : {};
  };

function recover(raw: string, diagnostics: Diagnostic[]): AnswerReading {
  const hasMark = raw.charCodeAt(0) === 0xfeff;
  const text = hasMark ? raw.slice(1) : raw;
  const mark = hasMark ? [MARK_REMOVED] : [];
  const found = recoverAnswer(text);
  if (found !== undefined) return reportRecovery(found, text, mark, diagnostics);
  const plain = unescape(text);
  const inner = plain === undefined ? undefined : recoverAnswer(plain);
  if (plain !== undefined && inner !== undefined) {
    return reportRecovery(inner, plain, [...mark, QUOTES_UNESCAPED], diagnostics);
  }
  const trimmed = text.trim();
  return reject(
    trimmed === ""
      ? "the answer is empty; expected a JSON object"
      : `no review was found in the answer, which starts with ${quoted(trimmed.slice(0, 60))}; expected a JSON object`,
    diagnostics,
  );
}

const MARK_REMOVED = {
  reason: "byte_order_mark_removed",
  message: "a byte order mark before the JSON was removed",
} as const;
const QUOTES_UNESCAPED = {
  reason: "quotes_unescaped",
  message: "every quotation mark was escaped, as in a text inside a text; read without",
} as const;

/** Unescapes text in which every quotation mark is escaped, as in a log or a shell; undefined if it is not. */
function unescape(text: string): string | undefined {
  if (!/\{(?:\s|\\n|\\t){0,40}\\"/.test(text)) return undefined;
  try {
    return JSON.parse(
      `"${text.replaceAll("\r", "").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`,
    ) as string;
  } catch {
    return undefined;
  }
}

/** Reports the repairs and returns the answer. */
function reportRecovery(
  found: RecoveredAnswer,
  text: string,
  earlierRepairs: readonly { readonly reason: string; readonly message: string }[],
  diagnostics: Diagnostic[],
): AnswerReading {
  const repaired = (reason: string, message: string, more: Partial<Diagnostic> = {}): void => {
    diagnostics.push({ kind: "repair_applied", reason, message, ...more });
  };
  for (const { reason, message } of earlierRepairs) repaired(reason, message);
  if (found.hasFence) repaired("fence_removed", "the Markdown fence around the JSON was removed");
  if (found.hasProse) repaired("prose_removed", "text around the JSON was left out");
  const reading = { answer: found.reading.value as Record<string, unknown>, lost: found.reading.lost };
  const about = aboutFindings(reading);
  const lineOf = createLineCounter(text);
  for (const repair of found.reading.repairs) {
    const { code, index, inList } = repair;
    const location =
      index !== undefined
        ? { index, ...about(index), path: `findings[${index}]` }
        : inList === true
          ? { path: "findings" }
          : {};
    repaired(code, describe(repair, lineOf(repair.offset)), location);
  }
  if (found.candidates > 1) {
    diagnostics.push({
      kind: "warning",
      reason: "several_objects",
      message: `${found.candidates} objects look like a review; the last complete one was used`,
    });
  }
  const { unread } = found;
  if (unread !== "none") {
    const worst = unread === "unknown" ? "" : `, the worst of them ${unread}`;
    diagnostics.push({
      kind: "warning",
      reason: "unread_findings",
      message: `another review in the answer has findings that were not read${worst}`,
      ...(unread === "unknown" ? {} : { severity: unread }),
    });
  }
  reportCut(found, diagnostics);
  reportDuplicateKeys(found.reading.duplicates, about, diagnostics);
  reportDecimals(found, about, diagnostics);
  return reading;
}

function reportCut({ reading }: RecoveredAnswer, diagnostics: Diagnostic[]): void {
  if (!reading.cutOff) return;
  diagnostics.push({
    kind: "warning",
    reason: "truncated",
    message: "the answer ends in the middle; the complete part is used, nothing was guessed",
    ...defined({ path: reading.lostField }),
  });
}

function reportDecimals(
  found: RecoveredAnswer | undefined,
  about: (index: number) => Partial<Diagnostic>,
  diagnostics: Diagnostic[],
): void {
  for (const { index, field, source } of found?.reading.decimals ?? []) {
    if (field !== "line" && field !== "end_line") continue;
    if (!Number.isSafeInteger(Number(source))) continue;
    diagnostics.push({
      kind: "coercion_applied",
      reason: "integer_from_decimal",
      message: `${field}: whole number written as a decimal`,
      index,
      ...about(index),
      path: `findings[${index}].${field}`,
      from: source,
      to: Number(source),
    });
  }
}

function reject(message: string, diagnostics: Diagnostic[]): AnswerReading {
  diagnostics.push({ kind: "response_rejected", reason: "invalid_json", message });
  return { answer: undefined, lost: NOTHING_LOST };
}

const REPAIR_TEXT: Readonly<Record<RepairCode, string>> = {
  comment_removed: "comment removed",
  trailing_comma_removed: "trailing comma removed",
  extra_comma_removed: "extra comma removed",
  comma_inserted: "missing comma added",
  quotes_replaced: 'quotation mark other than " replaced',
  quote_escaped: "quotation mark inside a text escaped",
  control_character_escaped: "line break or control character inside a text escaped",
  escape_fixed: "unknown escape sequence kept as written",
  key_quoted: "key without quotation marks read as text",
  value_quoted: "value without quotation marks read as text",
  literal_replaced: "literal of another language replaced",
  value_missing: "field without a value left out",
  ellipsis_removed: "ellipsis removed",
  text_removed: "text between findings left out",
};

/** Repairs are in text order, so one pass counts the lines for all of them. */
function createLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (offset) => {
    while (next >= 0 && next < offset) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

function describe(repair: Repair, line: number): string {
  return repair.count === 1
    ? `${REPAIR_TEXT[repair.code]} on line ${line}`
    : `${REPAIR_TEXT[repair.code]}, ${repair.count} times from line ${line} on`;
}

/** Reports duplicate keys and the value that was used: JSON parsers differ, so the writer may have meant another. */
function reportDuplicateKeys(
  duplicates: DuplicateKeys,
  aboutFinding: (index: number) => Partial<Diagnostic>,
  diagnostics: Diagnostic[],
): void {
  for (const { path, first, kept, count } of duplicates.list()) {
    const index = /^findings\[(\d{1,9})\]/.exec(path)?.[1];
    const name = path.slice(path.lastIndexOf(".") + 1);
    const times = count === 2 ? "twice" : `${count} times`;
    diagnostics.push({
      kind: "warning",
      reason: "duplicate_key",
      message: `${name} is given ${times}; the last value, ${quoted(kept)}, was kept`,
      ...(index === undefined ? {} : { index: Number(index), ...aboutFinding(Number(index)) }),
      path,
      from: preview(first),
      to: preview(kept),
    });
  }
  if (duplicates.more > 0) {
    diagnostics.push({
      kind: "warning",
      reason: "duplicate_key",
      message: `${duplicates.more} more keys are given more than once; each time the last value was kept`,
    });
  }
  const { unread } = duplicates;
  if (unread === "none") return;
  const worst = unread === "unknown" ? "" : `, the worst of them ${unread}`;
  diagnostics.push({
    kind: "warning",
    reason: "unread_findings",
    message: `another list of findings in the answer was not read${worst}`,
    path: "findings",
    ...(unread === "unknown" ? {} : { severity: unread }),
  });
}
