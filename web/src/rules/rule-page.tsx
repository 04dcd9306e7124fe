import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function RulePage() {
  return (
    <Page title="Rule" heading="Rule">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
