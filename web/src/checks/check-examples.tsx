import { useState } from "react";
import { VisibleText } from "../components/visible-text.tsx";
import type { WholeCheck } from "./check-queries.ts";

const FIRST = 2;

/** Corrections that the check was made from: what it finds, and what it leaves alone. */
export function CheckExamples({ check: { examples } }: { readonly check: WholeCheck }) {
  const [all, setAll] = useState(false);
  if (examples.length === 0) return null;
  const shown = all ? examples : examples.slice(0, FIRST);
  return (
    <div className="mt-4">
      <h3 className="mb-1 text-second font-medium">Examples</h3>
      <ul className="grid gap-3">
        {shown.map(({ before, after, isHit }, at) => (
          <li key={at} className="grid gap-px border border-hair md:grid-cols-2">
            <Code
              label={isHit ? "finds" : "does not find, although it should"}
              text={before}
              isMissed={!isHit}
            />
            <Code label="leaves alone" text={after} isMissed={false} />
          </li>
        ))}
      </ul>
      {examples.length > shown.length ? (
        <button type="button" className="quiet mt-2 min-h-6" onClick={() => setAll(true)}>
          All {examples.length}
        </button>
      ) : null}
    </div>
  );
}

function Code({
  label,
  text,
  isMissed,
}: {
  readonly label: string;
  readonly text: string;
  readonly isMissed: boolean;
}) {
  return (
    <figure className="min-w-0 p-2">
      <figcaption className={`text-meta ${isMissed ? "text-red" : "text-ink-3"}`}>{label}</figcaption>
      <pre tabIndex={0} aria-label={label} className="mono max-h-48 overflow-auto whitespace-pre">
        <VisibleText text={text} />
      </pre>
    </figure>
  );
}
