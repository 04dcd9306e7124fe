import { Section } from "../components/section.tsx";
import { percent, type Standing, versionName } from "./rollout.ts";
import { capitalize } from "../lib/format.ts";

type Side = Standing["versions"][number];

const ROWS = [
  { name: "Answers rejected", rate: "rejection", count: "rejected", of: "reviews" },
  { name: "Unreadable version", rate: "incompatible", count: "incompatible", of: "reviews" },
  { name: "Findings dropped", rate: "drop", count: "dropped", of: "findings" },
  { name: "Answers coerced", rate: "coercion", count: "coerced_reviews", of: "reviews" },
] as const;

export function BothVersions({ standing: { rollout, versions } }: { readonly standing: Standing }) {
  const sides = (["baseline", "candidate"] as const).flatMap((role) => {
    const side = versions.find((each) => each.role === role);
    return side === undefined ? [] : [side];
  });
  const nameOf = ({ role }: Side): string =>
    role === "baseline"
      ? versionName(rollout.baseline, rollout.candidate)
      : versionName(rollout.candidate, rollout.baseline);
  return (
    <Section
      title="Both versions"
      end={rollout.stage === "promoted" ? "the last 7 days of the candidate" : "since the rollout began"}
    >
      <table className="w-full">
        <thead className="text-meta text-ink-3">
          <tr className="border-b border-hair-2">
            <th scope="col" className="py-2 pr-3">
              <span className="sr-only">Rate</span>
            </th>
            {sides.map((side) => (
              <th key={side.role} scope="col" className="py-2 pl-3 text-end">
                <span className="block font-semibold text-ink">{capitalize(nameOf(side))}</span>
                {side.role === "baseline" ? "baseline" : "candidate"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-hair">
            <th scope="row" className="py-2 pr-3 font-normal">
              Reviews
            </th>
            {sides.map(({ role, reviews }) => (
              <td key={role} className="py-2 pl-3 text-end">
                {reviews.toLocaleString("en")}
              </td>
            ))}
          </tr>
          {ROWS.map(({ name, rate, count, of }) => (
            <tr key={rate} className="border-b border-hair align-top">
              <th scope="row" className="py-2 pr-3 font-normal">
                {name}
              </th>
              {sides.map((side) => (
                <td key={side.role} className="py-2 pl-3 text-end">
                  {side[of] === 0 ? "none yet" : percent(side.rates[rate])}
                  <span className="block text-meta text-ink-3">
                    {side[count].toLocaleString("en")} of {side[of].toLocaleString("en")} {of}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
