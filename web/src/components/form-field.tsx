import { type ReactNode, useId } from "react";
import { ApiError } from "../api/api-error.ts";

export function FormField({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help?: ReactNode;
  readonly children: (fieldProps: { readonly id: string; readonly "aria-describedby"?: string }) => ReactNode;
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

export function FormError({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const fields = error instanceof ApiError ? error.errors : [];
  return (
    <div role="alert" className="border-l-[3px] border-red pl-3">
      <p className="font-medium">{error.message}</p>
      {fields.length < 2 ? null : (
        <ul className="text-second text-ink-2">
          {fields.map(({ path, message }) => (
            <li key={path + message}>
              {path}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
