import { useEffect, useRef } from "react";
import type { Answer } from "../api/api.ts";
import { Ago } from "../components/time.tsx";

type Letter = Answer<"listDeadLetters">["items"][number];

export function DeadLetterRow({
  letter,
  reader,
  isPicked,
  isOpen,
  pick,
  open,
}: {
  readonly letter: Letter;
  readonly reader: string;
  readonly isPicked: boolean;
  readonly isOpen: boolean;
  readonly pick: () => void;
  readonly open: () => void;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const { reason, attempts, time, entry, body } = letter;
  return (
    <li
      ref={row}
      className={`scroll-mt-16 relative border-b border-hair ${isOpen ? "bg-sunk before:absolute before:inset-y-0 before:-left-[8px] before:w-[3px] before:bg-ink" : ""}`}
    >
      <div className="flex items-start gap-3 py-2">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-ink"
          checked={isPicked}
          aria-label={`Select ${entry}`}
          onChange={pick}
        />
        <button type="button" aria-expanded={isOpen} className="min-w-0 flex-1 text-start" onClick={open}>
          <span className={`font-medium break-words ${isOpen ? "block" : "line-clamp-2"}`}>{reason}</span>
          <span className="block text-meta text-ink-2">
            {reader}: {attempts === 1 ? "one attempt" : `${attempts} attempts`}, <Ago time={time} />
          </span>
        </button>
      </div>
      {isOpen ? (
        <pre
          className="mono mb-3 max-h-96 overflow-auto border-t border-hair py-2 break-all whitespace-pre-wrap"
          tabIndex={0}
          aria-label={`Event ${entry}`}
        >
          {prettyJson(body)}
        </pre>
      ) : null}
    </li>
  );
}

function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
