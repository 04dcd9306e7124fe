import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function AgentsPage() {
  return (
    <Page title="Agents" heading="Agents">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
