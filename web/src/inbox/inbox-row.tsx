import { memo } from "react";
import { Ago } from "../parts/time.tsx";
import { Mark } from "../marks/mark.tsx";
import { GoneNote } from "./gone-note.tsx";
import { ROW_GRID } from "./row-grid.ts";
import type { Listed } from "./submission-queries.ts";
import { Tally } from "./tally.tsx";
import { TimeLeft } from "./time-left.tsx";
import { OUTCOMES, workOf } from "./work-of.ts";

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
