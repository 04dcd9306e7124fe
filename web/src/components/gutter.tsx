import type { ReactNode } from "react";

/** The page's full height, with a vertical line left of the text. */
export function Gutter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative min-h-[calc(100dvh-98px)] md:before:pointer-events-none md:before:absolute md:before:inset-y-0 md:before:left-[48px] md:before:z-1 md:before:w-px md:before:bg-hair">
      {children}
    </div>
  );
}

/** The text of a page, aligned with its title. */
export const Body = ({ children }: { readonly children: ReactNode }) => (
  <div className="px-5 pb-6 md:pr-7 md:pl-[68px]">{children}</div>
);

/** For rows that have their own padding, such as lists and empty states. */
export const Inset = ({ children }: { readonly children: ReactNode }) => (
  <div className="md:pl-[50px]">{children}</div>
);
