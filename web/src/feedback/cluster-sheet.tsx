import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Schemas } from "../api/contract.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { KeyHints } from "../components/key.tsx";
import { Page } from "../shell/page.tsx";
import { ClusterHead } from "./cluster-head.tsx";
import { ClusterMargin } from "./cluster-margin.tsx";
import { Gutter } from "../components/gutter.tsx";
import { MemberRow } from "./member-row.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { clusterMembers } from "./feedback-queries.ts";
import { RowList } from "./row-list.tsx";
import { SplitDialog } from "./split-dialog.tsx";
import { ClusterUndoNote, useClusterChange } from "./use-cluster-change.tsx";
import { useRowKeys } from "./use-row-keys.ts";

export function ClusterSheet({ cluster }: { readonly cluster: Schemas["ClusterDetail"] }) {
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const mayDecide = may(session, "decide") && cluster.merged_into === null;
  const members = useInfiniteQuery(clusterMembers(cluster.id));
  const rows = members.data?.pages.flatMap(({ items }) => items) ?? [];
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<"merge" | "split" | null>(null);
  const change = useClusterChange(cluster.id, () => setChecked(new Set()));
  const maySplit = mayDecide && checked.size > 0 && checked.size < cluster.size;
  const toggle = (id: string | undefined): void => {
    if (id === undefined) return;
    const next = new Set(checked);
    if (!next.delete(id)) next.add(id);
    setChecked(next);
  };
  const showNew = (): void => void members.refetch();
  const behind = members.isSuccess && !members.hasNextPage && rows.length !== cluster.size;
  const [selected, select] = useRowKeys(
    rows.length,
    cluster.id,
    (at) => {
      const id = rows[at]?.feedback_id;
      if (id !== undefined) void navigate({ to: "/feedback/$feedback", params: { feedback: id } });
    },
    (at) => [
      ...(mayDecide
        ? [
            { keys: "x", label: "select", run: () => toggle(rows[at]?.feedback_id) },
            { keys: "m", label: "merge with another cluster", run: () => setDialog("merge") },
          ]
        : []),
      ...(maySplit ? [{ keys: "s", label: "split off the selection", run: () => setDialog("split") }] : []),
      ...(behind ? [{ keys: "n", label: "show what changed", run: showNew }] : []),
    ],
  );
  const name = cluster.name ?? cluster.text ?? "This feedback was deleted";
  return (
    <Page
      title={name.slice(0, 60)}
      margin={<ClusterMargin cluster={cluster} />}
      foot={
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {checked.size === 0 ? (
            <div className="max-md:hidden">
              <KeyHints
                keys={[
                  ["j k", "move"],
                  ["↵", "open"],
                  ...(mayDecide
                    ? ([
                        ["x", "select"],
                        ["m", "merge"],
                        ["e", "rename"],
                      ] as const)
                    : []),
                  ["?", "all keys"],
                ]}
              />
            </div>
          ) : (
            <p className="text-second">
              <strong className="font-semibold">{checked.size} selected.</strong>{" "}
              {maySplit ? "You can split them off into their own cluster." : "Leave at least one unselected."}
            </p>
          )}
          <div className="flex items-center gap-3">
            <ClusterUndoNote change={change} />
            {mayDecide && checked.size > 0 ? (
              <>
                <Button kind="quiet" onClick={() => setChecked(new Set())}>
                  Select none
                </Button>
                <Button kind="solid" hint="s" disabled={!maySplit} onClick={() => setDialog("split")}>
                  Split them off
                </Button>
              </>
            ) : mayDecide ? (
              <Button hint="m" onClick={() => setDialog("merge")}>
                Merge with another
              </Button>
            ) : null}
          </div>
        </div>
      }
    >
      <Gutter>
        <ClusterHead cluster={cluster} mayDecide={mayDecide} />
        <div role="status">
          {behind ? (
            <p className="border-y border-hair-2 px-5 py-2 text-second text-ink-2 md:pl-[68px]">
              This cluster changed while you were reading.{" "}
              <button type="button" className="quiet min-h-6" onClick={showNew}>
                Show it
              </button>
            </p>
          ) : null}
        </div>
        {members.isPending ? (
          <Skeleton />
        ) : members.isError ? (
          <Failed error={members.error} retry={showNew} />
        ) : rows.length === 0 ? (
          <Empty title="This cluster is empty.">
            <Link to="/feedback" search={{ view: "recurs" }}>
              Recurring
            </Link>
          </Empty>
        ) : (
          <div className="border-t border-hair-2">
            <RowList
              label="What was said"
              rows={rows}
              idOf={({ feedback_id }) => feedback_id}
              selected={selected}
              select={select}
              more={
                members.hasNextPage && !members.isFetchingNextPage
                  ? () => void members.fetchNextPage()
                  : undefined
              }
            >
              {(row) => (
                <MemberRow
                  member={row}
                  isChecked={checked.has(row.feedback_id)}
                  toggle={mayDecide ? () => toggle(row.feedback_id) : undefined}
                />
              )}
            </RowList>
          </div>
        )}
      </Gutter>
      {dialog === "merge" ? (
        <MergeDialog cluster={cluster} close={() => setDialog(null)} merge={change.merge} />
      ) : dialog === "split" ? (
        <SplitDialog
          members={rows.filter(({ feedback_id }) => checked.has(feedback_id))}
          left={cluster.size - checked.size}
          close={() => setDialog(null)}
          split={change.split}
        />
      ) : null}
    </Page>
  );
}
