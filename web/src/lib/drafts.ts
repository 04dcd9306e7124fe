const PREFIX = "emend.draft.";
/** Browsers limit session storage to a few million characters. */
const MAX_LENGTH = 262_144;
/** The oldest drafts are dropped first. */
const MAX_DRAFTS = 200;

interface StoredDraft {
  readonly at: number;
  readonly value: unknown;
}

const keyOf = (person: string, name: string): string => `${PREFIX}${encodeURIComponent(person)}.${name}`;

export function loadDraft(person: string, name: string): unknown {
  return read(keyOf(person, name))?.value;
}

export function keepDraft(person: string, name: string, value: unknown): void {
  const key = keyOf(person, name);
  const text = JSON.stringify({ at: Date.now(), value } satisfies StoredDraft);
  try {
    if (text.length > MAX_LENGTH) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    const others = draftKeys().filter((one) => one !== key);
    if (others.length < MAX_DRAFTS) return;
    const oldest = others.toSorted((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0));
    for (const one of oldest.slice(0, others.length - MAX_DRAFTS + 1)) sessionStorage.removeItem(one);
  } catch {
    // Storage may be full or disabled.
  }
}

export function dropDraft(person: string, name: string): void {
  try {
    sessionStorage.removeItem(keyOf(person, name));
  } catch {
    // Storage is disabled.
  }
}

/** Called on logout, so that nothing is left for the next person. */
export function dropAllDrafts(): void {
  try {
    for (const key of draftKeys()) sessionStorage.removeItem(key);
  } catch {
    // Storage is disabled.
  }
}

const draftKeys = (): readonly string[] =>
  Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

function read(key: string): StoredDraft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof stored === "object" && stored !== null && "value" in stored && "at" in stored
      ? (stored as StoredDraft)
      : undefined;
  } catch {
    return undefined;
  }
}
