import type { ReactNode } from "react";

/** What stands on a sheet below its head: in line with the title, right of the gutter. */
export const Body = ({ children }: { readonly children: ReactNode }) => (
  <div className="px-5 pb-6 one:pr-7 one:pl-[68px]">{children}</div>
);

/** The same line for what brings an edge of its own: nothing here, a failure, what is coming. */
export const Inset = ({ children }: { readonly children: ReactNode }) => (
  <div className="one:pl-[50px]">{children}</div>
);
