import { Link } from "@tanstack/react-router";
import { Empty } from "../components/states.tsx";
import { Page } from "./page.tsx";

export function NotHere() {
  return (
    <Page title="Not here">
      <Empty title="There is no page at this address.">
        <Link to="/inbox">To the inbox</Link>
      </Empty>
    </Page>
  );
}
