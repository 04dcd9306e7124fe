import { Link } from "@tanstack/react-router";
import { Inset } from "../components/gutter.tsx";
import { Page } from "./page.tsx";

export function NotFound() {
  return (
    <Page title="Page not found" heading="Page not found">
      <Inset>
        <p className="px-5 pb-10 text-row text-ink-2 md:pl-5">
          Nothing is at this address.{" "}
          <Link to="/" search={{}}>
            Go home
          </Link>
          , or press / to search.
        </p>
      </Inset>
    </Page>
  );
}
