import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Body } from "../components/gutter.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { KeyHints } from "../components/key.tsx";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { Page } from "../shell/page.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { LiveList } from "./live-list.tsx";
import { ReaderTable } from "./reader-table.tsx";
import { queryKeys } from "../api/query-keys.ts";

const ADMIN_KEYS = [
  ["j k", "move"],
  ["x", "select"],
  ["r", "retry"],
  ["d", "discard"],
] as const;

export function EventsPage() {
  const { data: session } = useQuery(sessionQuery);
  const hasKeys = useMinWidth(900);
  const isAdmin = may(session, "administer");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.events.backlog(),
    queryFn: ({ signal }) => api("getEventBacklog", { signal }),
    refetchInterval: 5_000,
  });
  const dead = (data?.groups ?? []).reduce((sum, group) => sum + group.dead, 0);
  const behind = Math.max(0, ...(data?.groups ?? []).map(({ waiting, pending }) => waiting + pending));
  return (
    <Page
      title="Events"
      heading="Events"
      standfirst={
        data === undefined
          ? "What happens, and which consumers process it."
          : standing(behind + data.outbox, dead)
      }
      margin={<LiveList />}
      foot={
        hasKeys ? (
          <KeyHints keys={[...(isAdmin ? ADMIN_KEYS : []), ["p", "pause or resume"], ["?", "all keys"]]} />
        ) : undefined
      }
    >
      <Body>
        <Section title="Consumers" end="each receives every event">
          {isPending ? <Skeleton rows={2} /> : null}
          {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
          {data === undefined ? null : <ReaderTable groups={data.groups} outbox={data.outbox} />}
        </Section>
        {isAdmin ? (
          <DeadLetters groups={data?.groups ?? []} />
        ) : (
          <Section title="Failed events" end={String(dead)}>
            <p className="text-ink-2">Administrators can see failed events, and retry or discard them.</p>
          </Section>
        )}
      </Body>
    </Page>
  );
}

function standing(behind: number, dead: number): string {
  const read =
    behind === 0
      ? "All events have been processed."
      : `The slowest consumer is ${behind.toLocaleString("en")} events behind.`;
  if (dead === 0) return read;
  return `${read} ${dead === 1 ? "One failed and needs attention" : `${dead.toLocaleString("en")} failed and need attention`}.`;
}
