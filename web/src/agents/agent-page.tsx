import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function AgentPage() {
  return (
    <Page title="Agent" heading="Agent">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
