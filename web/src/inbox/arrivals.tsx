import { Mark } from "../components/mark.tsx";
import { Key } from "../components/key.tsx";
import type { InboxView } from "./inbox-filter.ts";
import type { Change, Changes } from "./use-changes.ts";
import { formatCount, countWord } from "../lib/format.ts";

const MOST_NAMED = 3;

export function Arrivals({
  view,
  changes: { arrived, gone, mayBeStale },
  showNew,
}: {
  readonly view: InboxView;
  readonly changes: Changes;
  readonly showNew: () => void;
}) {
  const isQuiet = arrived.length === 0 && gone.size === 0 && !mayBeStale;
  return (
    <div role="status">
      {isQuiet ? null : (
        <div className="grid min-h-[34px] grid-cols-[auto_1fr_auto] items-center gap-x-3 border-t border-hair-2 px-5 py-1.5 md:grid-cols-[48px_auto_auto_1fr] md:gap-x-0 md:pl-0">
          <span className="flex justify-center">
            <Mark name="caret" tone={arrived.length === 0 ? "ink" : "red"} />
          </span>
          <p className="text-second md:pl-[20px]">
            {arrived.length > 0 ? (
              <>
                <strong className="font-semibold">
                  {formatCount(arrived.length)} {view === "decided" ? "decided" : "arrived"}
                </strong>{" "}
                while you were reading<span className="max-md:hidden">{from(arrived)}</span>
              </>
            ) : gone.size > 0 ? (
              <>
                <strong className="font-semibold">{formatCount(gone.size)}</strong> no longer{" "}
                {gone.size === 1 ? "waits" : "wait"}
              </>
            ) : (
              "The connection was lost for a while. The list may be out of date."
            )}
          </p>
          <span className="flex items-center gap-2 md:pl-3">
            <button type="button" className="quiet min-h-6 text-second" onClick={showNew}>
              {arrived.length > 1 ? "Show them" : arrived.length === 1 ? "Show it" : "Refresh"}
            </button>
            <span className="max-md:hidden">
              <Key>n</Key>
            </span>
          </span>
        </div>
      )}
    </div>
  );
}

function from(arrived: readonly Change[]): string {
  const agents = new Map<string, number>();
  for (const { agent } of arrived) agents.set(agent, (agents.get(agent) ?? 0) + 1);
  if (agents.size > MOST_NAMED) return `, from ${countWord(agents.size)} agents`;
  return `: ${[...agents].map(([agent, n]) => `${countWord(n)} from ${agent}`).join(", ")}`;
}
