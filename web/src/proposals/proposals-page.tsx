import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function ProposalsPage() {
  return (
    <Page title="Proposals" heading="Proposals">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
