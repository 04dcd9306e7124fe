/** Proofreading marks, each with one meaning. */
const SHAPES = {
  stet: (
    <>
      <path d="M3 7h14" />
      <path d="M4 13h.01M8 13h.01M12 13h.01M16 13h.01" strokeWidth="2.4" />
    </>
  ),
  caret: <path d="M4 15 10 5l6 10" />,
  dele: <path d="M2 11h9c4 0 6-2 5-5-1-2-4-2-5 1 0 3 2 7 6 9" />,
  query: (
    <>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M7.5 8c0-1.500 1-2.500 2.500-2.500S12.500 6.500 12.500 8c0 1.700-2.500 1.900-2.500 3.500" />
      <path d="M10 14.200h.01" strokeWidth="2" />
    </>
  ),
  tr: <path d="M2 14.500h4c4 0 4-9 8-9h4" />,
  close: <path d="M3 8c3.500-4 10.500-4 14 0M3 12c3.500 4 10.500 4 14 0" />,
  wait: <path d="M4 14 10 6l6 8" strokeDasharray="1.600 2.800" />,
} as const;

export type MarkName = keyof typeof SHAPES;

const COLOURS = { ink: "text-ink-2", red: "text-red", green: "text-green", current: "text-current" } as const;

export function Mark({
  name,
  tone = "ink",
  label,
  size = 18,
}: {
  readonly name: MarkName;
  readonly tone?: keyof typeof COLOURS;
  /** Accessible name, if there is no text next to it. */
  readonly label?: string;
  readonly size?: number;
}) {
  return (
    <svg
      className={`inline-block shrink-0 ${COLOURS[tone]}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {SHAPES[name]}
    </svg>
  );
}
