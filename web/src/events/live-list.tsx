import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useLiveState, useLive } from "../api/live.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { formatEvent, type ReceivedEvent, eventLink } from "./format-event.ts";

export function LiveList() {
  const state = useLiveState();
  const [isPaused, setPaused] = useState(false);
  const [isOver, setOver] = useState(false);
  const { shown, waiting, showNew } = useRecentEvents(isPaused || isOver);
  const toggle = (): void => {
    if (isPaused) showNew();
    setPaused(!isPaused);
  };
  useKeys([{ keys: "p", label: "pause or resume the live list", run: toggle }]);
  return (
    <Section title="Live" end={state === "live" ? (isPaused ? "paused" : "live") : "not connected"}>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Button hint="p" onClick={toggle}>
          {isPaused ? "Resume" : "Pause"}
        </Button>
        {waiting > 0 ? (
          <button type="button" className="quiet min-h-7" onClick={showNew}>
            {waiting === 1 ? "Show 1 new" : `Show ${waiting} new`}
          </button>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className="text-second text-ink-2">
          No events since you opened this page. Submissions and decisions appear here.
        </p>
      ) : (
        <ol
          aria-label="Events, newest first"
          onPointerEnter={() => setOver(true)}
          onPointerLeave={() => {
            setOver(false);
            if (!isPaused) showNew();
          }}
        >
          {shown.map((event) => (
            <EventRow key={event.n} event={event} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

function EventRow({ event }: { readonly event: ReceivedEvent }) {
  const link = eventLink(event);
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 border-b border-hair py-2">
      <time dateTime={event.at} className="text-meta leading-5 text-ink-3">
        {clock.format(Date.parse(event.at))}
      </time>
      <span className="min-w-0">
        {formatEvent(event)}
        <span className="mono block truncate text-ink-3" title={event.subject}>
          {link === undefined ? event.subject : <Link {...link}>{event.subject}</Link>}
        </span>
      </span>
    </li>
  );
}

const MAX_EVENTS = 100;

/** Kept at module level, so that leaving the page does not lose them. */
let recentEvents: readonly ReceivedEvent[] = [];
let count = 0;

/** The latest events. While paused, new ones are held back so that nothing moves under the reader. */
function useRecentEvents(isHeld: boolean): {
  readonly shown: readonly ReceivedEvent[];
  readonly waiting: number;
  readonly showNew: () => void;
} {
  const [shown, setShown] = useState(recentEvents);
  const [newest, setNewest] = useState(count);
  useLive((event) => {
    count += 1;
    recentEvents = [{ ...event, n: count, at: new Date().toISOString() }, ...recentEvents].slice(
      0,
      MAX_EVENTS,
    );
    setNewest(count);
    if (!isHeld) setShown(recentEvents);
  });
  return {
    shown,
    waiting: newest - (shown[0]?.n ?? 0),
    showNew: () => setShown(recentEvents),
  };
}
