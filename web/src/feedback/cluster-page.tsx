import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Failed, Skeleton } from "../components/states.tsx";
import { Page } from "../shell/page.tsx";
import { ClusterSheet } from "./cluster-sheet.tsx";
import { oneCluster } from "./feedback-queries.ts";

export function ClusterPage() {
  const { cluster: id = "" } = useParams({ strict: false });
  const { data, error, isPending, refetch } = useQuery(oneCluster(id));
  if (data !== undefined) return <ClusterSheet key={data.id} cluster={data} />;
  return (
    <Page title="Cluster" heading={isPending ? undefined : "Cluster"}>
      {isPending ? <Skeleton /> : <Failed error={error} retry={() => void refetch()} />}
      <p className="px-5 pb-6">
        <Link to="/feedback" search={{ view: "recurs" }}>
          Recurring
        </Link>
      </p>
    </Page>
  );
}
