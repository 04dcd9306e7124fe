import { Link } from "@tanstack/react-router";
import { Mark } from "../components/mark.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import type { RuleSummary } from "./rule-state.ts";
import { countWord, plural } from "../lib/format.ts";

export function PendingChange({
  rule: { id, change },
}: {
  readonly rule: Pick<RuleSummary, "id" | "change">;
}) {
  if (change === null) return null;
  return (
    <p className="mt-1 flex items-start gap-2 text-meta text-ink-2">
      <Mark name="caret" tone="red" size={14} />
      <span className="min-w-0">
        <Link to="/proposals/$rule" params={{ rule: id }}>
          Change waiting for approval
        </Link>
        , version {change.version}:{" "}
        <span className="serif italic">
          <VisibleText text={change.text} isOneLine />
        </span>
      </span>
    </p>
  );
}

export function ShortOfQuorum({ short }: { readonly short: RuleSummary["short_of_quorum"] }) {
  if (short === null) return null;
  return (
    <p className="mt-2 flex gap-2 text-second">
      <Mark name="query" tone="red" size={16} />
      <span>
        In force with too few approvals: {countWord(short.given)} of{" "}
        {plural(short.required, "person", "people")}. Some approvals came from the same person, or from a
        token that an approver issued. Retire it unless somebody else approves.
      </span>
    </p>
  );
}
