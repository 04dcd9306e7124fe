import { Button } from "../components/button.tsx";

export function ShowMore({
  shown,
  all,
  step,
  more,
}: {
  readonly shown: number;
  readonly all: number;
  readonly step: number;
  readonly more: (shown: number) => void;
}) {
  if (shown >= all) return null;
  const left = all - shown;
  const number = new Intl.NumberFormat();
  return (
    <div className="py-4 pl-5 md:pl-[68px]">
      <Button onClick={() => more(shown + step)}>
        {left <= step ? `Show all ${number.format(all)} lines` : `Show ${number.format(step)} more lines`}
      </Button>{" "}
      <span className="text-second text-ink-2">{number.format(left)} not shown.</span>
    </div>
  );
}
