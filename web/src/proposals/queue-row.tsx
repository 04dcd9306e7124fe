import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Mark, type MarkName } from "../components/mark.tsx";
import type { QueueEntry } from "./use-queue.ts";
import type { Waiting } from "./proposal-queries.ts";
import { plural } from "../lib/format.ts";
import { formatRemark } from "./format-proposal.ts";
import { ruleText } from "../rules/rule-state.ts";
import { VisibleText } from "../components/visible-text.tsx";

const CHECK =
  "grid size-[15px] shrink-0 appearance-none place-content-center rounded-tag border border-edge bg-sheet before:size-[9px] before:scale-0 before:bg-sheet before:[clip-path:polygon(12%_48%,0_62%,42%_100%,100%_18%,86%_4%,40%_70%)] checked:border-ink checked:bg-ink checked:before:scale-100 disabled:border-dotted disabled:bg-transparent";

function whyNotTogether(waiting: Waiting): string | undefined {
  if (waiting.remarks.length > 0) {
    return waiting.remarks.map((remark) => formatRemark(remark, waiting)).join(", ");
  }
  const { you } = waiting.approval;
  if (you === null || you.can_approve) return undefined;
  if (you.code === "already_approved_by_you") return "you have approved it";
  if (you.code === "proposer_alone" || you.code === "quorum_of_others_needed") return "you proposed it";
  return you.message ?? "you cannot approve it";
}

const MARKS: Readonly<Record<Waiting["remarks"][number], MarkName>> = {
  conflict: "tr",
  duplicate: "close",
  warning: "query",
  contradiction: "stet",
  not_compared: "query",
  wants_words: "caret",
};

const RANK = ["conflict", "duplicate", "warning", "contradiction", "not_compared", "wants_words"] as const;

export function QueueRow({
  entry: { waiting, isGone },
  isSelected,
  check,
}: {
  readonly entry: QueueEntry;
  readonly isSelected: boolean;
  readonly check?: { readonly isOn: boolean; readonly toggle: () => void } | undefined;
}) {
  const row = useRef<HTMLLIElement>(null);
  const router = useRouter();
  useEffect(() => {
    if (!isSelected) return;
    const show = (): void => row.current?.scrollIntoView({ block: "nearest" });
    show();
    // The router restores the queue's scroll position after rendering.
    return router.subscribe("onRendered", show);
  }, [isSelected, router]);
  const { rule_id, text, wants_words, scope, occurrences, people, approval } = waiting;
  const why = whyNotTogether(waiting);
  const first = RANK.find((remark) => waiting.remarks.includes(remark));
  const agents = scope.agents.length > 0 ? scope.agents : ["every agent"];
  return (
    <li
      ref={row}
      className={`relative flex gap-2 border-b border-hair-2 py-3 pr-4 pl-4 ${isSelected ? "bg-sheet before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ink" : ""}`}
    >
      {check === undefined ? null : (
        <label className="-ml-1 flex size-6 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            className={CHECK}
            aria-label={`Approve with the others: ${ruleText(waiting)}`}
            checked={!isGone && check.isOn}
            disabled={isGone || why !== undefined}
            onChange={check.toggle}
          />
        </label>
      )}
      <div className="min-w-0 flex-1">
        <Link
          to="/proposals/$rule"
          params={{ rule: rule_id }}
          aria-current={isSelected ? "true" : undefined}
          className={`plain-link serif line-clamp-2 text-rule leading-[19px] ${isGone ? "text-ink-3 line-through decoration-1" : ""}`}
        >
          {wants_words === null ? (
            <VisibleText text={text} isOneLine />
          ) : (
            <i>
              <VisibleText text={wants_words.quotes[0] ?? "Needs wording"} isOneLine />
            </i>
          )}
        </Link>
        <p className="mt-1 flex flex-wrap gap-x-3 text-meta text-ink-2">
          <span className="font-semibold">{agents.join(", ")}</span>
          {occurrences === 0 ? (
            <span>by hand</span>
          ) : (
            <span>
              {plural(occurrences, "correction")}, {people === 1 ? "1 person" : `${people} people`}
            </span>
          )}
          {approval.given > 0 && !isGone ? (
            <span>
              {approval.given} of {approval.required} approved
            </span>
          ) : null}
        </p>
        {isGone ? (
          <p className="text-meta text-ink-3">already decided</p>
        ) : why === undefined ? null : (
          <p className="flex items-center gap-1 text-meta text-ink-2">
            {first === undefined ? null : <Mark name={MARKS[first]} size={14} />}
            {why}
          </p>
        )}
      </div>
    </li>
  );
}
