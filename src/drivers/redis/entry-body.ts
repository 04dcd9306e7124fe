/** An entry's fields as one text, and how to restore them. */
export interface EntryBody {
  readonly body: string;
  /** The name of the only field, whose value is the body. Empty if the body is JSON of several fields. */
  readonly field: string;
}

/** Keeps every name and value, however malformed the entry is. */
export function toEntryBody(fields: readonly string[]): EntryBody {
  const [field = "", value = ""] = fields;
  if (fields.length === 2 && field !== "") return { body: value, field };
  const pairs = Array.from({ length: Math.ceil(fields.length / 2) }, (_, at): [string, string] => [
    fields[at * 2] ?? "",
    fields[at * 2 + 1] ?? "",
  ]);
  const names = new Set(pairs.map(([name]) => name));
  return { body: JSON.stringify(names.size === pairs.length ? Object.fromEntries(pairs) : pairs), field: "" };
}

/** The inverse of `toEntryBody`. */
export function fromEntryBody({ body, field }: EntryBody): string[] {
  if (field !== "") return [field, body];
  try {
    const value = JSON.parse(body) as Record<string, string> | [string, string][];
    return (Array.isArray(value) ? value : Object.entries(value)).flat().map(String);
  } catch {
    return ["body", body];
  }
}

const SHOWN_BYTES = 65_536;

/** The first 64 KiB of a text, never cut within a character. */
export function truncateBody(body: string): string {
  if (body.length * 3 <= SHOWN_BYTES) return body;
  const bytes = new TextEncoder().encode(body);
  return bytes.length <= SHOWN_BYTES
    ? body
    : new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES), { stream: true });
}
