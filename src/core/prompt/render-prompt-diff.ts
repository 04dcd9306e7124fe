const CONTEXT_LINES = 3;

/** The change as one hunk of a unified diff; empty when there is none. */
export function renderPromptDiff(before: string, after: string): string {
  if (before === after) return "";
  const old = linesOf(before);
  const fresh = linesOf(after);
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - CONTEXT_LINES);
  const kept = Math.min(tail, CONTEXT_LINES);
  const removed = old.slice(head, old.length - tail);
  const added = fresh.slice(head, fresh.length - tail);
  const lead = old.slice(from, head);
  const trail = old.slice(old.length - tail, old.length - tail + kept);
  const context = lead.length + trail.length;
  return [
    "--- prompt",
    "+++ refined prompt",
    `@@ -${range(from, context + removed.length)} +${range(from, context + added.length)} @@`,
    ...lead.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...trail.map((line) => ` ${line}`),
    "",
  ].join("\n");
}

/** A file of no lines is named by the line before it, as diff does. */
const range = (from: number, count: number): string => `${count === 0 ? from : from + 1},${count}`;

const linesOf = (text: string): readonly string[] => {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};
