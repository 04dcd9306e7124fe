import type { Schemas } from "../api/contract.ts";
import { VisibleText } from "../parts/visible-text.tsx";

const MAX_SHOWN = 20_000;

/** The raw input as it came, inert. */
export function Original({ original }: { readonly original: Schemas["Feedback"]["original"] }) {
  if (original.state === "erased") {
    return <p className="text-second text-ink-2">The original was erased, as its author asked.</p>;
  }
  const text = original.state === "whole" ? pretty(original.json) : original.excerpt;
  return (
    <details className="mt-3 text-second">
      <summary className="quiet min-h-6 cursor-pointer">
        The original{original.state === "truncated" ? `, the beginning of ${original.size} bytes` : ""}
      </summary>
      <pre
        className="mono mt-2 max-h-96 overflow-auto bg-sunk p-3 break-words whitespace-pre-wrap"
        tabIndex={0}
        role="region"
        aria-label="The original"
      >
        <VisibleText text={text.slice(0, MAX_SHOWN)} />
        {text.length > MAX_SHOWN ? "\n…" : ""}
      </pre>
      <p className="mt-1 text-meta break-all text-ink-3">its hash is {original.hash}</p>
    </details>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
