import type { ReactNode } from "react";
import { PendingLine } from "./pending-line.tsx";
import { Link } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";

export function Foot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="-mx-5 -mt-[9px] border-t border-ink px-5 pt-1">
      <PendingLine />
      {children}
    </div>
  );
}

export function Sheet({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative min-h-[calc(100dvh-90px)]">
      <div aria-hidden="true" className="absolute inset-y-0 left-12 w-px bg-hair max-md:hidden" />
      <div className="relative">{children}</div>
    </div>
  );
}

export function NextUp({
  next,
  go,
  children,
}: {
  readonly next: string | null;
  readonly go: (submission: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-1">
      <p className="min-w-[240px] flex-1 text-second text-ink-2">{children}</p>
      {next === null ? (
        <Link to="/inbox" className="inline-flex min-h-8 items-center">
          Nothing else to review. Go to the inbox
        </Link>
      ) : (
        <Button kind="solid" onClick={() => go(next)}>
          Next
        </Button>
      )}
    </div>
  );
}
