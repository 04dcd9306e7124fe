import { useId } from "react";

export function RadioGroup<K extends string>({
  label,
  value,
  options,
  choose,
}: {
  readonly label: string;
  readonly value: K;
  readonly options: Readonly<Record<K, string>>;
  readonly choose: (value: K) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex min-h-8 flex-wrap items-center gap-x-4 text-second">
      <legend className="sr-only">{label}</legend>
      {(Object.entries(options) as [K, string][]).map(([key, words]) => (
        <label
          key={key}
          className="flex min-h-7 cursor-pointer items-center border-b-2 border-transparent whitespace-nowrap text-ink-2 hover:text-ink has-checked:border-ink has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={key === value}
            onChange={() => choose(key)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
