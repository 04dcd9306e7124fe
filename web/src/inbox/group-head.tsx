import type { GroupEntry } from "./group-entries.ts";
import { figure } from "../parts/words.ts";

/** A group of the list, with how many are in it as far as that is known. */
export function GroupHead({
  entry: { title, isLate, isOpen, count },
  late,
}: {
  readonly entry: GroupEntry;
  readonly late: number | undefined;
}) {
  const known = isOpen && isLate && late !== undefined ? Math.max(late, count) : count;
  const isMore = isOpen && !(isLate && late !== undefined);
  return (
    <div className="-mt-px flex h-[42px] border-t border-hair-2 items-end gap-2 px-5 pb-1.5 one:pl-[68px]">
      <h2 className={`serif text-rule italic ${isLate ? "text-red" : ""}`}>{title}</h2>
      <span className="text-second leading-[22px] text-ink-3">
        {figure(known)}
        {isMore ? " and more" : ""}
      </span>
    </div>
  );
}
