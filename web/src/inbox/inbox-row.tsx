import { memo } from "react";
import { Ago } from "../components/time.tsx";
import { Mark } from "../components/mark.tsx";
import { type Listed, submissionQuery } from "./submission-queries.ts";
import { TimeLeft } from "./time-left.tsx";
import { OUTCOMES, workOf } from "./work-of.ts";
import { useQuery } from "@tanstack/react-query";
import { Strokes } from "../components/tally-marks.tsx";
import { queryKeys } from "../api/query-keys.ts";

/**
 * One submission: its gutter, what it is, earlier rejections like it, its gate, the time that is left. Rows come and go
 * by the hundred while somebody scrolls, so its link is a plain one.
 */
export const InboxRow = memo(function InboxRow({
  submission,
  asks,
  similar,
  now,
  isCurrent,
  isPicked,
  isSeen,
  isGone,
  canPick,
  go,
  open,
  pick,
}: {
  readonly submission: Listed;
  /** What goes along into its address. */
  readonly asks: string;
  readonly similar: number | null | undefined;
  readonly now: number;
  readonly isCurrent: boolean;
  readonly isPicked: boolean;
  readonly isSeen: boolean;
  readonly isGone: boolean;
  readonly canPick: boolean;
  readonly go: (id: string) => void;
  readonly open: (id: string) => void;
  readonly pick: (id: string) => void;
}) {
  const { id, title, agent, gate, submitted_at, due_at, decision } = submission;
  const isOpen = decision === undefined && !isGone;
  const isLate = isOpen && Date.parse(due_at) < now;
  return (
    <div
      className={`group relative grid min-h-[51px] content-center border-b border-hair py-2 one:py-0 ${ROW_GRID} ${isCurrent ? "bg-sunk" : "hover:bg-sunk"}`}
      onClick={() => go(id)}
    >
      {isCurrent ? <i aria-hidden="true" className="absolute inset-y-0 left-0 w-[3px] bg-ink" /> : null}
      {isLate ? (
        <i
          aria-hidden="true"
          className="absolute inset-y-0 left-0 w-[3px] bg-red one:inset-y-1 one:left-[45px]"
        />
      ) : null}
      <span className="flex items-center justify-center max-one:hidden">
        {canPick && isOpen ? (
          <label
            className={`flex size-8 items-center justify-center ${isPicked ? "" : "opacity-0 group-hover:opacity-100 focus-within:opacity-100"}`}
            onClick={(event) => event.stopPropagation()}
          >
            <input
              type="checkbox"
              className="size-4 accent-ink"
              aria-label={`Select ${title}`}
              checked={isPicked}
              onChange={() => pick(id)}
            />
          </label>
        ) : null}
      </span>
      <div className="min-w-0 one:pl-[20px]">
        <a
          href={`/inbox/${encodeURIComponent(id)}${asks}`}
          data-row={id}
          onClick={(event) => {
            event.stopPropagation();
            // With a modifier it is the browser's, as in another tab.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            open(id);
          }}
          className={`plain-link mb-[3px] block text-row outline-offset-1 hover:underline one:w-fit one:max-w-full one:truncate max-one:after:absolute max-one:after:inset-0 ${isSeen || !isOpen ? "" : "font-semibold"} ${isGone ? "text-ink-3 line-through" : ""}`}
        >
          {title}
        </a>
        <p className="text-meta text-ink-3 one:truncate">
          <b className="font-semibold text-ink-2">{agent}</b>, {workOf(submission)}
        </p>
      </div>
      <div className="flex min-w-0 items-center text-second max-one:mt-1 max-one:gap-3">
        <span className="whitespace-nowrap text-ink-2 one:hidden">{gate}</span>
        {isOpen ? (
          <span className="flex min-w-0 items-center gap-2">
            <Tally count={similar} />
            {similar === null || similar === undefined || similar === 0 ? null : (
              <span className="truncate text-meta text-ink-3 one:sr-only">similar, rejected</span>
            )}
          </span>
        ) : null}
      </div>
      <span className="self-center truncate text-second text-ink-2 max-one:hidden">{gate}</span>
      <div className="self-center max-one:self-end one:pr-[28px]">
        {isGone ? (
          <GoneNote id={id} />
        ) : decision === undefined ? (
          <TimeLeft from={submitted_at} due={due_at} now={now} />
        ) : (
          <p className="text-right text-meta text-ink-2">
            <span className="inline-flex items-center justify-end gap-1.5 font-medium whitespace-nowrap">
              <Mark
                name={OUTCOMES[decision.decision].mark}
                tone={decision.decision === "approved" ? "green" : "ink"}
                size={15}
              />
              {OUTCOMES[decision.decision].word}
            </span>
            <br />
            {decision.reviewer}, <Ago time={decision.time} />
          </p>
        )}
      </div>
    </div>
  );
});

/** That somebody else answered it in the meantime, and what. */
function GoneNote({ id }: { readonly id: string }) {
  const { data } = useQuery({ ...submissionQuery(id), queryKey: queryKeys.submissions.gone(id) });
  const decision = data?.decision;
  const outcome = decision === undefined ? undefined : OUTCOMES[decision.decision];
  return (
    <p className="flex items-center justify-end gap-1.5 text-right text-meta text-ink-2">
      {outcome === undefined ? null : (
        <Mark name={outcome.mark} tone={outcome.mark === "stet" ? "green" : "ink"} size={15} />
      )}
      <span>
        {decision === undefined
          ? data?.status === "withdrawn"
            ? "taken back"
            : "no longer waits"
          : `${outcome?.word} by ${decision.reviewer}`}
      </span>
    </p>
  );
}

/** Earlier rejections of similar work, in gates of five beside the number. */
function Tally({ count }: { readonly count: number | null | undefined }) {
  if (count === null || count === undefined) return null;
  if (count === 0) return <span className="text-meta text-ink-3">none</span>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-2 text-second font-semibold text-ink-2">{count}</span>
      <Strokes count={count} />
    </span>
  );
}

/** The columns of the list: gutter, submission, similar, gate, time; on a phone two columns on two lines. */
export const ROW_GRID =
  "max-one:grid-cols-[minmax(0,1fr)_auto] max-one:gap-x-4 max-one:px-5 max-one:[&>*:nth-last-child(4)]:col-span-2 one:grid-cols-[48px_minmax(0,1fr)_108px_108px_144px] one:items-center";
