import type { Answer } from "../api/api.ts";

type Backlog = Answer<"getEventBacklog">;

export function ReaderTable({ groups, outbox }: Backlog) {
  return (
    <>
      <table className="w-full">
        <thead className="text-meta text-ink-3">
          <tr className="border-b border-hair-2">
            <th scope="col" className="py-2 pr-3">
              Consumer
            </th>
            <th scope="col" className="py-2 pl-3 text-end">
              Waiting
            </th>
            <th scope="col" className="py-2 pl-3 text-end">
              In progress
            </th>
            <th scope="col" className="py-2 pl-3 text-end">
              Failed
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
          ? "The outbox is empty."
          : `${outbox.toLocaleString("en")} waiting in the outbox to be published.`}
      </p>
    </>
  );
}

const OWN: Readonly<Record<string, string>> = {
  "emend-decisions": "Imports decisions from other systems",
  "emend-learn": "Learns from feedback",
};

export const readerName = (group: string, endpoint: string | null): string =>
  endpoint === null ? (OWN[group] ?? group) : `Webhook to ${endpoint}`;
