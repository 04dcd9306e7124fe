import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function RulesPage() {
  return (
    <Page title="Rules" heading="Rules">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
