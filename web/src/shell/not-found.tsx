import { Link } from "@tanstack/react-router";
import { Empty } from "../components/states.tsx";
import { Page } from "./page.tsx";

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty title="Page not found.">
        <Link to="/inbox">Go to the inbox</Link>
      </Empty>
    </Page>
  );
}
