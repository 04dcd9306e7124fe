import { Link } from "@tanstack/react-router";
import { Ago } from "../components/time.tsx";
import { formatAction } from "./format-action.ts";
import type { AuditEntry } from "./use-audit.ts";

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
        className="grid w-full grid-cols-[1fr_auto] items-baseline gap-x-4 py-1.5 pr-5 pl-5 text-start md:grid-cols-[48px_minmax(0,1fr)_auto] md:gap-x-[20px] md:pr-7 md:pl-0"
        onClick={open}
      >
        <span className="text-end text-meta text-ink-3 max-md:hidden">{seq}</span>
        <span className="min-w-0">
          <span className="block truncate">
            <span className="serif text-rule">{who}</span>{" "}
            <span className="font-medium" title={action}>
              {formatAction(action)}
            </span>
          </span>
          <span className="block truncate text-ink-3" dir="auto" title={subject}>
            {entry.state === "kept" ? subjectName(entry) : <span className="mono">{shortId(subject)}</span>}
          </span>
        </span>
        <span className="text-second whitespace-nowrap text-ink-2">
          <Ago time={time} />
        </span>
      </button>
      {isOpen ? (
        <div className="px-5 pb-3 md:pr-7 md:pl-[68px]">
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
          <SubjectLink action={action} subject={subject} />
          {entry.state === "kept" ? (
            <pre
              className="mono mt-2 max-h-80 overflow-auto break-all whitespace-pre-wrap"
              tabIndex={0}
              aria-label="Recorded data"
            >
              {JSON.stringify(entry.detail, null, 2)}
            </pre>
          ) : (
            <p className="mt-2 text-second text-ink-2">
              {entry.state === "erased"
                ? "The author was erased on request. The chain is still intact."
                : "This entry can’t be read. Verify the chain."}
            </p>
          )}
        </div>
      ) : null}
    </div>
  );
}

const ID_LENGTH = 12;

const shortId = (id: string): string => (id.length > ID_LENGTH + 1 ? `${id.slice(0, ID_LENGTH)}…` : id);

/** What an entry is about, in words if it has some. */
function subjectName({ detail, subject }: Extract<AuditEntry, { readonly state: "kept" }>): React.ReactNode {
  const named = [detail["text"], detail["title"], detail["name"]].find(
    (each): each is string => typeof each === "string" && each !== "",
  );
  return named === undefined ? <span className="mono">{shortId(subject)}</span> : named;
}

const PAGE_OF = {
  rule: "/rules/$rule",
  submission: "/inbox/$submission",
  evaluation: "/feedback/$feedback",
  cluster: "/clusters/$cluster",
} as const;

/** A link to what an entry is about, if it has a page. */
function SubjectLink({ action, subject }: { readonly action: string; readonly subject: string }) {
  const kind = action.split(".")[0] as keyof typeof PAGE_OF;
  if (!(kind in PAGE_OF)) return null;
  return (
    <p className="mt-2">
      <Link
        to={PAGE_OF[kind]}
        params={{ rule: subject, submission: subject, feedback: subject, cluster: subject }}
      >
        Open it
      </Link>
    </p>
  );
}
