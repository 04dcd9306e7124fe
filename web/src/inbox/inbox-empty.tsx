import { Link } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/states.tsx";
import { type InboxFilter, isNarrowed } from "./inbox-filter.ts";

/** Nothing is listed: why, and what to do next. */
export function InboxEmpty({
  filter,
  narrow,
}: {
  readonly filter: InboxFilter;
  readonly narrow: (filter: InboxFilter) => void;
}) {
  if (isNarrowed(filter)) {
    return (
      <Empty title="Nothing here fits the filter.">
        <Button onClick={() => narrow({ view: filter.view })}>Clear the filter</Button>
      </Empty>
    );
  }
  if (filter.view === "past-due") {
    return (
      <Empty title="Nothing is past due.">
        Everything that waits is within the hours of its gate.{" "}
        <Link className="quiet" to="/inbox" search={{}}>
          See what waits
        </Link>
      </Empty>
    );
  }
  if (filter.view === "decided") {
    return <Empty title="Nothing was decided yet.">Decisions appear here with the latest first.</Empty>;
  }
  return (
    <Empty title="Nothing waits for a person.">
      <p>
        Agents hand in work with <code className="mono">POST /api/v1/submissions</code> and their token; it
        appears here by itself. Meanwhile{" "}
        <Link className="quiet" to="/proposals">
          proposals
        </Link>{" "}
        may need you.
      </p>
    </Empty>
  );
}
