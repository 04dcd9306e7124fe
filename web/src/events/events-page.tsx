import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function EventsPage() {
  return (
    <Page title="Events" heading="Events">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
