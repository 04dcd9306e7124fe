import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { may, sessionQuery } from "../api/session.ts";
import { Inset } from "../components/gutter.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { ViewLink } from "../components/view-link.tsx";
import { KeyHints } from "../components/key.tsx";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { IndexList, Page } from "../shell/page.tsx";
import { formatAction } from "./format-action.ts";
import { AuditList } from "./audit-list.tsx";
import { useAudit } from "./use-audit.ts";
import { VerifyChain } from "./verify-chain.tsx";

export function AuditPage() {
  const { data: session } = useQuery(sessionQuery);
  if (!may(session, "audit")) {
    return (
      <Page title="Audit" heading="Audit">
        <Inset>
          <Empty title="Only approvers and administrators can read the audit log.">
            Ask one of them, or run <code className="mono">emend audit list</code> on the machine that holds
            the store.
          </Empty>
        </Inset>
      </Page>
    );
  }
  return <AuditSheet />;
}

function AuditSheet() {
  const { action } = useSearch({ strict: false });
  const hasKeys = useMinWidth(900);
  const { entries, error, isPending, refetch, hasMore, more, isLoadingMore } = useAudit();
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(entry.action, (counts.get(entry.action) ?? 0) + 1);
  const shown = action === undefined ? entries : entries.filter((entry) => entry.action === action);
  return (
    <Page
      title="Audit"
      heading="Audit"
      standfirst="What people changed, newest first. Each entry contains the hash of the one before it."
      index={
        <IndexList title="Action">
          <ViewLink to="/audit" search={{}} isOn={action === undefined} count={entries.length}>
            all
          </ViewLink>
          {[...counts]
            .toSorted(([one], [other]) => formatAction(one).localeCompare(formatAction(other)))
            .map(([name, count]) => (
              <ViewLink key={name} to="/audit" search={{ action: name }} isOn={action === name} count={count}>
                {formatAction(name)}
              </ViewLink>
            ))}
        </IndexList>
      }
      margin={<VerifyChain />}
      foot={
        hasKeys ? (
          <KeyHints
            keys={[
              ["j k", "move"],
              ["v", "verify"],
              ["?", "all keys"],
            ]}
            note="Times are local; entries store UTC"
          />
        ) : undefined
      }
    >
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} retry={refetch} />}
        {!isPending && error === null && shown.length === 0 && !hasMore ? (
          <Empty
            title={
              action === undefined
                ? "Nothing has been changed yet."
                : `Nobody has ${formatAction(action)} yet.`
            }
          >
            Decisions, approvals, rollouts and tokens appear here as they happen.
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
