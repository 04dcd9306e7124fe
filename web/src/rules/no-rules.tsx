import { Link } from "@tanstack/react-router";
import { Empty } from "../parts/states.tsx";

export function NoRules() {
  return (
    <div className="one:pl-12">
      <Empty title="No rule is in force yet.">
        <p>
          When corrections say the same thing often enough, Emend proposes a rule. It comes into force once
          enough people approve it, and then what it does is measured here.
        </p>
        <p className="mt-3">
          <Link to="/proposals">To the proposals</Link>
        </p>
      </Empty>
    </div>
  );
}
