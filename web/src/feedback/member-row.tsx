import type { Schemas } from "../api/contract.ts";
import { SaidRow } from "./feedback-row.tsx";
import { wordsOfSaid } from "./summary.ts";

/** One member, to be selected and split off. */
export function MemberRow({
  member,
  isChecked,
  toggle,
}: {
  readonly member: Schemas["ClusterMember"];
  readonly isChecked: boolean;
  /** Absent where the reader may not. */
  readonly toggle: (() => void) | undefined;
}) {
  const said = member.feedback;
  const check =
    toggle === undefined ? undefined : (
      <input
        type="checkbox"
        className="size-4.5 accent-ink"
        checked={isChecked}
        aria-label={`Select what ${member.author} said`}
        onChange={toggle}
      />
    );
  if (said === null) {
    return (
      <div className="flex items-center gap-3 px-5 py-3 text-ink-3 one:pl-4">
        {check}
        <span className="one:pl-9">What was said is no longer kept.</span>
      </div>
    );
  }
  return (
    <div className="max-one:flex max-one:items-start">
      {check === undefined ? null : <div className="pt-4 pl-5 one:hidden">{check}</div>}
      <div className="min-w-0 flex-1">
        <SaidRow
          words={wordsOfSaid(said)}
          mark={check === undefined ? undefined : <span className="max-one:hidden">{check}</span>}
          end={
            member.by === null ? (
              <span title="How surely it says the same as the rest">alike {member.score.toFixed(2)}</span>
            ) : (
              <span className="text-right">put here by {member.by}</span>
            )
          }
        />
      </div>
    </div>
  );
}
