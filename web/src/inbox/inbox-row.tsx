import { memo } from "react";
import { Ago } from "../components/time.tsx";
import { Mark } from "../components/mark.tsx";
import { type Listed, submissionQuery } from "./submission-queries.ts";
import { TimeLeft } from "./time-left.tsx";
import { OUTCOMES, describeWork } from "./describe-work.ts";
import { useQuery } from "@tanstack/react-query";
import { TallyMarks } from "../components/tally-marks.tsx";
import { queryKeys } from "../api/query-keys.ts";

/** Rows mount by the hundred while scrolling, so the link is a plain anchor. */
export const InboxRow = memo(function InboxRow({
  submission,
  search,
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
  readonly search: string;
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
      className={`group relative grid min-h-[51px] content-center border-b border-hair py-2 md:py-0 ${ROW_GRID} ${isCurrent ? "bg-sunk" : "hover:bg-sunk"}`}
      onClick={() => go(id)}
    >
      {isCurrent ? <i aria-hidden="true" className="absolute inset-y-0 left-0 w-[3px] bg-ink" /> : null}
      {isLate ? (
        <i
          aria-hidden="true"
          className="absolute inset-y-0 left-0 w-[3px] bg-red md:inset-y-1 md:left-[45px]"
        />
      ) : null}
      <span className="flex items-center justify-center max-md:hidden">
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
      <div className="min-w-0 md:pl-[20px]">
        <a
          href={`/inbox/${encodeURIComponent(id)}${search}`}
          data-row={id}
          onClick={(event) => {
            event.stopPropagation();
            // Modified clicks open a new tab.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            open(id);
          }}
          className={`plain-link mb-[3px] block text-row max-md:py-0.5 outline-offset-1 hover:underline md:w-fit md:max-w-full md:truncate max-md:after:absolute max-md:after:inset-0 ${isSeen || !isOpen ? "" : "font-semibold"} ${isGone ? "text-ink-3 line-through" : ""}`}
        >
          {title}
        </a>
        <p className="text-meta text-ink-3 md:truncate">
          <b className="font-semibold text-ink-2">{agent}</b>, {describeWork(submission)}
        </p>
      </div>
      <div className="flex min-w-0 items-center text-second max-md:mt-1 max-md:gap-3">
        <span className="whitespace-nowrap text-ink-2 md:hidden">{gate}</span>
        {isOpen ? (
          <span className="flex min-w-0 items-center gap-2">
            <Tally count={similar} />
            {similar === null || similar === undefined || similar === 0 ? null : (
              <span className="truncate text-meta text-ink-3 md:sr-only">similar, rejected</span>
            )}
          </span>
        ) : null}
      </div>
      <span className="self-center truncate text-second text-ink-2 max-md:hidden">{gate}</span>
      <div className="self-center max-md:self-end md:pr-[28px]">
        {isGone ? (
          <DecidedElsewhere id={id} />
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

function DecidedElsewhere({ id }: { readonly id: string }) {
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
            ? "withdrawn"
            : "already decided"
          : `${outcome?.word} by ${decision.reviewer}`}
      </span>
    </p>
  );
}

function Tally({ count }: { readonly count: number | null | undefined }) {
  if (count === null || count === undefined) return null;
  if (count === 0) return <span className="text-meta text-ink-3">none</span>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-2 text-second font-semibold text-ink-2">{count}</span>
      <TallyMarks count={count} />
    </span>
  );
}

export const ROW_GRID =
  "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:px-5 max-md:[&>*:nth-last-child(4)]:col-span-2 md:grid-cols-[48px_minmax(0,1fr)_108px_108px_144px] md:items-center";
