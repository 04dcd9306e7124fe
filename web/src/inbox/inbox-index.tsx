import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { withUnit } from "../components/time.tsx";
import { IndexList } from "../shell/page.tsx";
import { type InboxFilter, toSearch } from "./inbox-filter.ts";
import { countsQuery, gatesQuery } from "./submission-queries.ts";
import { formatCount } from "../lib/format.ts";

export function InboxIndex({ filter }: { readonly filter: InboxFilter }) {
  const { data: counts } = useQuery(countsQuery);
  const { data: gates } = useQuery(gatesQuery);
  const { view, gate, agent } = filter;
  const hours = new Map(gates?.hours.map((one) => [one.gate, one.hours]));
  return (
    <div className="max-md:flex max-md:gap-8 md:sticky md:top-[72px]">
      <IndexList title="Views">
        <IndexLink filter={{ ...filter, view: "waiting" }} isOn={view === "waiting"} count={counts?.waiting}>
          Waiting
        </IndexLink>
        <IndexLink
          filter={{ ...filter, view: "past-due" }}
          isOn={view === "past-due"}
          count={counts?.overdue}
          isLate
        >
          Past due
        </IndexLink>
        <IndexLink filter={{ ...filter, view: "decided" }} isOn={view === "decided"} count={counts?.decided}>
          Decided today
        </IndexLink>
      </IndexList>
      {counts === undefined || counts.gates.length === 0 ? null : (
        <IndexList title="Gates">
          {counts.gates.map((one) => (
            <IndexLink
              key={one.gate}
              // Clicking the active filter removes it.
              filter={{ ...filter, gate: gate === one.gate ? undefined : one.gate }}
              isOn={gate === one.gate}
              count={one.waiting}
            >
              {one.gate}
              {hours.has(one.gate) ? (
                <span className="ml-2 text-meta text-ink-3">{withUnit(hours.get(one.gate)!, "h")}</span>
              ) : null}
            </IndexLink>
          ))}
        </IndexList>
      )}
      {counts === undefined || counts.agents.length === 0 ? null : (
        <IndexList title="Agents">
          {counts.agents.map((one) => (
            <IndexLink
              key={one.agent}
              filter={{ ...filter, agent: agent === one.agent ? undefined : one.agent }}
              isOn={agent === one.agent}
              count={one.waiting}
            >
              {one.agent}
            </IndexLink>
          ))}
        </IndexList>
      )}
    </div>
  );
}

function IndexLink({
  filter,
  isOn,
  count,
  isLate = false,
  children,
}: {
  readonly filter: InboxFilter;
  readonly isOn: boolean;
  readonly count: number | undefined;
  readonly isLate?: boolean;
  readonly children: ReactNode;
}) {
  const isRed = isLate && count !== undefined && count > 0;
  return (
    <li className="relative">
      {isOn ? (
        <i
          aria-hidden="true"
          className="absolute bg-ink max-md:inset-x-0 max-md:-bottom-3 max-md:h-[2px] md:inset-y-1 md:-left-5 md:w-[3px]"
        />
      ) : null}
      <Link
        to="/inbox"
        search={toSearch(filter)}
        activeProps={{}}
        aria-current={isOn ? "true" : undefined}
        className={`plain-link flex min-h-7 items-center justify-between gap-3 whitespace-nowrap hover:text-ink ${isOn ? "font-semibold" : "text-ink-2"}`}
      >
        <span className="min-w-0 truncate">{children}</span>
        <span className={`text-second ${isRed ? "font-semibold text-red" : "font-normal text-ink-3"}`}>
          {count === undefined ? "" : formatCount(count)}
        </span>
      </Link>
    </li>
  );
}
