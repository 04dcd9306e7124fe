import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { Mark } from "../components/mark.tsx";
import { Key } from "../components/key.tsx";
import { plural } from "../lib/format.ts";
import { useKeys } from "../shell/use-keys.ts";
import { queryKeys } from "../api/query-keys.ts";

interface Done {
  readonly label: string;
  readonly other?: string;
  readonly undo?: () => Promise<void>;
}

export interface ClusterChange {
  readonly done: Done | null;
  readonly problem: string | null;
  readonly merge: (other: Schemas["Cluster"]) => Promise<void>;
  readonly split: (ids: readonly string[]) => Promise<void>;
  readonly undo: () => void;
}

/** The page size of the member list; larger merges cannot be undone with one request. */
const MAX_UNDONE = 200;

export function useClusterChange(id: string, changed: () => void): ClusterChange {
  const client = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = async (): Promise<void> => {
    changed();
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.clusters.all() }),
      client.invalidateQueries({ queryKey: queryKeys.explorer.members(id) }),
    ]);
  };
  const mergeIds = (other: string) => api("mergeClusters", { body: { cluster_ids: [id, other] } });
  const splitIds = (feedback_ids: readonly string[]) =>
    api("splitCluster", { params: { cluster_id: id }, body: { feedback_ids } });
  return {
    done,
    problem,
    merge: async (other) => {
      const { items, next } = await api("listClusterMembers", {
        params: { cluster_id: other.id },
        query: { limit: MAX_UNDONE },
      });
      await mergeIds(other.id);
      const moved = items.map(({ feedback_id }) => feedback_id);
      setDone({
        label: `${plural(other.size, "member")} merged in.`,
        ...(next === null
          ? {
              undo: async () => {
                const { cluster } = await splitIds(moved);
                setDone({ label: `${plural(moved.length, "member")} split off again.`, other: cluster.id });
              },
            }
          : {}),
      });
      await refresh();
    },
    split: async (ids) => {
      const { cluster } = await splitIds(ids);
      setDone({
        label: `${plural(ids.length, "member")} split off.`,
        other: cluster.id,
        undo: async () => {
          await mergeIds(cluster.id);
          setDone({ label: "Merged again." });
        },
      });
      await refresh();
    },
    undo: () => {
      void done
        ?.undo?.()
        .then(refresh)
        .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
    },
  };
}

export function ClusterUndoNote({ change: { done, problem, undo } }: { readonly change: ClusterChange }) {
  const canUndo = done?.undo !== undefined;
  useKeys(canUndo ? [{ keys: "z", label: "undo", run: undo, isSafe: true }] : []);
  return (
    <p role="status" className="flex items-center gap-2 text-second text-ink-2">
      {problem === null ? null : <span className="text-red">{problem}</span>}
      {done === null ? null : (
        <>
          <Mark name="stet" tone="green" />
          <span>{done.label}</span>
          {done.other === undefined ? null : (
            <Link to="/clusters/$cluster" params={{ cluster: done.other }} search={{}}>
              View
            </Link>
          )}
          {canUndo ? (
            <>
              <button type="button" className="quiet min-h-6" onClick={undo}>
                Undo
              </button>
              <span className="max-md:hidden">
                <Key>z</Key>
              </span>
            </>
          ) : null}
        </>
      )}
    </p>
  );
}
