/** How often, in gates of five; past four gates the number alone says it. */
export function Tally({ count }: { readonly count: number }) {
  const drawn = Math.min(count, 20);
  const gates = Array.from({ length: Math.ceil(drawn / 5) }, (_, at) => Math.min(5, drawn - at * 5));
  return (
    <svg
      aria-hidden="true"
      width={gates.length * 22}
      height="12"
      className="inline-block text-ink-2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      {gates.map((strokes, gate) => (
        <g key={gate} transform={`translate(${gate * 22} 0)`}>
          {Array.from({ length: Math.min(4, strokes) }, (_, at) => (
            <path key={at} d={`M${2 + at * 4} 1.500v9`} />
          ))}
          {strokes === 5 ? <path d="M0.500 9.500 16 2.500" /> : null}
        </g>
      ))}
    </svg>
  );
}
