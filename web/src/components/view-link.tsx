import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { Search } from "../router.tsx";

export function ViewLink({
  to,
  search,
  isOn,
  count,
  needsAttention = false,
  children,
}: {
  readonly to: "/rollouts" | "/trials" | "/events" | "/audit" | "/settings";
  readonly search: Search;
  readonly isOn: boolean;
  readonly count?: ReactNode;
  readonly needsAttention?: boolean;
  readonly children: ReactNode;
}) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // On phones the index is a single scrolling line, so scroll the current link into view.
    const index = line.current?.closest("aside");
    if (!isOn || index === null || index === undefined || index.scrollWidth <= index.clientWidth) return;
    const { left } = line.current!.getBoundingClientRect();
    index.scrollLeft += left - index.getBoundingClientRect().left - 40;
  }, [isOn]);
  return (
    <li ref={line} className="max-md:whitespace-nowrap">
      <Link
        to={to}
        search={search}
        activeProps={{}}
        aria-current={isOn ? "true" : undefined}
        className={`plain-link relative flex items-baseline justify-between gap-3 py-1 hover:text-ink max-md:min-h-11 max-md:items-center ${
          isOn
            ? "font-semibold text-ink md:before:absolute md:before:inset-y-1 md:before:-left-5 md:before:w-[3px] md:before:bg-ink"
            : "text-ink-2"
        }`}
      >
        <span className="md:min-w-0 md:break-words">{children}</span>
        {count === undefined ? null : (
          <span
            className={`text-second ${needsAttention ? "font-semibold text-red" : isOn ? "" : "text-ink-3"}`}
          >
            {count}
          </span>
        )}
      </Link>
    </li>
  );
}
