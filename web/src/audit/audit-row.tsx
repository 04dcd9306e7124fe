import { Ago } from "../components/time.tsx";
import { actionWords } from "./format-action.ts";
import type { AuditEntry } from "./use-audit.ts";

/** Who did what to what, and on request all that was written down. */
export function AuditRow({
  entry,
  isOpen,
  open,
}: {
  readonly entry: AuditEntry;
  readonly isOpen: boolean;
  readonly open: () => void;
}) {
  const { seq, time, action, subject, hash } = entry;
  const who = entry.state === "kept" ? entry.actor : entry.state === "erased" ? "erased" : "unreadable";
  return (
    <div
      className={`relative border-b border-hair ${isOpen ? "bg-sunk before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ink" : "hover:bg-sunk"}`}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        className="grid w-full grid-cols-[1fr_auto] items-baseline gap-x-4 py-1.5 pr-5 pl-5 text-start one:grid-cols-[48px_minmax(0,1fr)_auto] one:gap-x-[20px] one:pr-7 one:pl-0"
        onClick={open}
      >
        <span className="text-end text-meta text-ink-3 max-one:hidden">{seq}</span>
        <span className="min-w-0">
          <span className="block truncate">
            <span className="serif text-rule">{who}</span>{" "}
            <span className="font-medium" title={action}>
              {actionWords(action)}
            </span>
          </span>
          <span className="mono block truncate text-ink-3">{subject}</span>
        </span>
        <span className="text-second whitespace-nowrap text-ink-2">
          <Ago time={time} />
        </span>
      </button>
      {isOpen ? (
        <div className="px-5 pb-3 one:pr-7 one:pl-[68px]">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-second">
            <dt className="text-ink-3">Time</dt>
            <dd>{time}</dd>
            <dt className="text-ink-3">Action</dt>
            <dd className="mono">{action}</dd>
            <dt className="text-ink-3">Number</dt>
            <dd>{seq}</dd>
            <dt className="text-ink-3">Hash</dt>
            <dd className="mono break-all">{hash}</dd>
          </dl>
          {entry.state === "kept" ? (
            <pre
              className="mono mt-2 max-h-80 overflow-auto break-all whitespace-pre-wrap"
              tabIndex={0}
              aria-label="What was written down"
            >
              {JSON.stringify(entry.detail, null, 2)}
            </pre>
          ) : (
            <p className="mt-2 text-second text-ink-2">
              {entry.state === "erased"
                ? "Who did it was erased on request; the chain still holds."
                : "What is stored cannot be read; verify the chain."}
            </p>
          )}
        </div>
      ) : null}
    </div>
  );
}
