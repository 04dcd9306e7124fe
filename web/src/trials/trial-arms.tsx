import { formatCount } from "../lib/format.ts";
import type { Trial } from "./trial-queries.ts";

const rate = (count: number, of: number): string => (of === 0 ? "–" : ((count / of) * 100).toFixed(1));

/** Tasks and recurrences by arm. */
export function TrialArms({ trial: { tasks, recurrences, share, arms } }: { readonly trial: Trial }) {
  const rows = [
    ["With the rule", tasks.given, recurrences.given, share],
    ["Without it", tasks.withheld, recurrences.withheld, 1 - share],
  ] as const;
  return (
    <>
      <table className="w-full">
        <caption className="sr-only">Tasks and recurrences with the rule and without it</caption>
        <thead>
          <tr className="text-meta text-ink-3">
            {["Arm", "Tasks", "Came back in", "Per 100"].map((name, at) => (
              <th
                key={name}
                scope="col"
                className={`border-b border-hair-2 py-1 pr-3 font-normal ${at === 0 ? "" : "text-end"}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, of, count, part]) => (
            <tr key={name}>
              <th scope="row" className="border-b border-hair py-2 pr-3 font-normal">
                {name}{" "}
                <span className="text-meta whitespace-nowrap text-ink-3">
                  {Math.round(part * 100)}&#x202f;% of tasks
                </span>
              </th>
              <td className="border-b border-hair py-2 pr-3 text-end">{formatCount(of)}</td>
              <td className="border-b border-hair py-2 pr-3 text-end">{formatCount(count)}</td>
              <td className="serif border-b border-hair py-2 pr-3 text-end text-rule">{rate(count, of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {arms.ok ? null : (
        <p className="mt-2 font-medium text-red">The arms do not have the sizes they should.</p>
      )}
      {recurrences.unassigned === 0 ? null : (
        <p className="mt-2 text-second text-ink-2">
          {formatCount(recurrences.unassigned)} more in work that named neither a run nor a task. They prove
          nothing.
        </p>
      )}
    </>
  );
}
