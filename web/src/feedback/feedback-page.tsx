import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function FeedbackPage() {
  return (
    <Page title="Feedback" heading="Feedback">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
