import type { ReactNode } from "react";
import { ApiError } from "../api/api-error.ts";
import { Mark } from "./mark.tsx";
import { Button } from "./button.tsx";

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="max-w-[56ch] px-5 py-10">
      <p className="serif text-note">{title}</p>
      {children === undefined ? null : <div className="mt-2 text-row text-ink-2">{children}</div>}
    </div>
  );
}

export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <div role="alert" className="flex max-w-[70ch] items-start gap-3 px-5 py-4">
      <Mark name="query" tone="red" />
      <div>
        <p className="font-medium">{message}</p>
        {code === undefined ? null : <p className="text-meta text-ink-3">{code}</p>}
        {retry === undefined ? null : (
          <Button className="mt-2" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div aria-busy="true" className="px-5 py-3">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} aria-hidden="true" className="grid gap-2 border-b border-hair py-3">
          <div className="skeleton h-4 w-2/5" />
          <div className="skeleton h-3 w-3/5" />
        </div>
      ))}
    </div>
  );
}
