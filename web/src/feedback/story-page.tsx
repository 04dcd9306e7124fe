import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function StoryPage() {
  return (
    <Page title="Story" heading="Story">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
