import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { connectLive, useLive } from "../api/live.ts";
import { may, sessionQuery } from "../api/session.ts";
import { INVITE_PATH } from "../login/invite-path.ts";
import { LoginPage } from "../login/login-page.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { KeyHelp } from "./key-help.tsx";
import { LostBanner } from "./lost-banner.tsx";
import { Masthead } from "./masthead.tsx";
import { closeOverlay, openHelp, openPalette, useOverlay } from "./overlay-state.ts";
import { Palette } from "./palette.tsx";
import { PAGES } from "./pages.ts";
import { toggleTheme } from "./toggle-theme.ts";
import { useKeys } from "./use-keys.ts";
import { queryStore } from "../api/query-client.ts";
import { createRefresher } from "../api/refresher.ts";

export function Frame() {
  const { data: session, error, isPending, refetch } = useQuery(sessionQuery);
  const { pathname } = useLocation();
  // Whoever opens an invitation has no login yet.
  if (pathname === INVITE_PATH) {
    return (
      <Suspense fallback={<Skeleton />}>
        <Outlet />
      </Suspense>
    );
  }
  if (isPending) return <Skeleton />;
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (session === null) return <LoginPage />;
  return <Desk live={may(session, "read")} />;
}

function Desk({ live }: { readonly live: boolean }) {
  const navigate = useNavigate();
  const overlay = useOverlay();
  useEffect(() => (live ? connectLive() : undefined), [live]);
  useRefresh();
  useKeys([
    ...PAGES.map(({ to, label, keys }) => ({
      keys,
      label: `go to ${label}`,
      run: () => void navigate({ to }),
      isSafe: true,
    })),
    // In the first chunk, because the next key press already belongs to the palette.
    { keys: "/", label: "search or jump to", run: openPalette, isSafe: true },
    { keys: "mod+k", label: "search or jump to", run: openPalette, isSafe: true, always: true },
    { keys: "?", label: "keys and marks", run: openHelp, isSafe: true },
    { keys: "D", label: "switch light and dark", run: toggleTheme },
  ]);
  return (
    <div className="flex min-h-dvh flex-col">
      <Masthead />
      <LostBanner />
      <Suspense fallback={<Skeleton />}>
        <Outlet />
      </Suspense>
      <nav
        aria-label="Main, bottom"
        className="sticky bottom-0 z-20 flex justify-around border-t border-hair-2 bg-desk md:hidden"
      >
        {PAGES.slice(0, 4).map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            className="plain-link flex min-h-11 items-center px-2 text-second text-ink-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
        <button type="button" className="min-h-11 px-2 text-second text-ink-2" onClick={openPalette}>
          More
        </button>
      </nav>
      {overlay === "palette" ? <Palette /> : null}
      {overlay === "help" ? <KeyHelp close={closeOverlay} /> : null}
    </div>
  );
}

function useRefresh(): void {
  const [{ onEvent, onVisible }] = useState(() =>
    createRefresher({
      queryStore,
      isShown: () => document.visibilityState === "visible",
      now: () => performance.now(),
      later: (act, ms) => void setTimeout(act, ms),
    }),
  );
  useLive(onEvent);
  useEffect(() => {
    const change = (): void => {
      if (document.visibilityState === "visible") onVisible();
    };
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, [onVisible]);
}
