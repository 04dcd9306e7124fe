import type { ReactNode } from "react";

/** A sheet with the line that parts the marks from the text. */
export function Gutter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative min-h-[calc(100dvh-98px)] one:before:pointer-events-none one:before:absolute one:before:inset-y-0 one:before:left-[48px] one:before:z-1 one:before:w-px one:before:bg-hair">
      {children}
    </div>
  );
}

/** What stands on a sheet below its head: in line with the title, right of the gutter. */
export const Body = ({ children }: { readonly children: ReactNode }) => (
  <div className="px-5 pb-6 one:pr-7 one:pl-[68px]">{children}</div>
);

/** The same line for what brings an edge of its own: nothing here, a failure, what is coming. */
export const Inset = ({ children }: { readonly children: ReactNode }) => (
  <div className="one:pl-[50px]">{children}</div>
);
