import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function TryPage() {
  return (
    <Page title="Try it" heading="Try it">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
