import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function ReviewPage() {
  return (
    <Page title="Review" heading="Review">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
