import { Page } from "../shell/page.tsx";
import { Empty } from "../parts/states.tsx";

export function SettingsPage() {
  return (
    <Page title="Settings" heading="Settings">
      <Empty title="Nothing here yet." />
    </Page>
  );
}
