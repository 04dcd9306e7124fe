import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { Failed, Skeleton } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { formatCount } from "../lib/format.ts";
import { readableText } from "../lib/readable-text.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { formatDay } from "../lib/format-date.ts";
import { Arrivals } from "./arrivals.tsx";
import { ClusterSuggestions } from "./cluster-suggestions.tsx";
import { InSlot } from "./explorer-slots.tsx";
import { useFeedbackSearch } from "./feedback-search.ts";
import { NoFeedback } from "./no-feedback.tsx";
import { clusterList, oneCluster } from "./feedback-queries.ts";
import { RowList } from "./row-list.tsx";
import { TallyMarks } from "../components/tally-marks.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { Section } from "../components/section.tsx";
import { ClusterDays } from "./cluster-days.tsx";
import { ClusterRules } from "./cluster-rules.tsx";

export function ClustersView() {
  const { search } = useFeedbackSearch();
  const navigate = useNavigate();
  const asked = useInfiniteQuery(clusterList(search.order));
  const words = search.text
    .toLowerCase()
    .split(/\s/)
    .filter((word) => word !== "");
  const rows = (asked.data?.pages.flatMap(({ items }) => items) ?? []).filter(({ name, text }) => {
    const searchable = `${name ?? ""}\n${text ?? ""}`.toLowerCase();
    return words.every((word) => searchable.includes(word));
  });
  const [selected, select] = useRowKeys(rows.length, JSON.stringify(search), (at) => {
    const row = rows[at];
    if (row !== undefined) void navigate({ to: "/clusters/$cluster", params: { cluster: row.id } });
  });
  const chosen = rows[selected];
  const more = asked.hasNextPage && !asked.isFetchingNextPage ? () => void asked.fetchNextPage() : undefined;
  return (
    <>
      <Arrivals type="emend.cluster.changed" text="changed" />
      <ClusterSuggestions />
      {asked.isPending ? (
        <Skeleton />
      ) : asked.isError ? (
        <Failed error={asked.error} retry={() => void asked.refetch()} />
      ) : rows.length === 0 ? (
        <NoFeedback more={more} />
      ) : (
        <RowList
          label="Recurring"
          rows={rows}
          idOf={({ id }) => id}
          selected={selected}
          select={select}
          more={more}
        >
          {(row) => <ClusterRow cluster={row} />}
        </RowList>
      )}
      {chosen === undefined ? null : (
        <InSlot name="margin">
          <ClusterPreview key={chosen.id} cluster={chosen} />
        </InSlot>
      )}
    </>
  );
}

function ClusterRow({ cluster }: { readonly cluster: Schemas["Cluster"] }) {
  const { id, name, text, size, first_time, last_time } = cluster;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] md:pl-[48px]">
      <div className="min-w-0 py-3 pr-5 pl-5 md:pl-[20px]">
        <Link
          to="/clusters/$cluster"
          params={{ cluster: id }}
          search={{}}
          className="plain-link serif line-clamp-2 text-rule break-words hover:underline"
        >
          <VisibleText text={readableText(name ?? text ?? "This feedback was deleted")} />
        </Link>
        <p className="mt-1 text-meta text-ink-3">
          {name !== null && text !== null ? (
            <>
              “<VisibleText text={readableText(text).slice(0, 120)} />
              ”,{" "}
            </>
          ) : null}
          since {formatDay(first_time)}, last <Ago time={last_time} />
        </p>
      </div>
      <p className="flex h-[46px] items-center gap-2 pr-5 md:pr-[28px]">
        <strong className="font-semibold">
          {formatCount(size)}
          <span className="sr-only"> times</span>
        </strong>
        <span className="flex min-w-6 items-center max-md:hidden">
          <TallyMarks count={size} />
        </span>
      </p>
    </div>
  );
}

function ClusterPreview({ cluster }: { readonly cluster: Schemas["Cluster"] }) {
  const { data } = useQuery(oneCluster(cluster.id));
  return (
    <>
      <p className="serif mb-4 text-note break-words">
        <VisibleText text={readableText(cluster.name ?? cluster.text ?? "This feedback was deleted")} />
      </p>
      {data === undefined ? (
        <div className="skeleton h-4 w-3/5" />
      ) : (
        <>
          <Section title="In the last 90 days">
            <ClusterDays days={data.days} />
          </Section>
          <ClusterRules cluster={data} />
        </>
      )}
    </>
  );
}
