import { useNavigate } from "@tanstack/react-router";
import type { AuditFilter } from "./use-audit.ts";

/** Who and when; kept in the address. */
export function AuditFilters({
  filter,
  people,
}: {
  readonly filter: AuditFilter;
  readonly people: readonly string[];
}) {
  const navigate = useNavigate();
  const change = (part: AuditFilter): void =>
    void navigate({ to: "/audit", search: { ...filter, ...part }, replace: true });
  const isOn = filter.actor !== undefined || filter.since !== undefined || filter.until !== undefined;
  return (
    <form
      role="search"
      aria-label="Filter the entries"
      className="flex flex-wrap items-end gap-x-4 gap-y-2 px-5 pb-4 md:pl-[68px]"
      onSubmit={(event) => event.preventDefault()}
    >
      <label className="grid gap-1 text-second">
        Person
        <input
          className="field max-w-44"
          list="audit-people"
          autoComplete="off"
          // A new address from elsewhere starts the field again.
          key={filter.actor}
          defaultValue={filter.actor ?? ""}
          onChange={(event) => {
            if (people.includes(event.target.value)) change({ actor: event.target.value });
          }}
          onBlur={(event) => change({ actor: event.target.value.trim() || undefined })}
          onKeyDown={(event) => {
            if (event.key === "Enter") change({ actor: event.currentTarget.value.trim() || undefined });
          }}
        />
        <datalist id="audit-people">
          {people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <Day label="From" value={filter.since} choose={(since) => change({ since })} />
      <Day label="To" value={filter.until} choose={(until) => change({ until })} />
      {isOn ? (
        <button
          type="button"
          className="quiet min-h-8"
          onClick={() => change({ actor: undefined, since: undefined, until: undefined })}
        >
          Clear
        </button>
      ) : null}
    </form>
  );
}

const Day = ({
  label,
  value,
  choose,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly choose: (day: string | undefined) => void;
}) => (
  <label className="grid gap-1 text-second">
    {label}
    <input
      type="date"
      className="field max-w-40"
      value={value ?? ""}
      onChange={(event) => choose(event.target.value === "" ? undefined : event.target.value)}
    />
  </label>
);
