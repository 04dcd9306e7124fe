import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { api, type Answer } from "../api/api.ts";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { percent, wholeName } from "./rollout.ts";
import { queryKeys } from "../api/query-keys.ts";
import { capitalize } from "../lib/format.ts";

const WINDOWS = [
  { window: "24h", label: "24 hours" },
  { window: "7d", label: "7 days" },
  { window: "30d", label: "30 days" },
] as const;

type Version = Answer<"getReviewHealth">["versions"][number];

export function VersionHealth() {
  const { window = "7d", rollout } = useSearch({ strict: false });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.rollouts.health(window),
    queryFn: ({ signal }) => api("getReviewHealth", { query: { window }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section
      title="All versions"
      end={
        <span className="flex gap-3">
          {WINDOWS.map((each) => (
            <Link
              key={each.window}
              to="/rollouts"
              search={{ rollout, window: each.window }}
              resetScroll={false}
              activeProps={{}}
              aria-current={each.window === window ? "true" : undefined}
              className={`inline-flex min-h-7 items-center ${each.window === window ? "plain-link font-semibold text-ink" : ""}`}
            >
              {each.label}
            </Link>
          ))}
        </span>
      }
    >
      {isPending ? <Skeleton rows={2} /> : null}
      {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined && data.versions.length === 0 ? (
        <p className="text-ink-2">
          No reviews were checked in this period. Each <code className="mono">emend review check</code> and
          each API call that checks a review is counted here.
        </p>
      ) : null}
      {data === undefined || data.versions.length === 0 ? null : (
        <ul>
          {data.versions.map((version) => (
            <VersionRow key={wholeName(version.version)} version={version} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function VersionRow({ version }: { readonly version: Version }) {
  const { reviews, rejected, findings, dropped, rates, rejected_for, dropped_for, coerced_for } = version;
  const why = [
    { label: "rejected for", reasons: rejected_for },
    { words: "dropped for", reasons: dropped_for },
    { words: "coerced for", reasons: coerced_for },
  ].filter(({ reasons }) => reasons.length > 0);
  return (
    <li className="border-b border-hair py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{capitalize(wholeName(version.version))}</span>
        <span className="text-second text-ink-2">
          {percent(rates.rejection)} rejected, {rejected.toLocaleString("en")} of{" "}
          {reviews.toLocaleString("en")};{" "}
          {findings === 0
            ? "no findings"
            : `${percent(rates.drop)} dropped, ${dropped.toLocaleString("en")} of ${findings.toLocaleString("en")}`}
        </span>
      </div>
      {why.map(({ label, reasons }) => (
        <p key={label} className="text-meta text-ink-3">
          {label}{" "}
          {reasons
            .slice(0, 4)
            .map(({ reason, count }) => `${reason.replaceAll("_", " ")}, ${count.toLocaleString("en")}`)
            .join("; ")}
        </p>
      ))}
    </li>
  );
}
