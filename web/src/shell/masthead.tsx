import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useLiveState } from "../api/live.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Key } from "../components/key.tsx";
import { openPalette } from "./overlay-state.ts";
import { MAIN_PAGES } from "./pages.ts";
import { MoreMenu } from "./more-menu.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { waitingQuery } from "./waiting-query.ts";

export function Masthead() {
  const { data: session } = useQuery(sessionQuery);
  const { data: counts } = useQuery({ ...waitingQuery, enabled: may(session, "read") });
  const waiting: Readonly<Record<string, number | undefined>> = {
    "/inbox": counts?.inbox,
    "/proposals": counts?.proposals,
    "/feedback": counts?.feedback,
  };
  return (
    <header className="sticky top-0 z-20 flex h-12 items-stretch gap-6 border-b border-hair-2 bg-desk px-5 max-md:gap-3">
      <a className="sr-only focus:not-sr-only" href="#main">
        Skip to content
      </a>
      <Link
        to="/"
        className="plain-link serif flex items-center text-note font-semibold"
        aria-label="Emend, go home"
      >
        <span className="relative">
          emend
          <svg
            aria-hidden="true"
            className="absolute -bottom-1 left-1/2 -translate-x-1/2 text-red"
            width="11"
            height="7"
            viewBox="0 0 11 7"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          >
            <path d="M1 6 5.500 1 10 6" />
          </svg>
        </span>
      </Link>
      <nav aria-label="Main" className="flex items-stretch gap-5 overflow-x-auto max-md:hidden">
        {MAIN_PAGES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            className="plain-link flex items-center gap-2 border-y-2 border-transparent text-ink-2 hover:text-ink aria-[current=page]:border-b-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {label}
            {waiting[to] === undefined || waiting[to] === 0 ? null : (
              <span className="text-second font-normal text-ink-3">{waiting[to]}</span>
            )}
          </Link>
        ))}
        <MoreMenu />
      </nav>
      <div className="ml-auto flex items-center gap-4">
        <button
          type="button"
          className="flex min-h-8 items-center gap-3 border-b border-edge px-2 text-ink-2 hover:text-ink max-lg:border-0"
          onClick={openPalette}
        >
          <span className="max-lg:sr-only">Search or jump to</span>
          <Key>/</Key>
        </button>
        <LiveLamp />
        <ThemeToggle />
        {session === null || session === undefined ? null : (
          <Link
            to="/settings"
            className="plain-link flex size-7 items-center justify-center rounded-full border border-edge text-key font-semibold"
            aria-label={`${session.id}, signed in; open settings`}
            title={`${session.id}, signed in`}
          >
            {initials(session.id)}
          </Link>
        )}
      </div>
    </header>
  );
}

const initials = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => word[0]!.toUpperCase())
    .join("");

function LiveLamp() {
  const state = useLiveState();
  const label = { live: "Live", lost: "Not connected", connecting: "Connecting" }[state];
  return (
    <span role="status" className="flex items-center gap-2 text-second text-ink-2">
      <i
        aria-hidden="true"
        className={`size-2 rounded-full ${state === "live" ? "bg-green" : state === "lost" ? "bg-red" : "bg-edge"}`}
      />
      <span className={state === "live" ? "max-lg:sr-only" : ""}>{label}</span>
    </span>
  );
}
