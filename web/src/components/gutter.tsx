import type { ReactNode } from "react";

export function Gutter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative min-h-[calc(100dvh-98px)] md:before:pointer-events-none md:before:absolute md:before:inset-y-0 md:before:left-[48px] md:before:z-1 md:before:w-px md:before:bg-hair">
      {children}
    </div>
  );
}

export const Body = ({ children }: { readonly children: ReactNode }) => (
  <div className="px-5 pb-6 md:pr-7 md:pl-[68px]">{children}</div>
);

export const Inset = ({ children }: { readonly children: ReactNode }) => (
  <div className="md:pl-[50px]">{children}</div>
);
