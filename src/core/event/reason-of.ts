const MAX_REASON = 2_000;

/** Why something failed, from whatever was thrown: never empty, bounded, and text that every store can hold. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : plain(thrown);
  return (text.slice(0, MAX_REASON) || "no reason was given").toWellFormed().replaceAll("\0", "\\0");
}

function plain(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "something that has no text was thrown";
  }
}
