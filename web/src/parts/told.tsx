import { ApiProblem } from "../api/api-problem.ts";

/** Why something that was asked for was not done, beside what was typed. */
export function Told({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const fields = error instanceof ApiProblem ? error.errors : [];
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
