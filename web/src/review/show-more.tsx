import { formatCount } from "../lib/format.ts";
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
  return (
    <div className="py-4 pl-5 md:pl-[68px]">
      <Button onClick={() => more(shown + step)}>
        {left <= step ? `Show all ${formatCount(all)} lines` : `Show ${formatCount(step)} more lines`}
      </Button>{" "}
      <span className="text-second text-ink-2">{formatCount(left)} not shown.</span>
    </div>
  );
}
