import type { ReactNode } from "react";

/** A sheet with the line that parts the marks from the text. */
export function Gutter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative min-h-[calc(100dvh-98px)] one:before:pointer-events-none one:before:absolute one:before:inset-y-0 one:before:left-[48px] one:before:z-1 one:before:w-px one:before:bg-hair">
      {children}
    </div>
  );
}
