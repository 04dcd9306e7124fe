import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function InboxPage() {
  return (
    <Page title="Inbox" heading="Inbox">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
