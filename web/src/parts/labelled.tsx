import { type ReactNode, useId } from "react";

/** A field with its name above it and a word of help below. */
export function Labelled({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help?: ReactNode;
  readonly children: (given: { readonly id: string; readonly "aria-describedby"?: string }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children(help === undefined ? { id } : { id, "aria-describedby": `${id}-help` })}
      {help === undefined ? null : (
        <p id={`${id}-help`} className="text-second text-ink-2">
          {help}
        </p>
      )}
    </div>
  );
}
