import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Mark } from "../components/mark.tsx";
import type { Search } from "../router.tsx";
import { plural } from "../lib/format.ts";
import {
  type AgentPattern,
  type Alert,
  alertTitle,
  formatApproval,
  RATE_FROM,
  formatTrendShort,
} from "./format-agent.ts";
import { wilsonInterval } from "./rates.ts";
import { Sparkline } from "./sparkline.tsx";

export const AGENT_COLUMNS =
  "@min-[620px]:grid-cols-[48px_minmax(0,1fr)_minmax(120px,22%)_124px_112px] grid-cols-[36px_minmax(0,1fr)_112px]";

export function AgentRow({
  pattern,
  alerts,
  search,
  isChosen,
  isFollowed,
}: {
  readonly pattern: AgentPattern;
  readonly alerts: readonly Alert[];
  readonly search: Search;
  readonly isChosen: boolean;
  readonly isFollowed: boolean;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isChosen || !isFollowed) return;
    link.current?.focus({ preventScroll: true });
    link.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [isChosen, isFollowed]);
  const { agent, approved, decided, rejected, top_issues, series, approval_rate } = pattern;
  const band = wilsonInterval(approved, decided);
  const [first] = alerts;
  return (
    <li
      aria-current={isChosen || undefined}
      className={`relative grid items-center gap-x-3 border-b border-hair pr-4 hover:bg-sunk aria-current:bg-sunk aria-current:before:absolute aria-current:before:inset-y-0 aria-current:before:left-0 aria-current:before:w-[3px] aria-current:before:bg-ink ${AGENT_COLUMNS}`}
    >
      <span className="flex items-center justify-center self-stretch border-r border-hair @max-[619px]:row-span-2">
        {first === undefined ? null : <Mark name="query" tone="red" label="Has an alert" />}
      </span>
      <div className="min-w-0 py-3">
        <Link
          ref={link}
          to="/agents/$agent"
          params={{ agent }}
          search={search}
          className="plain-link inline-block py-0.5 text-row font-medium hover:underline"
        >
          {agent}
        </Link>
        <p className="truncate text-meta text-ink-3">
          {first === undefined ? (
            top_issues.length === 0 ? (
              "no tags"
            ) : (
              top_issues
                .slice(0, 3)
                .map(({ tag, count }) => `${tag} ${count}`)
                .join(", ")
            )
          ) : (
            <span className="text-red">
              {alertTitle(first)}
              {alerts.length > 1 ? `, ${alerts.length - 1} more` : ""}
            </span>
          )}
        </p>
      </div>
      <div className="@max-[619px]:hidden">
        {decided < RATE_FROM ? (
          <span className="text-meta text-ink-3">{decided === 0 ? "" : "too few decisions"}</span>
        ) : (
          <RateBand approved={approved} decided={decided} />
        )}
      </div>
      <div className="text-meta text-ink-3 @max-[619px]:text-end">
        <p>
          <b className="text-row font-semibold text-ink">{formatApproval(pattern)}</b>
        </p>
        {band === undefined || decided < RATE_FROM || approval_rate === null ? null : (
          <p>
            {Math.round(band.low * 100)} to {Math.round(band.high * 100)}, of {decided}
          </p>
        )}
        <p>{formatTrendShort(pattern)}</p>
      </div>
      <div className="text-meta text-ink-3 @max-[619px]:col-start-2 @max-[619px]:pb-3">
        <Sparkline series={series} />
        <p className="mt-1">{plural(rejected, "rejection")}</p>
      </div>
    </li>
  );
}

const at = (share: number): string => `${2 + share * 96}%`;

function RateBand({ approved, decided }: { readonly approved: number; readonly decided: number }) {
  const band = wilsonInterval(approved, decided);
  return (
    <svg width="100%" height="22" aria-hidden="true" className="block">
      <line x1={at(0)} x2={at(1)} y1="11" y2="11" className="stroke-hair-2" />
      {[0, 0.5, 1].map((share) => (
        <line key={share} x1={at(share)} x2={at(share)} y1="7" y2="15" className="stroke-hair-2" />
      ))}
      {band === undefined ? null : (
        <>
          <rect
            x={at(band.low)}
            width={`${(band.high - band.low) * 96}%`}
            y="7"
            height="8"
            className="fill-edge opacity-45"
          />
          <circle cx={at(approved / decided)} cy="11" r="4" className="fill-ink" />
        </>
      )}
    </svg>
  );
}
