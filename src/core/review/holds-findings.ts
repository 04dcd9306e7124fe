const MOST_VALUES = 10_000;

/** Whether a value that nobody reads looks as if there were findings in it: somewhere an object names a severity. */
export function holdsFindings(value: unknown): boolean {
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0 && seen < MOST_VALUES; seen += 1) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (key.toLowerCase() === "severity") return true;
      waiting.push(inner);
    }
  }
  // What is too large to look at may hold anything.
  return waiting.length > 0;
}
