/** Deeper than any run's figures need, and shallow enough to be written back as JSON. */
const DEEPEST = 64;

/**
 * `meta` is open, so it is copied instead of trusted: `__proto__` keys are left out, and what nests
 * deeper than any writer could handle is refused. Answers undefined when it is too deep.
 */
export function copyMeta(
  meta: Readonly<Record<string, unknown>>,
): { readonly meta: Record<string, unknown>; readonly removedKeys: number } | undefined {
  const copy: Record<string, unknown> = {};
  let removedKeys = 0;
  const open: { from: object; to: Record<string, unknown> | unknown[]; depth: number }[] = [
    { from: meta, to: copy, depth: 1 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > DEEPEST) return undefined;
    for (const [key, value] of Object.entries(next.from)) {
      if (key === "__proto__") {
        removedKeys += 1;
        continue;
      }
      let kept: unknown = value;
      if (typeof value === "object" && value !== null) {
        const to: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
        open.push({ from: value, to, depth: next.depth + 1 });
        kept = to;
      }
      if (Array.isArray(next.to)) next.to.push(kept);
      else next.to[key] = kept;
    }
  }
  return { meta: copy, removedKeys };
}
