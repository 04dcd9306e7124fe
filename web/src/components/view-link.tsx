import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { Search } from "../router.tsx";

/** One line of an index: a view of this page that lives in the address. */
export function ViewLink({
  to,
  search,
  isOn,
  count,
  asks = false,
  children,
}: {
  readonly to: "/rollouts" | "/events" | "/audit" | "/settings";
  readonly search: Search;
  readonly isOn: boolean;
  readonly count?: ReactNode;
  /** Whether a person's hand is needed there. */
  readonly asks?: boolean;
  readonly children: ReactNode;
}) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // On a phone the index is one line, of which the chosen part may be out of sight.
    const index = line.current?.closest("aside");
    if (!isOn || index === null || index === undefined || index.scrollWidth <= index.clientWidth) return;
    const { left } = line.current!.getBoundingClientRect();
    index.scrollLeft += left - index.getBoundingClientRect().left - 40;
  }, [isOn]);
  return (
    <li ref={line} className="max-one:whitespace-nowrap">
      <Link
        to={to}
        search={search}
        activeProps={{}}
        aria-current={isOn ? "true" : undefined}
        className={`plain-link relative flex items-baseline justify-between gap-3 py-1 hover:text-ink max-one:min-h-11 max-one:items-center ${
          isOn
            ? "font-semibold text-ink one:before:absolute one:before:inset-y-1 one:before:-left-5 one:before:w-[3px] one:before:bg-ink"
            : "text-ink-2"
        }`}
      >
        <span className="one:min-w-0 one:break-words">{children}</span>
        {count === undefined ? null : (
          <span className={`text-second ${asks ? "font-semibold text-red" : isOn ? "" : "text-ink-3"}`}>
            {count}
          </span>
        )}
      </Link>
    </li>
  );
}
