import { Key } from "../components/key.tsx";
import { Mark } from "../components/mark.tsx";
import { useKeys } from "../shell/use-keys.ts";
import type { Decision, Resolution } from "./use-decisions.ts";

export const RESOLUTIONS: Readonly<Record<Resolution, string>> = {
  generalizable: "generalizable",
  edge_case: "edge case",
  ignore: "ignored",
  promote: "promoted",
};

export function UndoNote({ held, undo }: { readonly held: Decision | null; readonly undo: () => void }) {
  useKeys(held === null ? [] : [{ keys: "z", label: "undo", run: undo, isSafe: true }]);
  return (
    <p
      role="status"
      data-idle={held === null ? "" : undefined}
      className="flex items-center gap-2 text-second whitespace-nowrap text-ink-2"
    >
      {held === null ? null : (
        <>
          <Mark name="stet" tone="green" />
          <span className="text-green">{RESOLUTIONS[held.way]}</span>
          <button type="button" className="quiet min-h-6" onClick={undo}>
            Undo
          </button>
          <span className="max-md:hidden">
            <Key>z</Key>
          </span>
        </>
      )}
    </p>
  );
}
