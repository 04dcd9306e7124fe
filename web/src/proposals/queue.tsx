import { Button } from "../components/button.tsx";
import { Key } from "../components/key.tsx";
import { Mark } from "../components/mark.tsx";
import { RecentDecisions } from "./recent-decisions.tsx";
import { QueueRow } from "./queue-row.tsx";
import type { QueueEntry, useQueue } from "./use-queue.ts";
import { capitalize, countWord } from "../lib/format.ts";
import { Empty } from "../components/states.tsx";

export function Queue({
  queue,
  selected,
  mayApprove,
  mayPropose,
  clean,
  chosen,
  toggle,
  approveChosen,
  propose,
  move,
}: {
  readonly queue: ReturnType<typeof useQueue>;
  readonly selected: string;
  readonly mayApprove: boolean;
  readonly mayPropose: boolean;
  readonly clean: number;
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (ruleId: string) => void;
  readonly approveChosen: () => void;
  readonly propose: () => void;
  readonly move: (by: 1 | -1) => void;
}) {
  const { entries, arrived, total } = queue;
  const at = entries.findIndex(({ waiting }) => waiting.rule_id === selected);
  return (
    <div className="-mx-5 -my-6 max-md:-my-3">
      <header className="px-5 pt-6 pb-4 max-md:hidden">
        <h1 className="serif text-title">Proposals</h1>
        <p className="flex items-center justify-between text-second text-ink-2">
          <span>
            {total === 0
              ? "None waiting"
              : `${capitalize(countWord(total))} ${total === 1 ? "waiting" : "waiting, highest benefit first"}`}
          </span>
          <span className="flex gap-1">
            <Key>j</Key>
            <Key>k</Key>
          </span>
        </p>
      </header>
      {entries.length === 0 ? null : (
        <div className="flex min-h-12 items-center justify-between px-2 md:hidden">
          <Step label="Previous proposal" path="M10 3 5 8l5 5" act={() => move(-1)} />
          <span>
            Proposal <b className="font-semibold">{at === -1 ? "" : `${at + 1} of ${entries.length}`}</b>
          </span>
          <Step label="Next proposal" path="m6 3 5 5-5 5" act={() => move(1)} />
        </div>
      )}
      {arrived === 0 ? null : (
        <div className="border-t border-hair-2 px-5 py-2">
          <Button kind="quiet" hint="i" onClick={queue.showNew}>
            {arrived === 1 ? "Show 1 new" : `Show ${arrived} new`}
          </Button>
        </div>
      )}
      <ol aria-label="Waiting" className="border-t border-hair-2 max-md:hidden">
        {entries.map((entry) => (
          <QueueRow
            key={entry.waiting.rule_id}
            entry={entry}
            isSelected={entry.waiting.rule_id === selected}
            check={
              mayApprove
                ? { isOn: chosen.has(entry.waiting.rule_id), toggle: () => toggle(entry.waiting.rule_id) }
                : undefined
            }
          />
        ))}
      </ol>
      <div className="px-5 pt-4 pb-6 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-3 max-md:pt-0 max-md:pb-2">
        {queue.more === undefined ? null : (
          <Button kind="quiet" onClick={() => void queue.more?.()}>
            Show more
          </Button>
        )}
        {mayApprove && entries.length > 0 ? (
          <div className="mb-4 max-md:mb-0">
            <p className="mb-2 text-second text-ink-2 max-md:hidden">
              {clean === 0
                ? "None can be approved together: each needs a closer look, or other approvers."
                : `Select the ones you have read to approve them together. ${capitalize(countWord(clean))} ${clean === 1 ? "has" : "have"} no warnings, conflicts, duplicates or contradicting approvals.`}
            </p>
            {chosen.size === 0 ? null : (
              <Button hint="b" mark={<Mark name="stet" />} onClick={approveChosen}>
                Approve {chosen.size} selected
              </Button>
            )}
          </div>
        ) : null}
        {mayPropose ? (
          <Button kind="quiet" hint="n" onClick={propose} className="-ml-1">
            <span>
              Propose<span className="max-md:hidden"> a rule by hand</span>
            </span>
          </Button>
        ) : null}
        <RecentDecisions />
      </div>
    </div>
  );
}

export const canBeTicked = ({ waiting: { clean, approval }, isGone }: QueueEntry): boolean =>
  !isGone && clean && approval.you?.can_approve === true;

function Step({
  label,
  path,
  act,
}: {
  readonly label: string;
  readonly path: string;
  readonly act: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      className="flex size-11 items-center justify-center"
      onClick={act}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d={path} />
      </svg>
    </button>
  );
}

export function EmptyQueue({ propose }: { readonly propose?: (() => void) | undefined }) {
  return (
    <div className="md:pl-12">
      <Empty title="No proposals to review.">
        <p>
          Emend proposes a rule when people keep correcting the same thing: by default after three similar
          corrections, or two people who agree. Corrections come from the inbox, from GitHub reviews, from CI
          logs and from imports.
        </p>
        {propose === undefined ? null : (
          <Button className="mt-4" hint="n" onClick={propose}>
            Propose a rule by hand
          </Button>
        )}
      </Empty>
    </div>
  );
}
