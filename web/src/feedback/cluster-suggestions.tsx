import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { clusterSuggestions } from "./feedback-queries.ts";
import { queryKeys } from "../api/query-keys.ts";

type Suggestion = Schemas["ClusterSuggestion"];

export function ClusterSuggestions() {
  const { data } = useQuery(clusterSuggestions);
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div className="px-5 pt-4 md:pr-[28px] md:pl-[68px]">
      <Section title="Suggested changes" end={plural(items.length, "suggestion")}>
        <ul>
          {items.map((item) => (
            <SuggestionRow key={`${item.kind} ${item.cluster_ids.join(" ")}`} suggestion={item} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function SuggestionRow({ suggestion }: { readonly suggestion: Suggestion }) {
  const { kind, cluster_ids, feedback_ids, reason, sides } = suggestion;
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const mayDecide = may(session, "decide");
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const act = async (send: () => Promise<unknown>): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      await send();
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.clusters.all() }),
        client.invalidateQueries({ queryKey: queryKeys.explorer.clusters() }),
      ]);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setSending(false);
  };
  const change = (): Promise<unknown> =>
    kind === "merge"
      ? api("mergeClusters", { body: { cluster_ids } })
      : api("splitCluster", { params: { cluster_id: cluster_ids[0]! }, body: { feedback_ids } });
  return (
    <li className="border-b border-hair-2 py-3 last:border-b-0">
      <div className="grid gap-4 md:grid-cols-2">
        {sides.map(({ quotes }, at) => (
          <Side
            key={quotes[0]?.feedback_id ?? at}
            quotes={quotes}
            label={sideLabel(suggestion, at)}
            cluster={cluster_ids[Math.min(at, cluster_ids.length - 1)]!}
          />
        ))}
      </div>
      <p className="mt-2 text-second text-ink-2">{reason}.</p>
      {problem === undefined ? null : (
        <p role="alert" className="mt-2 text-second text-red">
          {problem}
        </p>
      )}
      {mayDecide ? (
        <p className="mt-2 flex gap-2">
          <Button disabled={isSending} onClick={() => void act(change)}>
            {kind === "merge" ? "Merge" : "Split"}
          </Button>
          <Button
            kind="quiet"
            disabled={isSending}
            onClick={() => void act(() => api("keepClusters", { body: { cluster_ids } }))}
          >
            Keep as is
          </Button>
        </p>
      ) : null}
    </li>
  );
}

function sideLabel({ kind, feedback_ids }: Suggestion, at: number): string {
  if (kind === "merge") return at === 0 ? "stays" : "moves in";
  return at === 0 ? "stay" : plural(feedback_ids.length, "member leaves", "members leave");
}

function Side({
  quotes,
  label,
  cluster,
}: {
  readonly quotes: Suggestion["sides"][number]["quotes"];
  readonly label: string;
  readonly cluster: string;
}) {
  return (
    <div className="min-w-0">
      <p className="text-meta text-ink-3">
        <Link to="/clusters/$cluster" params={{ cluster }} search={{}}>
          {label}
        </Link>
      </p>
      {quotes.map(({ feedback_id, text }) => (
        <p key={feedback_id} className="serif line-clamp-2 text-quote break-words">
          <VisibleText text={text} />
        </p>
      ))}
    </div>
  );
}
