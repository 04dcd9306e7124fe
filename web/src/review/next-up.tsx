import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../parts/button.tsx";

/** The foot where there is nothing to decide: why, and the way on. */
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
          Nothing else waits; to the inbox
        </Link>
      ) : (
        <Button kind="solid" onClick={() => go(next)}>
          Next that waits
        </Button>
      )}
    </div>
  );
}
