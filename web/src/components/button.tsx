import type { ComponentProps, ReactNode } from "react";
import { Key } from "./key.tsx";

const KINDS = {
  solid: "bg-ink text-sheet border-ink hover:bg-ink-2",
  plain: "bg-sheet text-ink border-edge hover:bg-sunk",
  quiet: "border-transparent text-ink-2 hover:text-ink underline decoration-hair-2 underline-offset-3 px-1",
} as const;

export function Button({
  kind = "plain",
  hint,
  mark,
  children,
  className = "",
  ...rest
}: ComponentProps<"button"> & {
  readonly kind?: keyof typeof KINDS;
  readonly hint?: string | undefined;
  readonly mark?: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-8 items-center gap-2 rounded-box border px-3 py-1 text-base font-medium whitespace-nowrap transition-colors duration-120 disabled:border-hair-2 disabled:bg-transparent disabled:text-ink-3 max-md:min-h-11 ${KINDS[kind]} ${className}`}
      {...rest}
    >
      {mark}
      {children}
      {hint === undefined ? null : <Key bare>{hint}</Key>}
    </button>
  );
}
