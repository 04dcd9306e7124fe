import { Key } from "../components/key.tsx";
import { Mark } from "../components/mark.tsx";
import { useKeys } from "../shell/use-keys.ts";
import type { Decision, Way } from "./use-decisions.ts";

export const WAYS: Readonly<Record<Way, string>> = {
  generalizable: "generalizable",
  edge_case: "edge case",
  ignore: "ignored",
  promote: "promoted",
};

/** What was just decided, for as long as it can be taken back. */
export function UndoNote({
  held,
  undo,
  hint,
}: {
  readonly held: Decision | null;
  readonly undo: () => void;
  /** Stands there as long as there is nothing to undo, where there are no keys. */
  readonly hint?: string;
}) {
  useKeys(held === null ? [] : [{ keys: "z", label: "undo", run: undo, isSafe: true }]);
  return (
    <p role="status" className="flex items-center gap-2 text-second whitespace-nowrap text-ink-2">
      {held === null ? (
        <span className="one:hidden">{hint}</span>
      ) : (
        <>
          <Mark name="stet" tone="green" />
          <span className="text-green">{WAYS[held.way]}</span>
          <button type="button" className="quiet min-h-6" onClick={undo}>
            Undo
          </button>
          <span className="max-one:hidden">
            <Key>z</Key>
          </span>
        </>
      )}
    </p>
  );
}
