import { Link } from "@tanstack/react-router";
import { Key } from "../components/key.tsx";
import { duration, useNow, withUnit } from "../components/time.tsx";
import type { QueuePosition } from "./use-queue.ts";
import { webAddress } from "../lib/web-address.ts";
import { VisibleText } from "../components/visible-text.tsx";
import type { Submission } from "./submission.ts";

const HOUR = 3_600_000;

export function ReviewHead({
  submission,
  position,
}: {
  readonly submission: Submission;
  readonly position: QueuePosition;
}) {
  const { title, agent, run, task, epic, context } = submission;
  const url = webAddress(submission.url);
  return (
    <header className="px-5 pt-4 pb-4 md:pl-[68px]">
      <p className="flex items-center gap-4 text-second text-ink-2">
        <Link to="/inbox" className="inline-flex min-h-6 items-center">
          Inbox
        </Link>
        {position.at === null ? null : (
          <span>
            {position.at} of {position.of}
          </span>
        )}
        <span className="flex gap-1 max-md:hidden">
          <Key>k</Key>
          <Key>j</Key>
        </span>
      </p>
      <h1 className="serif mt-1 text-title break-words [font-variant-ligatures:none] max-md:text-under-review max-md:leading-[34px]">
        <VisibleText text={title} />
      </h1>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-second text-ink-2">
        <span>
          <Link to="/agents/$agent" params={{ agent }} className="font-semibold text-ink">
            {agent}
          </Link>
          {run === undefined ? null : <>, run {run}</>}
        </span>
        {task === undefined ? null : (
          <Link to="/tasks/$task" params={{ task }} search={{ agent }}>
            {task}
          </Link>
        )}
        {epic === undefined ? null : <span>{epic}</span>}
        <Waiting {...submission} />
        {url === undefined ? null : (
          <a href={url.href} target="_blank" rel="noopener noreferrer" className="min-w-0 break-all">
            <VisibleText text={shortAddress(url)} isOneLine />
          </a>
        )}
      </p>
      {context === undefined ? null : (
        <div
          className="mt-3 max-h-60 max-w-[84ch] overflow-y-auto"
          tabIndex={0}
          role="region"
          aria-label={`What ${agent} says about it`}
        >
          <p className="text-meta text-ink-3">{agent} says about it:</p>
          <p className="text-row break-words whitespace-pre-wrap">
            <VisibleText text={context} />
          </p>
        </div>
      )}
    </header>
  );
}

/** With the host, so that people see where it leads. */
const shortAddress = ({ host, pathname }: URL): string => {
  const text = `${host}${pathname === "/" ? "" : pathname}`;
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

function Waiting({ gate, submitted_at, due_at, status }: Submission) {
  const now = useNow();
  const due = Date.parse(due_at);
  const hours = Math.round(((due - Date.parse(submitted_at)) / HOUR) * 10) / 10;
  const left = due - now;
  return (
    <span>
      {gate}, {withUnit(hours, "h")}
      {status !== "waiting" ? null : left < 0 ? (
        <>
          : <b className="font-semibold text-red">{duration(-left)} over</b>
        </>
      ) : (
        <>: {duration(left)} left</>
      )}
    </span>
  );
}
