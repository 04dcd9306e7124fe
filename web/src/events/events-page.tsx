import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Body } from "../components/gutter.tsx";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { KeysFoot } from "../components/key.tsx";
import { useWide } from "../hooks/use-min-width.ts";
import { Page } from "../shell/page.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { LiveList } from "./live-list.tsx";
import { ReaderTable } from "./reader-table.tsx";
import { queryKeys } from "../api/query-keys.ts";

const MENDING = [
  ["j k", "move"],
  ["x", "pick"],
  ["r", "give back"],
  ["d", "discard"],
] as const;

/** How far those are who read what happens, what they gave up, and what happens now. */
export function EventsPage() {
  const { data: session } = useQuery(sessionQuery);
  const hasKeys = useWide(900);
  const mayMend = may(session, "administer");
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
        data === undefined ? "What happens, and who reads it." : standing(behind + data.outbox, dead)
      }
      margin={<LiveList />}
      foot={
        hasKeys ? (
          <KeysFoot keys={[...(mayMend ? MENDING : []), ["p", "pause or go on"], ["?", "all keys"]]} />
        ) : undefined
      }
    >
      <Body>
        <Section title="Readers" end="each reads all that happens">
          {isPending ? <Skeleton rows={2} /> : null}
          {error === null ? null : <Failed error={error} again={() => void refetch()} />}
          {data === undefined ? null : <ReaderTable groups={data.groups} outbox={data.outbox} />}
        </Section>
        {mayMend ? (
          <DeadLetters groups={data?.groups ?? []} />
        ) : (
          <Section title="Given up" end={String(dead)}>
            <p className="text-ink-2">
              Administrators see what was given up, and give it back or discard it.
            </p>
          </Section>
        )}
      </Body>
    </Page>
  );
}

function standing(behind: number, dead: number): string {
  const read =
    behind === 0
      ? "Everything that happened has been read."
      : `The slowest reader is ${behind.toLocaleString("en")} behind.`;
  if (dead === 0) return read;
  return `${read} ${dead === 1 ? "One was given up and waits" : `${dead.toLocaleString("en")} were given up and wait`} for a person.`;
}
