import type { ReactNode } from "react";
import { ApiProblem } from "../api/api-error.ts";
import { Mark } from "./mark.tsx";
import { Button } from "./button.tsx";

/** Nothing is here, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="max-w-[56ch] px-5 py-10">
      <p className="serif text-note">{title}</p>
      {children === undefined ? null : <div className="mt-2 text-row text-ink-2">{children}</div>}
    </div>
  );
}

/** What happened, and a way on; nothing that was typed is lost by it. */
export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const told = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiProblem ? error.code : undefined;
  return (
    <div role="alert" className="flex max-w-[70ch] items-start gap-3 px-5 py-4">
      <Mark name="query" tone="red" />
      <div>
        <p className="font-medium">{told}</p>
        {code === undefined ? null : <p className="text-meta text-ink-3">{code}</p>}
        {again === undefined ? null : (
          <Button className="mt-2" onClick={again}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/** The shape of what is coming. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div aria-busy="true" className="px-5 py-3">
      <span className="heard">Loading</span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} aria-hidden="true" className="grid gap-2 border-b border-hair py-3">
          <div className="skeleton h-4 w-2/5" />
          <div className="skeleton h-3 w-3/5" />
        </div>
      ))}
    </div>
  );
}
