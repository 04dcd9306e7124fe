import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function ClusterPage() {
  return (
    <Page title="Cluster" heading="Cluster">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
