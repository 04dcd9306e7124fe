const PREFIX = "emend.draft.";
/** Longer texts stay on the page and are not kept: the browser has room for a few million characters in all. */
const MAX_LENGTH = 262_144;
/** So many drafts are kept in a tab; the oldest goes first. */
const MAX_DRAFTS = 200;

interface Kept {
  readonly at: number;
  readonly value: unknown;
}

const keyOf = (person: string, name: string): string => `${PREFIX}${encodeURIComponent(person)}.${name}`;

/** What this person typed under this name and has not sent, through a reload or a login that expired. Kept in this tab. */
export function loadDraft(person: string, name: string): unknown {
  return read(keyOf(person, name))?.value;
}

export function keepDraft(person: string, name: string, value: unknown): void {
  const key = keyOf(person, name);
  const text = JSON.stringify({ at: Date.now(), value } satisfies Kept);
  try {
    if (text.length > MAX_LENGTH) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    const others = draftKeys().filter((one) => one !== key);
    if (others.length < MAX_DRAFTS) return;
    const oldest = others.toSorted((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0));
    for (const one of oldest.slice(0, others.length - MAX_DRAFTS + 1)) sessionStorage.removeItem(one);
  } catch {
    // Without room or storage the text is still on the page.
  }
}

export function dropDraft(person: string, name: string): void {
  try {
    sessionStorage.removeItem(keyOf(person, name));
  } catch {
    // Nothing was kept.
  }
}

/** Whoever logs out leaves nothing for the next person. */
export function dropAllDrafts(): void {
  try {
    for (const key of draftKeys()) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

const draftKeys = (): readonly string[] =>
  Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

function read(key: string): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof kept === "object" && kept !== null && "value" in kept && "at" in kept
      ? (kept as Kept)
      : undefined;
  } catch {
    return undefined;
  }
}
