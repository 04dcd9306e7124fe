/** The columns of the list: gutter, submission, similar, gate, time; on a phone two columns on two lines. */
export const ROW_GRID =
  "max-one:grid-cols-[minmax(0,1fr)_auto] max-one:gap-x-4 max-one:px-5 max-one:[&>*:nth-last-child(4)]:col-span-2 one:grid-cols-[48px_minmax(0,1fr)_108px_108px_144px] one:items-center";
