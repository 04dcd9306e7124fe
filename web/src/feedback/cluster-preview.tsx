import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api/contract.ts";
import { Section } from "../parts/section.tsx";
import { VisibleText } from "../parts/visible-text.tsx";
import { ClusterDays } from "./cluster-days.tsx";
import { ClusterRules } from "./cluster-rules.tsx";
import { oneCluster } from "./queries.ts";

/** Beside the list: when it was said, by whom, and what became of it. */
export function ClusterPreview({ cluster }: { readonly cluster: Schemas["Cluster"] }) {
  const { data } = useQuery(oneCluster(cluster.id));
  return (
    <>
      <p className="serif mb-4 text-note break-words">
        <VisibleText text={cluster.name ?? cluster.text ?? "What was said is no longer kept"} />
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
