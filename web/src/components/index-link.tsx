import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Search } from "../router.tsx";

export function IndexLink({
  agent,
  search,
  isOn,
  count,
  tone = "ink",
  children,
}: {
  readonly agent?: string | undefined;
  readonly search: Search;
  readonly isOn: boolean;
  readonly count?: ReactNode;
  readonly tone?: "ink" | "red";
  readonly children: ReactNode;
}) {
  return (
    <li className="whitespace-nowrap">
      <Link
        {...(agent === undefined ? { to: "." } : { to: "/agents/$agent", params: { agent } })}
        search={search}
        activeOptions={{ exact: true }}
        aria-current={isOn ? "true" : undefined}
        className={`plain-link relative flex items-baseline justify-between gap-3 py-1 text-ink-2 hover:text-ink max-md:min-h-6 ${isOn ? "font-semibold text-ink md:before:absolute md:before:inset-y-1 md:before:-left-5 md:before:w-[3px] md:before:bg-ink" : ""}`}
      >
        {children}
        {count === undefined ? null : (
          <span className={`text-second ${tone === "red" ? "text-red" : isOn ? "" : "text-ink-3"}`}>
            {count}
          </span>
        )}
      </Link>
    </li>
  );
}
