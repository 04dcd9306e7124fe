import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useLiveState, useLive } from "../api/live.ts";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { LoggedEvent } from "../api/stale-by-event.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Skeleton } from "../components/states.tsx";
import { formatSentence } from "../lib/server-sentence.ts";
import { Ago } from "../components/time.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { formatEvent, eventLink } from "./format-event.ts";

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
      {shown === undefined ? (
        <Skeleton rows={3} />
      ) : shown.length === 0 ? (
        <p className="text-second text-ink-2">
          Nothing has happened yet. Submissions, decisions and rules appear here.
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
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function EventRow({ event }: { readonly event: LoggedEvent }) {
  const link = eventLink(event);
  const shortId = formatSentence(event.subject);
  return (
    <li className="grid grid-cols-[80px_1fr] gap-x-3 border-b border-hair py-2">
      <span className="text-meta leading-5 text-ink-3">
        <Ago time={event.time} />
      </span>
      <span className="min-w-0">
        {formatEvent(event)}
        <span className="mono block truncate text-ink-3" title={event.subject}>
          {link === undefined ? shortId : <Link {...link}>{shortId}</Link>}
        </span>
      </span>
    </li>
  );
}

const MAX_EVENTS = 100;

/** The latest events, also those from before the page was opened. While paused, nothing moves under the reader. */
function useRecentEvents(isHeld: boolean): {
  readonly shown: readonly LoggedEvent[] | undefined;
  readonly waiting: number;
  readonly showNew: () => void;
} {
  const [live, setLive] = useState<readonly LoggedEvent[]>([]);
  const [held, setHeld] = useState<readonly LoggedEvent[]>([]);
  const { data: earlier, isPending } = useQuery({
    queryKey: queryKeys.events.latest(),
    queryFn: ({ signal }) => api("listLatestEvents", { query: { limit: MAX_EVENTS }, signal }),
  });
  const prepend = (events: readonly LoggedEvent[]) => (old: readonly LoggedEvent[]) =>
    [...events, ...old].slice(0, MAX_EVENTS);
  useLive((event) => (isHeld ? setHeld : setLive)(prepend([event])));
  const known = new Set([...live, ...held].map(({ id }) => id));
  const before = (earlier?.items ?? []).filter(({ id }) => !known.has(id));
  return {
    shown: isPending && live.length === 0 ? undefined : [...live, ...before].slice(0, MAX_EVENTS),
    waiting: held.length,
    showNew: () => {
      setLive(prepend(held));
      setHeld([]);
    },
  };
}
