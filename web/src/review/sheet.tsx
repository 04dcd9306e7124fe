import type { ReactNode } from "react";

/** The sheet with the line of its gutter, where marks stand. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative min-h-[calc(100dvh-90px)]">
      <div aria-hidden="true" className="absolute inset-y-0 left-12 w-px bg-hair max-one:hidden" />
      <div className="relative">{children}</div>
    </div>
  );
}
