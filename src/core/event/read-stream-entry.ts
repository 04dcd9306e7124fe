/** A parsed stream entry. */
export type StreamEntry =
  | { readonly state: "event"; readonly event: Readonly<Record<string, unknown>> }
  | { readonly state: "malformed"; readonly reason: string };

/** The total length of all names and values. */
export const MAX_ENTRY = 1_048_576;

const WHOLE_EVENT = ["event", "data", "payload", "json", "message", "body"] as const;
const NULLABLE: ReadonlySet<string> = new Set([
  "task_id",
  "approved_output_sha",
  "correction_diff_path",
  "reviewer_comment",
  "tags",
]);
const NULLS: ReadonlySet<string> = new Set(["", "None", "null"]);

/**
 * Parses alternating names and values: one field with the event as JSON, or a decision with one field per property.
 * An invalid value stays text, which the event's schema then rejects.
 */
export function readStreamEntry(fields: readonly string[]): StreamEntry {
  if (fields.length === 0) return malformed("the entry has no fields");
  if (fields.length % 2 !== 0) return malformed("the entry has a field without a value");
  let size = 0;
  const values = new Map<string, string>();
  for (let at = 0; at < fields.length; at += 2) {
    const [name = "", value = ""] = [fields[at], fields[at + 1]];
    size += name.length + value.length;
    if (size > MAX_ENTRY) return malformed(`the entry is longer than ${MAX_ENTRY} characters`);
    if (values.has(name)) return malformed(`the field ${quoted(name)} occurs twice`);
    values.set(name, value);
  }
  if (values.has("decision_id")) return { state: "event", event: flatDecision(values) };
  return wholeEvent(values);
}

function wholeEvent(values: ReadonlyMap<string, string>): StreamEntry {
  let reason: string | undefined;
  for (const name of WHOLE_EVENT) {
    const text = values.get(name);
    if (text === undefined) continue;
    const value = parseJson(text);
    if (isObject(value)) return { state: "event", event: value };
    reason ??=
      value === undefined
        ? `the field ${name} is not valid JSON`
        : `the field ${name} contains ${kindOf(value)}; expected a JSON object`;
  }
  return malformed(
    reason ??
      `no field contains an event; expected one of ${WHOLE_EVENT.join(", ")} with a JSON object, or the fields of a ` +
        `decision, and found ${quoted([...values.keys()].slice(0, 5).join(", "))}`,
  );
}

function flatDecision(values: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  // Unlike assignment, this keeps `__proto__` an ordinary field.
  return Object.fromEntries(Array.from(values, ([name, text]) => [name, parseField(name, text)]));
}

function parseField(name: string, text: string): unknown {
  if (NULLABLE.has(name) && NULLS.has(text.trim())) return null;
  if (name === "tags") return readTags(text);
  if (name !== "review_duration_seconds" || text.trim() === "") return text;
  const seconds = Number(text);
  return Number.isFinite(seconds) ? seconds : text;
}

/** A JSON list, a Python list, or comma-separated tags. */
function readTags(text: string): unknown {
  const value = parseJson(text);
  if (Array.isArray(value)) return value;
  const trimmed = text.trim();
  const inner = trimmed.startsWith("[") && trimmed.endsWith("]") ? trimmed.slice(1, -1) : trimmed;
  return inner
    .split(",")
    .map((tag) => unquoted(tag.trim()))
    .filter((tag) => tag !== "");
}

function unquoted(text: string): string {
  const quote = text[0];
  return (quote === "'" || quote === '"') && text.length > 1 && text.endsWith(quote)
    ? text.slice(1, -1)
    : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

/** Names come from outside, so they are cut and escaped. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

function malformed(reason: string): StreamEntry {
  return { state: "malformed", reason };
}
