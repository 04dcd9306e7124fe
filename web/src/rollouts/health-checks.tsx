import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { type Check, percent, type Standing } from "./rollout.ts";
import { capitalize } from "../lib/format.ts";

const NAMES: Readonly<Record<Check["name"], string>> = {
  sample: "Reviews at this step",
  drop_rate: "Findings dropped",
  rejection_rate: "Answers rejected",
  incompatible_rate: "Unreadable version",
  coercion_rate: "Answers coerced",
};

const VERDICTS = {
  pass: { label: "within", mark: "stet", tone: "green" },
  fail: { label: "over", mark: "query", tone: "red" },
  unknown: { label: "not enough data", mark: "wait", tone: "ink" },
  watched: { label: "monitored only", mark: undefined, tone: "ink" },
} as const;

export function HealthChecks({ standing: { checks, versions } }: { readonly standing: Standing }) {
  const reviews = versions.find(({ role }) => role === "candidate")?.reviews ?? 0;
  return (
    <Section title="Health checks" end={`${reviews.toLocaleString("en")} reviews`}>
      <ul>
        {checks.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
    </Section>
  );
}

function CheckRow({ check }: { readonly check: Check }) {
  const { name, verdict, value, limit, reason } = check;
  const { label, mark, tone } = VERDICTS[verdict];
  const isCount = name === "sample";
  const shown = (number: number): string => (isCount ? number.toLocaleString("en") : percent(number));
  return (
    <li className="relative grid grid-cols-[1fr_auto] gap-x-4 border-b border-hair py-3 md:grid-cols-[minmax(0,1.1fr)_minmax(120px,1fr)_150px]">
      <span className="absolute top-3 -left-[34px] max-md:hidden">
        {mark === undefined ? null : <Mark name={mark} tone={tone} />}
      </span>
      <div className="min-w-0">
        <p className="text-row font-medium">{NAMES[name]}</p>
        <p className="text-meta text-ink-3">{capitalize(reason).replaceAll(/(\d)%/g, "$1\u202f%")}</p>
      </div>
      <div className="self-center max-md:col-span-full max-md:row-start-2 max-md:pt-2">
        {limit === null ? null : (
          <LimitBar value={value} limit={limit} isOver={verdict === "fail"} isLeast={isCount} />
        )}
      </div>
      <div className="text-end">
        <p className={`font-semibold ${verdict === "fail" ? "text-red" : ""}`}>{shown(value)}</p>
        <p className="text-meta text-ink-2">
          {isCount && verdict === "pass" ? "enough" : label}
          {limit === null ? null : `, ${isCount ? "at least" : "at most"} ${shown(limit)}`}
        </p>
      </div>
    </li>
  );
}

function LimitBar({
  value,
  limit,
  isOver,
  isLeast,
}: {
  readonly value: number;
  readonly limit: number;
  readonly isOver: boolean;
  /** True if the value should reach the limit instead of staying below it. */
  readonly isLeast: boolean;
}) {
  const most = Math.max(limit * (isLeast ? 1 : 2), value, Number.MIN_VALUE);
  const at = (number: number): string => `${Math.min(100, (number / most) * 100)}%`;
  return (
    <div aria-hidden="true" className="relative h-3">
      <div className="absolute inset-x-0 top-[5px] h-[2px] bg-hair" />
      <div
        className="absolute top-1 left-0 h-1 bg-edge"
        style={{ width: at(isOver ? Math.min(value, limit) : value) }}
      />
      {isOver ? <div className="absolute top-1 right-0 h-1 bg-red" style={{ left: at(limit) }} /> : null}
      <div className="absolute top-0 h-3 w-[2px] -translate-x-full bg-ink" style={{ left: at(limit) }} />
    </div>
  );
}
