import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useLiveState, useLive } from "../api/live.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { eventWords, type HeardEvent, placeOf } from "./format-event.ts";

/** What happens, as it happens; it can be paused, and holds still under the pointer. */
export function LiveList() {
  const state = useLiveState();
  const [isPaused, setPaused] = useState(false);
  const [isOver, setOver] = useState(false);
  const { shown, waiting, putIn } = useHeard(isPaused || isOver);
  const toggle = (): void => {
    if (isPaused) putIn();
    setPaused(!isPaused);
  };
  useKeys([{ keys: "p", label: "pause what happens, or go on", run: toggle }]);
  return (
    <Section title="As it happens" end={state === "live" ? (isPaused ? "paused" : "live") : "not connected"}>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Button hint="p" onClick={toggle}>
          {isPaused ? "Go on" : "Pause"}
        </Button>
        {waiting > 0 ? (
          <button type="button" className="quiet min-h-7" onClick={putIn}>
            {waiting === 1 ? "One arrived, put it in" : `${waiting} arrived, put them in`}
          </button>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className="text-second text-ink-2">
          Nothing has happened since this was opened. What agents hand in and people decide shows up here.
        </p>
      ) : (
        <ol
          aria-label="What happened, the newest first"
          onPointerEnter={() => setOver(true)}
          onPointerLeave={() => {
            setOver(false);
            if (!isPaused) putIn();
          }}
        >
          {shown.map((event) => (
            <HeardRow key={event.n} event={event} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

function HeardRow({ event }: { readonly event: HeardEvent }) {
  const place = placeOf(event);
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 border-b border-hair py-2">
      <time dateTime={event.at} className="text-meta leading-5 text-ink-3">
        {clock.format(Date.parse(event.at))}
      </time>
      <span className="min-w-0">
        {eventWords(event)}
        <span className="mono block truncate text-ink-3" title={event.subject}>
          {place === undefined ? event.subject : <Link {...place}>{event.subject}</Link>}
        </span>
      </span>
    </li>
  );
}

const MOST = 100;

/** What was heard; kept while the app is open, so that a look elsewhere loses nothing that was shown. */
let kept: readonly HeardEvent[] = [];
let count = 0;

/**
 * The last events, the newest first. While it is held, what arrives waits, so that nothing moves under somebody who
 * reads it.
 */
function useHeard(isHeld: boolean): {
  readonly shown: readonly HeardEvent[];
  readonly waiting: number;
  readonly putIn: () => void;
} {
  const [shown, setShown] = useState(kept);
  const [newest, setNewest] = useState(count);
  useLive((event) => {
    count += 1;
    kept = [{ ...event, n: count, at: new Date().toISOString() }, ...kept].slice(0, MOST);
    setNewest(count);
    if (!isHeld) setShown(kept);
  });
  return {
    shown,
    waiting: newest - (shown[0]?.n ?? 0),
    putIn: () => setShown(kept),
  };
}
