import { BothSides } from "./both-sides.tsx";
import { useContradicted } from "./use-contradicted.ts";
import type { Evaluated } from "./queue-view.tsx";
import { SideButtons } from "./side-buttons.tsx";
import type { Resolution } from "./use-decisions.ts";

/** Both sides of a contradiction, with what can be decided. Only the selected row shows them. */
export function ResolveRow({
  row,
  isSelected,
  choose,
}: {
  readonly row: Evaluated;
  readonly isSelected: boolean;
  readonly choose: (way: Resolution, reason: string) => void;
}) {
  return isSelected ? (
    <OpenRow row={row} choose={choose} />
  ) : (
    // The row opens where it is clicked.
    <p className="mt-2">
      <button type="button" className="quiet min-h-6 text-second">
        Compare both sides
      </button>
    </p>
  );
}

function OpenRow({
  row,
  choose,
}: {
  readonly row: Evaluated;
  readonly choose: (way: Resolution, reason: string) => void;
}) {
  const { earlier, isPending } = useContradicted(row.evaluation.contradicts);
  const [that] = earlier;
  const reason =
    that === undefined
      ? ""
      : `What ${that.author.id} said on ${that.time.slice(0, 10)} holds: ${that.text.slice(0, 300)}`;
  return (
    <>
      <BothSides row={row} earlier={earlier} isPending={isPending} />
      <SideButtons
        path={row.feedback?.path ?? undefined}
        earlier={earlier}
        choose={(way) => choose(way, reason)}
        hints
      />
    </>
  );
}
