import { isJsonObject } from "../json/json-object.ts";
import type { AuditEntry, SealedEntry } from "./audit-entry.ts";

/** A stored entry as people read it; whatever was written over it, it never throws. */
export function openEntry({ seq, time, action, subject, body, salt, hash }: SealedEntry): AuditEntry {
  const place = { seq, time, action, subject, hash };
  if (body === null && salt === null) return { ...place, state: "erased" };
  const said = readBody(body);
  return said === undefined ? { ...place, state: "unreadable" } : { ...place, state: "kept", ...said };
}

/** Whether the body of an entry names a person, as who acted or as a value of its detail. */
export function namesPerson(body: string, personId: string): boolean {
  // The canonical spelling of a name stands in every body that has it, and reading them all would take long.
  if (!body.includes(JSON.stringify(personId))) return false;
  const said = readBody(body);
  return said !== undefined && holds(said, personId);
}

interface Body {
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

function readBody(body: unknown): Body | undefined {
  if (typeof body !== "string") return undefined;
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isJsonObject(said)) return undefined;
  const { actor, detail } = said;
  return typeof actor === "string" && isJsonObject(detail) ? { actor, detail } : undefined;
}

/** Without recursion, since a body that was written over may be nested deeper than the stack. */
function holds(value: unknown, text: string): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === text) return true;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) waiting.push(part);
  }
  return false;
}
