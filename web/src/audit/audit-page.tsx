import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { may, sessionQuery } from "../api/session.ts";
import { Inset } from "../components/gutter.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { ViewLink } from "../components/view-link.tsx";
import { KeysFoot } from "../components/key.tsx";
import { useWide } from "../hooks/use-min-width.ts";
import { IndexList, Page } from "../shell/page.tsx";
import { actionWords } from "./format-action.ts";
import { AuditList } from "./audit-list.tsx";
import { useAudit } from "./use-audit.ts";
import { VerifyChain } from "./verify-chain.tsx";

/** What people changed, in one order that nobody can alter unseen. */
export function AuditPage() {
  const { data: session } = useQuery(sessionQuery);
  if (!may(session, "audit")) {
    return (
      <Page title="Audit" heading="Audit">
        <Inset>
          <Empty title="Approvers and administrators read the audit log.">
            Ask one of them, or run <code className="mono">emend audit list</code> where the store is.
          </Empty>
        </Inset>
      </Page>
    );
  }
  return <AuditSheet />;
}

function AuditSheet() {
  const { action } = useSearch({ strict: false });
  const hasKeys = useWide(900);
  const { entries, error, isPending, refetch, hasMore, more, isLoadingMore } = useAudit();
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(entry.action, (counts.get(entry.action) ?? 0) + 1);
  const shown = action === undefined ? entries : entries.filter((entry) => entry.action === action);
  return (
    <Page
      title="Audit"
      heading="Audit"
      standfirst="What people changed, the newest first. Every entry holds the hash of the one before it."
      index={
        <IndexList title="Action">
          <ViewLink to="/audit" search={{}} isOn={action === undefined} count={entries.length}>
            all
          </ViewLink>
          {[...counts]
            .toSorted(([one], [other]) => actionWords(one).localeCompare(actionWords(other)))
            .map(([name, count]) => (
              <ViewLink key={name} to="/audit" search={{ action: name }} isOn={action === name} count={count}>
                {actionWords(name)}
              </ViewLink>
            ))}
        </IndexList>
      }
      margin={<VerifyChain />}
      foot={
        hasKeys ? (
          <KeysFoot
            keys={[
              ["j k", "move"],
              ["v", "verify"],
              ["?", "all keys"],
            ]}
            note="Times are this machine's; entries hold them in UTC"
          />
        ) : undefined
      }
    >
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} again={refetch} />}
        {!isPending && error === null && shown.length === 0 && !hasMore ? (
          <Empty
            title={
              action === undefined
                ? "Nobody has changed anything yet."
                : `Nobody has ${actionWords(action)} yet.`
            }
          >
            Decisions, approvals, rollouts and tokens are written down here as they happen.
          </Empty>
        ) : null}
      </Inset>
      <AuditList
        entries={shown}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        more={more}
        isFiltered={action !== undefined}
        loaded={entries.length}
      />
    </Page>
  );
}
