import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function RolloutsPage() {
  return (
    <Page title="Rollouts" heading="Rollouts">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
