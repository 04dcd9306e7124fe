import { Link } from "@tanstack/react-router";
import { Mark } from "../marks/mark.tsx";
import { VisibleText } from "../parts/visible-text.tsx";
import type { RuleSummary } from "./rule-state.ts";

/** A change of a rule in force that people have not approved: its words stand apart from those that agents get. */
export function ChangeWaits({ rule: { id, change } }: { readonly rule: Pick<RuleSummary, "id" | "change"> }) {
  if (change === null) return null;
  return (
    <p className="mt-1 flex items-start gap-2 text-meta text-ink-2">
      <Mark name="caret" tone="red" size={14} />
      <span className="min-w-0">
        <Link to="/proposals/$rule" params={{ rule: id }}>
          Change waits for approval
        </Link>
        , version {change.version}:{" "}
        <span className="serif italic">
          <VisibleText text={change.text} isOneLine />
        </span>
      </span>
    </p>
  );
}
