import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { may, sessionQuery } from "../api/session.ts";
import { Inset } from "../components/gutter.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { ViewLink } from "../components/view-link.tsx";
import { KeyHints } from "../components/key.tsx";
import { useMinWidth } from "../hooks/use-min-width.ts";
import { IndexList, Page } from "../shell/page.tsx";
import type { Search } from "../router.tsx";
import { isDay } from "../home/days.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditList } from "./audit-list.tsx";
import { type AuditEntry, type AuditFilter, useAudit } from "./use-audit.ts";
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
  const search: Search = useSearch({ strict: false });
  const filter: AuditFilter = {
    kind: search["kind"],
    actor: search["actor"],
    since: isDay(search["since"]) ? search["since"] : undefined,
    until: isDay(search["until"]) ? search["until"] : undefined,
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const hasKeys = useMinWidth(900);
  const { entries, error, isPending, refetch, hasMore, more, isLoadingMore } = useAudit(filter);
  const people = useActors(entries);
  return (
    <Page
      title="Audit"
      heading="Audit"
      standfirst="What people changed, newest first. Each entry contains the hash of the one before it."
      index={
        <IndexList title="Kind">
          <ViewLink to="/audit" search={{ ...filter, kind: undefined }} isOn={filter.kind === undefined}>
            all
          </ViewLink>
          {KINDS.map(({ kind, label }) => (
            <ViewLink key={kind} to="/audit" search={{ ...filter, kind }} isOn={filter.kind === kind}>
              {label}
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
      <AuditFilters filter={filter} people={people} />
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} retry={refetch} />}
        {!isPending && error === null && entries.length === 0 && !hasMore ? (
          <Empty title={isFiltered ? "No entry matches." : "Nothing has been changed yet."}>
            {isFiltered
              ? "Choose another kind, person or time."
              : "Decisions, approvals, rollouts and tokens appear here as they happen."}
          </Empty>
        ) : null}
      </Inset>
      <AuditList
        entries={entries}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        more={more}
        isFiltered={isFiltered}
        loaded={entries.length}
      />
    </Page>
  );
}

const KINDS = [
  { kind: "rule", label: "rules" },
  { kind: "check", label: "checks" },
  { kind: "trial", label: "trials" },
  { kind: "submission", label: "work" },
  { kind: "evaluation", label: "feedback" },
  { kind: "cluster", label: "clusters" },
  { kind: "rollout", label: "rollouts" },
  { kind: "token", label: "tokens" },
  { kind: "invitation", label: "invitations" },
  { kind: "login", label: "logins" },
  { kind: "person", label: "people" },
  { kind: "events", label: "events" },
  { kind: "records", label: "deletions" },
] as const;

/** Everybody seen so far, so that the choice stays while it narrows the list. */
function useActors(entries: readonly AuditEntry[]): readonly string[] {
  const [known] = useState(() => new Set<string>());
  for (const entry of entries) if (entry.state === "kept") known.add(entry.actor);
  return [...known].toSorted();
}
