import type { Answer } from "../api/api.ts";

type Backlog = Answer<"getEventBacklog">;

/** One row for each reader, and the outbox that all of it comes through. */
export function ReaderTable({ groups, outbox }: Backlog) {
  return (
    <>
      <table className="w-full">
        <thead className="text-meta text-ink-3">
          <tr className="border-b border-hair-2">
            <th scope="col" className="py-2 pr-3">
              Reader
            </th>
            <th scope="col" className="py-2 pl-3 text-end">
              Waiting
            </th>
            <th scope="col" className="py-2 pl-3 text-end">
              In hand
            </th>
            <th scope="col" className="py-2 pl-3 text-end">
              Given up
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, endpoint, waiting, pending, dead }) => (
            <tr key={group} className="border-b border-hair align-top">
              <th scope="row" className="py-2 pr-3 font-normal">
                <span className="block">{readerName(group, endpoint)}</span>
                <span className="text-meta break-all text-ink-3">{group}</span>
              </th>
              <td className="py-2 pl-3 text-end">{waiting.toLocaleString("en")}</td>
              <td className="py-2 pl-3 text-end">{pending.toLocaleString("en")}</td>
              <td className={`py-2 pl-3 text-end ${dead > 0 ? "font-semibold text-red" : ""}`}>
                {dead.toLocaleString("en")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-second text-ink-2">
        {outbox === 0
          ? "The outbox is empty: everything that was recorded has been told."
          : `${outbox.toLocaleString("en")} in the outbox: recorded, and not told yet.`}
      </p>
    </>
  );
}

/** What Emend's own readers do with what they read. */
const OWN: Readonly<Record<string, string>> = {
  "emend-decisions": "Takes in decisions that others publish",
  "emend-learn": "Learns from what is recorded",
};

export const readerName = (group: string, endpoint: string | null): string =>
  endpoint === null ? (OWN[group] ?? group) : `Tells ${endpoint}`;
