import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { focusFirst } from "./focus-first.ts";
import { useDebounced } from "../hooks/use-debounced.ts";
import { queryKeys } from "../api/query-keys.ts";

type Cluster = Schemas["Cluster"];

const nameOf = ({ name, text }: Cluster): string => name ?? text ?? "deleted feedback";

export function MergeDialog({
  cluster,
  close,
  merge,
}: {
  readonly cluster: Schemas["ClusterDetail"];
  readonly close: () => void;
  readonly merge: (other: Cluster) => Promise<void>;
}) {
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [other, setOther] = useState<Cluster>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const searchText = useDebounced(text.trim() === "" ? (cluster.text ?? cluster.name ?? "") : text.trim());
  const { data: found = [], isLoading } = useQuery({
    queryKey: queryKeys.clusters.near(cluster.id, searchText),
    queryFn: ({ signal }) => nearClusters(cluster.id, searchText, signal),
    enabled: searchText !== "",
    placeholderData: keepPreviousData,
  });
  const chosen = Math.min(at, found.length - 1);
  const send = async (): Promise<void> => {
    if (other === undefined) return;
    setSending(true);
    try {
      await merge(other);
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setSending(false);
    }
  };
  if (other !== undefined) {
    return (
      <Dialog key="confirm" title="Merge these two?" close={close}>
        <div className="grid gap-4 border-y border-hair-2 py-3 md:grid-cols-2">
          <Side label={`Keeps its place, ${plural(cluster.size, "member")}`} cluster={cluster} />
          <Side label={`Is merged in, ${plural(other.size, "member")}`} cluster={other} />
        </div>
        <p className="mt-3 text-second text-ink-2">
          They stay together from now on. You can undo this by splitting them again.
        </p>
        {problem === undefined ? null : (
          <p role="alert" className="mt-2 text-second text-red">
            {problem}
          </p>
        )}
        <p className="mt-4 flex gap-2">
          <Button kind="solid" ref={focusFirst} disabled={isSending} onClick={() => void send()}>
            Merge
          </Button>
          <Button kind="quiet" onClick={() => setOther(undefined)}>
            Choose another
          </Button>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog key="choose" title="Merge with which cluster?" close={close}>
      <input
        className="field"
        autoFocus
        value={text}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found.length === 0 ? undefined : `${list}-${chosen}`}
        aria-label="Search clusters"
        placeholder="Search by text; the most similar are listed below"
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, chosen + 1));
          else if (event.key === "ArrowUp") setAt(Math.max(0, chosen - 1));
          else if (event.key === "Enter") setOther(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id={list} role="listbox" aria-label="Clusters" aria-busy={isLoading} className="mt-3">
        {found.map((each, index) => (
          <li
            key={each.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={`flex cursor-pointer items-baseline justify-between gap-4 px-3 py-2 ${index === chosen ? "bg-sunk" : ""}`}
            onClick={() => setOther(each)}
            onMouseMove={() => setAt(index)}
          >
            <span className="serif min-w-0 text-quote break-words">
              <VisibleText text={nameOf(each).slice(0, 200)} />
            </span>
            <span className="text-meta text-ink-3">{each.size}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && !isLoading ? (
        <p className="mt-2 text-second text-ink-2">No similar cluster. Try other words.</p>
      ) : null}
    </Dialog>
  );
}

function Side({ label, cluster }: { readonly label: string; readonly cluster: Cluster }) {
  return (
    <div className="min-w-0">
      <p className="text-meta text-ink-3">{label}</p>
      <p className="serif text-quote break-words">
        <VisibleText text={nameOf(cluster).slice(0, 300)} />
      </p>
    </div>
  );
}

const MAX_SUGGESTED = 8;

async function nearClusters(own: string, text: string, signal: AbortSignal): Promise<readonly Cluster[]> {
  const [{ items }, known] = await Promise.all([
    api("findSimilarFeedback", { body: { text, limit: 50, threshold: 0 }, signal }),
    api("listClusters", { query: { order: "size", min_size: 1, limit: 200 }, signal }),
  ]);
  const byId = new Map(known.items.map((cluster) => [cluster.id, cluster]));
  const query = text.toLowerCase();
  const named = known.items.filter(({ name }) => name?.toLowerCase().includes(query) === true);
  const near = items.flatMap(({ cluster_id }) => (cluster_id === null ? [] : (byId.get(cluster_id) ?? [])));
  return [...new Set([...named, ...near])].filter(({ id }) => id !== own).slice(0, MAX_SUGGESTED);
}
