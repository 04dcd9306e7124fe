import type { ReactNode } from "react";
import { PendingLine } from "./pending-line.tsx";

/** The foot of a review: an ink line above, what is still to be undone, what went wrong, and the answer. */
export function Foot({
  problem = null,
  children,
}: {
  readonly problem?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <div className="-mx-5 -mt-[9px] border-t border-ink px-5 pt-1">
      <PendingLine />
      {problem === null ? null : (
        <p role="alert" className="border-b border-hair py-1 text-second text-red">
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}
