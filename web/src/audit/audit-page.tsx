import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function AuditPage() {
  return (
    <Page title="Audit" heading="Audit">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
