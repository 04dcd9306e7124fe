import type { Answer } from "../api/api.ts";

type Gate = Answer<"listGates">["gates"][number];

const ROUTES: Readonly<Record<Gate["route"], string>> = {
  auto_fix: "fixed by a tool",
  llm_fix: "fixed by the agent",
  convert: "converted",
  close: "closed",
};

export function GateTable({ gates, label }: { readonly gates: readonly Gate[]; readonly label: string }) {
  return (
    <table className="w-full max-md:block" aria-label={label}>
      <thead className="text-meta text-ink-3 max-md:sr-only">
        <tr className="border-b border-hair-2">
          <th scope="col" className="w-[32%] py-2 pr-4">
            Tag
          </th>
          <th scope="col" className="py-2 pr-4">
            Guidance
          </th>
          <th scope="col" className="w-[20%] py-2">
            Then
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {gates.map(({ tag, gate, description, fix, severity, route }) => (
          <tr key={tag} className="border-b border-hair align-top max-md:block max-md:py-3">
            <th scope="row" className="py-3 pr-4 font-normal max-md:block max-md:py-0">
              <span className="font-medium break-words">{tag}</span>
              <span className="block text-meta text-ink-2">{gate}</span>
            </th>
            <td className="py-3 pr-4 max-md:block max-md:py-1">
              <p className="serif text-quote">{fix}</p>
              <p className="text-meta text-ink-3">{description}</p>
            </td>
            <td className="py-3 text-second text-ink-2 max-md:block max-md:py-0">
              {severity === "blocking" ? "blocks" : "warns"}; {ROUTES[route]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
